import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Maps stack traces of the built program to the lines of its sources. A map is read when a trace needs it and not
 * cached.
 */

interface SourceMap {
  sources: string[];
  mappings: string;
}
interface Position {
  line: number;
  column: number;
}

const digits = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((character, value) => [
    character.charCodeAt(0),
    value,
  ]),
);
const [comma, semicolon] = [','.charCodeAt(0), ';'.charCodeAt(0)];

/** sourcePosition returns the source position of the built position `at`; lines and columns count from one. */
export function sourcePosition({ sources, mappings }: SourceMap, at: Position): string | undefined {
  const state = [0, 0, 0, 0, 0];
  let [line, field, index] = [1, 0, 0];
  let best: string | undefined;
  const keep = () => {
    const [column = 0, source = 0, sourceLine = 0, sourceColumn = 0] = state;
    if (line === at.line && field >= 4 && column < at.column)
      best = `${sources[source]}:${sourceLine + 1}:${sourceColumn + 1}`;
    field = 0;
  };
  while (index < mappings.length && line <= at.line) {
    const code = mappings.charCodeAt(index);
    if (code === comma || code === semicolon) {
      keep();
      if (code === semicolon) [line, state[0]] = [line + 1, 0];
      index += 1;
      continue;
    }
    let [value, shift, digit] = [0, 0, 32];
    for (; digit & 32; index += 1, shift += 5) {
      digit = digits.get(mappings.charCodeAt(index)) ?? 0;
      value |= (digit & 31) << shift;
    }
    state[field] = (state[field] ?? 0) + (value & 1 ? -(value >>> 1) : value >>> 1);
    field += 1;
  }
  keep();
  return best;
}

const known = new Map<string, string | undefined>();
const maxKnown = 10_000;

function sourceOf(file: string, at: Position): string | undefined {
  const key = `${file}:${at.line}:${at.column}`;
  if (known.has(key)) return known.get(key);
  let found: string | undefined;
  try {
    const position = sourcePosition(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMap, at);
    found = position && resolve(dirname(file), position);
  } catch {
    // A file that wasn't built has no map and keeps its own lines.
  }
  if (known.size < maxKnown) known.set(key, found);
  return found;
}

function describe(site: NodeJS.CallSite): string {
  const text = `    at ${site}`;
  const url = site.getScriptNameOrSourceURL() ?? '';
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
  if (!url.startsWith('file:') || !line || !column) return text;
  const file = fileURLToPath(url);
  const source = sourceOf(file, { line, column });
  return source ? text.replace(`${url}:${line}:${column}`, () => source) : text;
}

/** nameSourceLines applies this mapping to every error of this thread. */
export function nameSourceLines(): void {
  Error.prepareStackTrace = (error, sites) => {
    let title: string;
    try {
      title = Error.prototype.toString.call(error);
    } catch {
      title = 'Error';
    }
    return [title, ...sites.map(describe)].join('\n');
  };
}
