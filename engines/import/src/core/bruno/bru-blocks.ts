/** A block of a `.bru` file: its name, such as `body:json`, and the text between its braces or brackets. */
export interface BruBlock {
  name: string;
  text: string;
}

export interface BruRow {
  name: string;
  value: string;
  enabled: boolean;
  description?: string;
}

/**
 * readBlocks splits a `.bru` text into blocks: each starts with a name and an opening bracket and ends with the closing
 * one at the start of a line.
 */
export function readBlocks(text: string): { blocks: BruBlock[]; lost: string[] } {
  const blocks: BruBlock[] = [];
  const lost: string[] = [];
  let open: { name: string; end: string; lines: string[] } | undefined;
  for (const line of text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n')) {
    if (open !== undefined) {
      if (line.trimEnd() === open.end) {
        blocks.push({ name: open.name, text: open.lines.join('\n') });
        open = undefined;
      } else open.lines.push(line);
      continue;
    }
    const start = /^([\w:-]+)[ \t]*([{[])[ \t]*(.*?)[ \t]*([}\]])?[ \t]*$/.exec(line);
    if (start === null) {
      if (line.trim() !== '') lost.push(line.trim());
    } else if (start[4] !== undefined) blocks.push({ name: start[1]!, text: start[3] ?? '' });
    else open = { name: start[1]!, end: start[2] === '{' ? '}' : ']', lines: start[3] === '' ? [] : [start[3]!] };
  }
  if (open !== undefined) {
    blocks.push({ name: open.name, text: open.lines.join('\n') });
    lost.push(`${open.name} is not closed`);
  }
  return { blocks, lost };
}

/**
 * readRows reads the `name: value` lines of a block; `~` disables a row, `'''` encloses several lines, and names may be
 * quoted.
 */
export function readRows(text: string): BruRow[] {
  const rows: BruRow[] = [];
  const lines = text.split('\n');
  let description: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!.trim();
    // Annotations other than @description('…') don't affect the request.
    if (line === '' || /^@\w+(\(|$)/.test(line)) {
      description = /^@description\((['"])(.*)\1\)$/.exec(line)?.[2] ?? description;
      continue;
    }
    const match = /^(~?)\s*(?:"((?:[^"\\]|\\.)*)"|([^:]*?))\s*:(.*)$/.exec(line);
    if (match === null) {
      rows.push({ name: line.replace(/^~/, '').replace(/,$/, ''), value: '', enabled: !line.startsWith('~') });
      description = undefined;
      continue;
    }
    const [, off, quoted, plain] = match;
    let value = (match[4] ?? '').trim();
    if (value.startsWith("'''")) {
      const block = multiline(lines, at, value.slice(3));
      value = block.text;
      at = block.end;
    }
    rows.push({
      name: quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1'),
      value,
      enabled: off === '',
      ...(description === undefined ? {} : { description }),
    });
    description = undefined;
  }
  return rows;
}

/** The lines of the text are indented by four spaces, in an example by two. */
function multiline(lines: string[], start: number, first: string): { text: string; end: number } {
  if (/'''/.test(first)) return { text: first.slice(0, first.indexOf("'''")), end: start };
  const out: string[] = [];
  const textOf = () => [...(first === '' ? [] : [first]), ...withoutIndent(out)].join('\n');
  for (let at = start + 1; at < lines.length; at += 1) {
    const close = lines[at]!.indexOf("'''");
    if (close === -1) {
      out.push(lines[at]!);
      continue;
    }
    const last = lines[at]!.slice(0, close);
    // Text after the closing quotes, such as @contentType, belongs to the value.
    const rest = lines[at]!.slice(close + 3).trim();
    if (last.trim() !== '') out.push(last);
    return { text: textOf() + (rest === '' ? '' : ` ${rest}`), end: at };
  }
  return { text: textOf(), end: lines.length };
}

function withoutIndent(lines: readonly string[]): string[] {
  const written = lines.filter((line) => line.trim() !== '');
  const common = written.reduce((least, line) => Math.min(least, line.length - line.trimStart().length), 4);
  return lines.map((line) => line.replace(/^ */, (blanks) => blanks.slice(common)));
}

/** outdented removes the two-space indentation from every line of a text block. */
export const outdented = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^(?: {1,2}|\t)/, ''))
    .join('\n')
    .replace(/^\n+/, '');
