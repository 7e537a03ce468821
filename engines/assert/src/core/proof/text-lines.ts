import type { LineWindow } from './line-window.ts';

/** TextPlace is a character in a line, both counted from 0. */
export interface TextPlace {
  line: number;
  at: number;
}

/** Characters of a body searched for the nearest line. */
const searchedCharacters = 1_000_000;
const maxWords = 20;

/** writeTextLines writes the lines of a text with these places marked. */
export function writeTextLines(text: string, places: readonly TextPlace[], window: LineWindow): void {
  const marked = new Map(places.map(({ line, at }) => [line, at]));
  for (const [index, line] of linesOf(text)) {
    if (window.isFull) return;
    window.add(line, marked.has(index), marked.get(index));
  }
}

/** placeOfText finds a text within another; undefined if it doesn't occur. */
export function placeOfText(text: string, wanted: string): TextPlace | undefined {
  const found = wanted === '' ? -1 : text.indexOf(wanted);
  if (found < 0) return undefined;
  const start = text.lastIndexOf('\n', found - 1) + 1;
  return { line: text.slice(0, start).split('\n').length - 1, at: found - start };
}

/** nearestPlace finds the line with the most words of a text; undefined if no line has any. */
export function nearestPlace(text: string, wanted: string): TextPlace | undefined {
  const words = [...new Set(wanted.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu))].slice(0, maxWords);
  let best: (TextPlace & { score: number }) | undefined;
  for (const [index, line] of linesOf(text.slice(0, searchedCharacters))) {
    const searched = line.toLowerCase();
    const found = words.filter((word) => searched.includes(word));
    const score = found.reduce((sum, { length }) => sum + length, 0);
    if (score > (best?.score ?? 0)) best = { line: index, at: searched.indexOf(found[0]!), score };
  }
  return best && { line: best.line, at: best.at };
}

/**
 * firstDifference finds the first line of a text that differs from the same line of another; undefined if the text just
 * ends early.
 */
export function firstDifference(text: string, expected: string): TextPlace | undefined {
  const wanted = linesOf(expected);
  for (const [index, line] of linesOf(text)) {
    const next = wanted.next();
    const other = next.done ? '' : next.value[1];
    if (!next.done && line === other) continue;
    let at = 0;
    while (at < line.length && line[at] === other[at]) at += 1;
    return { line: index, at };
  }
  return undefined;
}

function* linesOf(text: string): Generator<[index: number, line: string], void, undefined> {
  let start = 0;
  for (let index = 0; start <= text.length; index += 1) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield [index, text.slice(start, end).replace(/\r$/, '')];
    start = end + 1;
  }
}
