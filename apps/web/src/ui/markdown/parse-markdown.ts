/** An inline element. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis' | 'deleted'; content: Inline[] }
  | { kind: 'link'; href: string; content: Inline[] }
  | { kind: 'break' };

/** A block element. */
export type Block =
  | { kind: 'heading'; level: number; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: { isDone?: boolean; blocks: Block[] }[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' };

/** Longer documents are cut: a longer preview is of no use. */
export const longestMarkdown = 100_000;
const deepest = 6;

const fence = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const rule = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const bullet = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)(.*)$/;
const divider = /^ {0,3}\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/**
 * parseMarkdown parses the common subset of Markdown. HTML stays text; only http, https and mailto addresses become
 * links.
 */
export function parseMarkdown(text: string): Block[] {
  return blocksOf(text.slice(0, longestMarkdown).replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n'), 0);
}

function blocksOf(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const read = depth < deepest ? readBlock(lines, at, depth) : undefined;
    const { block, next } = read ?? readParagraph(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

interface Read {
  block: Block;
  next: number;
}

function readBlock(lines: readonly string[], at: number, depth: number): Read | undefined {
  const line = lines[at]!;
  const [, marks = '', title = ''] = heading.exec(line) ?? [];
  if (marks) return { block: { kind: 'heading', level: marks.length, content: inlineOf(title) }, next: at + 1 };
  if (rule.test(line)) return { block: { kind: 'rule' }, next: at + 1 };
  if (fence.test(line)) return readCode(lines, at);
  if (/^ {0,3}>/.test(line)) return readQuote(lines, at, depth);
  if (bullet.test(line)) return readList(lines, at, depth);
  if (line.includes('|') && divider.test(lines[at + 1] ?? '') && lines[at + 1]!.includes('-'))
    return readTable(lines, at);
  return undefined;
}

function readCode(lines: readonly string[], at: number): Read {
  const mark = /[`~]{3,}/.exec(lines[at]!)?.[0] ?? '```';
  let end = at + 1;
  while (end < lines.length && !lines[end]!.trim().startsWith(mark)) end += 1;
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function readQuote(lines: readonly string[], at: number, depth: number): Read {
  let end = at;
  while (end < lines.length && /^ {0,3}>/.test(lines[end]!)) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(/^ {0,3}> ?/, ''));
  return { block: { kind: 'quote', blocks: blocksOf(inner, depth + 1) }, next: end };
}

function readList(lines: readonly string[], at: number, depth: number): Read {
  const [, , first = '-'] = bullet.exec(lines[at]!) ?? [];
  const isOrdered = /\d/.test(first);
  const items: string[][] = [];
  let indent = 2;
  let end = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end]!;
    const item = bullet.exec(line);
    const isInside = items.length > 0 && line.search(/\S/) >= indent;
    if (item && !isInside && /\d/.test(item[2]!) === isOrdered && !rule.test(line)) {
      indent = item[1]!.length + item[2]!.length + 1;
      items.push([item[4]!]);
    } else if (!continuesList(lines, end)) break;
    else items.at(-1)?.push(line.slice(Math.max(0, Math.min(indent, line.search(/\S/)))));
  }
  const block: Block = {
    kind: 'list',
    isOrdered,
    start: isOrdered ? Number.parseInt(first, 10) : 1,
    items: items.map((own) => {
      const [, mark, rest] = /^\[([ xX])\] (.*)$/.exec(own[0] ?? '') ?? [];
      const content = mark === undefined ? own : [rest ?? '', ...own.slice(1)];
      return { ...(mark === undefined ? {} : { isDone: mark !== ' ' }), blocks: blocksOf(content, depth + 1) };
    }),
  };
  return { block, next: end };
}

/**
 * Whether a line that starts no item belongs to the list before it: a blank line within the list, an indented or a lazy
 * one.
 */
function continuesList(lines: readonly string[], at: number): boolean {
  const line = lines[at]!;
  if (line.trim() === '') return /^ {2,}\S/.test(lines[at + 1] ?? '') || bullet.test(lines[at + 1] ?? '');
  return /^ {2,}/.test(line) || (lines[at - 1]!.trim() !== '' && !startsBlock(line));
}

const startsBlock = (line: string): boolean =>
  heading.test(line) || rule.test(line) || fence.test(line) || /^ {0,3}>/.test(line) || bullet.test(line);

const cellsOf = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inlineOf(cell.trim().replaceAll('\\|', '|')));

function readTable(lines: readonly string[], at: number): Read {
  let end = at + 2;
  while (end < lines.length && lines[end]!.includes('|')) end += 1;
  const rows = lines.slice(at + 2, end).map(cellsOf);
  return { block: { kind: 'table', head: cellsOf(lines[at]!), rows }, next: end };
}

function readParagraph(lines: readonly string[], at: number): Read {
  let end = at + 1;
  while (end < lines.length && lines[end]!.trim() !== '' && !startsBlock(lines[end]!)) end += 1;
  const text = lines.slice(at, end).map((line, index, all) => {
    const isBroken = index < all.length - 1 && /( {2,}|\\)$/.test(line);
    return line.trim().replace(isBroken ? /\\$/ : /$^/, '') + (isBroken ? '\u0000' : '');
  });
  return { block: { kind: 'paragraph', content: inlineOf(text.join('\n')) }, next: end };
}

// Each inline construct, or plain text up to the next one. No part can match in two ways.
const piece =
  /\\([!-/:-@[-`{-~])|(`+)([^`]+)\2(?!`)|(\*\*|__)(?=\S)([^*_]{1,2000})\4|(?<![\w*])([*_])(?=\S)([^*_]{1,2000})\6(?!\w)|~~(?=\S)([^~]{1,2000})~~|!?\[([^[\]]{0,1000})\]\(\s*<?([^\s()<>]{1,2000})>?(?:\s+"[^"]{0,500}")?\s*\)|<(https?:\/\/[^\s<>]{1,2000}|[^\s<>@]{1,200}@[^\s<>@]{1,200})>|(https?:\/\/[^\s<>()]{1,2000})|(\u0000)/g;

function inlineOf(text: string, depth = 0): Inline[] {
  const found: Inline[] = [];
  const plain = (part: string) => {
    const before = found.at(-1);
    if (part === '') return;
    if (before?.kind === 'text') before.text += part;
    else found.push({ kind: 'text', text: part });
  };
  let from = 0;
  for (const match of text.matchAll(piece)) {
    plain(text.slice(from, match.index));
    from = match.index + match[0].length;
    const inline = depth < deepest ? inlineFrom(match, depth) : undefined;
    if (inline) found.push(inline);
    else plain(match[1] ?? match[0].replace('\u0000', ''));
  }
  plain(text.slice(from));
  return found;
}

function inlineFrom(match: RegExpExecArray, depth: number): Inline | undefined {
  const [, , , code, , strong, , emphasis, deleted, label, target, auto, bare, lineBreak] = match;
  if (code !== undefined) return { kind: 'code', text: code.trim() || code };
  if (strong !== undefined) return { kind: 'strong', content: inlineOf(strong, depth + 1) };
  if (emphasis !== undefined) return { kind: 'emphasis', content: inlineOf(emphasis, depth + 1) };
  if (deleted !== undefined) return { kind: 'deleted', content: inlineOf(deleted, depth + 1) };
  if (lineBreak !== undefined) return { kind: 'break' };
  const address = target ?? auto ?? bare;
  const href = address && safeAddress(address);
  if (!href) return undefined;
  const words =
    label === undefined || label === '' ? [{ kind: 'text' as const, text: address }] : inlineOf(label, deepest);
  return { kind: 'link', href, content: words };
}

function safeAddress(address: string): string | undefined {
  const text = /^[^\s:/]+@[^\s:/]+$/.test(address) ? `mailto:${address}` : address;
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(text).protocol) ? text : undefined;
  } catch {
    return undefined;
  }
}
