/** TextPiece is a part of a text; `isChanged` if the other text differs there. */
export interface TextPiece {
  text: string;
  isChanged: boolean;
}

/** DiffSide is a line of one of two texts, numbered from 1. */
export interface DiffSide {
  line: number;
  pieces: TextPiece[];
}

/** DiffRow is a row of two texts side by side. A line that only one of them has is alone. */
export type DiffRow =
  | { kind: 'same'; before: number; after: number; text: string }
  | { kind: 'changed'; before?: DiffSide; after?: DiffSide };

/** TextDiff is two texts side by side; if comparing them was cut short, more lines than necessary count as changed. */
export interface TextDiff {
  rows: DiffRow[];
  isExact: boolean;
}

/** Equal items of two lists, by their indexes. */
type Match = [before: number, after: number];

/** Steps that a comparison may take; each compares one pair of items. */
interface Budget {
  left: number;
}

const stepsOfTexts = 4_000_000;
const stepsOfWords = 20_000;

/** diffLines compares two texts line by line, with the differing words marked, in a bounded number of steps. */
export function diffLines(before: string, after: string, maxSteps = stepsOfTexts): TextDiff {
  const [left, right] = [linesOf(before), linesOf(after)];
  const budget = { left: maxSteps };
  const { matches, isExact } = align(...numbered(left, right), budget);
  const rows: DiffRow[] = [];
  const at = { before: 0, after: 0 };
  for (const [beforeEnd, afterEnd] of [...matches, [left.length, right.length] as Match]) {
    rows.push(...changedRows(left.slice(at.before, beforeEnd), right.slice(at.after, afterEnd), at, budget));
    const text = left[beforeEnd];
    if (text !== undefined) rows.push({ kind: 'same', before: beforeEnd + 1, after: afterEnd + 1, text });
    at.before = beforeEnd + 1;
    at.after = afterEnd + 1;
  }
  return { rows, isExact };
}

/**
 * diffWords marks in each of two short texts the words, and within a word the characters, that the other doesn't have.
 */
export function diffWords(before: string, after: string, maxSteps = stepsOfWords): [TextPiece[], TextPiece[]] {
  const [left, right] = [wordsOf(before), wordsOf(after)];
  const { matches } = align(...numbered(left, right), { left: maxSteps });
  const pieces: [TextPiece[], TextPiece[]] = [[], []];
  const add = (side: 0 | 1, text: string, isChanged: boolean) => {
    if (text === '') return;
    const last = pieces[side].at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else pieces[side].push({ text, isChanged });
  };
  let [leftFrom, rightFrom] = [0, 0];
  for (const [leftEnd, rightEnd] of [...matches, [left.length, right.length] as Match]) {
    const changed = [left.slice(leftFrom, leftEnd).join(''), right.slice(rightFrom, rightEnd).join('')] as const;
    const [start, end] = commonEnds(...changed);
    for (const side of [0, 1] as const) {
      const text = changed[side];
      add(side, text.slice(0, start), false);
      add(side, text.slice(start, text.length - end), true);
      add(side, text.slice(text.length - end), false);
      add(side, left[leftEnd] ?? '', false);
    }
    leftFrom = leftEnd + 1;
    rightFrom = rightEnd + 1;
  }
  return pieces;
}

/** deltaOf returns by how much a number differs, such as "+0.5"; undefined if one of the values isn't a number. */
export function deltaOf(expected: unknown, actual: unknown): string | undefined {
  const [wanted, found] = [numberOf(expected), numberOf(actual)];
  if (wanted === undefined || found === undefined || wanted === found) return undefined;
  // 42.5 - 42.05 is 0.45000000000000284.
  const delta = Number((found - wanted).toPrecision(12));
  return delta > 0 ? `+${delta}` : String(delta).replace('-', '−');
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string' && !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/\r\n|\n|\r/));
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** Pairs the lines between two equal ones: first with first, and so on. */
function* changedRows(
  left: readonly string[],
  right: readonly string[],
  from: { before: number; after: number },
  budget: Budget,
): Generator<DiffRow> {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [before, after] = [left[index], right[index]];
    const [was, is] = before !== undefined && after !== undefined ? marked(before, after, budget) : [[], []];
    yield {
      kind: 'changed',
      ...(before !== undefined && {
        before: { line: from.before + index + 1, pieces: was.length ? was : whole(before) },
      }),
      ...(after !== undefined && { after: { line: from.after + index + 1, pieces: is.length ? is : whole(after) } }),
    };
  }
}

const whole = (text: string): TextPiece[] => [{ text, isChanged: false }];
const longestMarkedLine = 5000;

/** Words are only marked in lines that have something in common; otherwise all words would be. */
function marked(before: string, after: string, budget: Budget): [TextPiece[], TextPiece[]] {
  if (budget.left <= 0 || before.length + after.length > longestMarkedLine) return [[], []];
  budget.left -= before.length + after.length;
  const [was, is] = diffWords(before, after);
  const same = was.reduce((sum, { text, isChanged }) => sum + (isChanged ? 0 : text.trim().length), 0);
  return same * 4 < Math.min(before.trim().length, after.trim().length) ? [[], []] : [was, is];
}

/** Lengths of the common prefix and the common suffix of two texts; no character is split. */
function commonEnds(left: string, right: string): [start: number, end: number] {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  if (start > 0 && isHighSurrogate(left, start - 1)) start -= 1;
  let end = 0;
  while (end < most - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  if (end > 0 && isHighSurrogate(left, left.length - end - 1)) end -= 1;
  return [start, end];
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Maps equal texts to equal numbers. */
function numbered(left: readonly string[], right: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  return [Int32Array.from(left, numberOf), Int32Array.from(right, numberOf)];
}

/**
 * Equal items in order, as many as possible; if that takes too long, only those between items that are unique on both
 * sides.
 */
function align(left: Int32Array, right: Int32Array, budget: Budget): { matches: Match[]; isExact: boolean } {
  // The budget of the first attempt, and once more for all parts together.
  const rest = { left: budget.left };
  const exact = matchesBetween(left, right, budget);
  if (exact) return { matches: exact, isExact: true };
  const matches: Match[] = [];
  let [leftFrom, rightFrom] = [0, 0];
  for (const [leftEnd, rightEnd] of [...anchors(left, right), [left.length, right.length] as Match]) {
    const part = matchesBetween(left.subarray(leftFrom, leftEnd), right.subarray(rightFrom, rightEnd), rest) ?? [];
    for (const [before, after] of part) matches.push([leftFrom + before, rightFrom + after]);
    if (leftEnd < left.length) matches.push([leftEnd, rightEnd]);
    leftFrom = leftEnd + 1;
    rightFrom = rightEnd + 1;
  }
  return { matches, isExact: false };
}

function matchesBetween(left: Int32Array, right: Int32Array, budget: Budget): Match[] | undefined {
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < most - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  const middle = shortestEdit(
    left.subarray(start, left.length - end),
    right.subarray(start, right.length - end),
    budget,
  );
  if (!middle) return undefined;
  const range = (length: number, leftFrom: number, rightFrom: number) =>
    Array.from({ length }, (_, index): Match => [leftFrom + index, rightFrom + index]);
  return [
    ...range(start, 0, 0),
    ...middle.map(([before, after]): Match => [start + before, start + after]),
    ...range(end, left.length - end, right.length - end),
  ];
}

/**
 * The greedy algorithm of Myers, "An O(ND) Difference Algorithm and Its Variations" (1986); undefined if the budget
 * runs out.
 */
function shortestEdit(left: Int32Array, right: Int32Array, budget: Budget): Match[] | undefined {
  const [width, height] = [left.length, right.length];
  if (width === 0 || height === 0) return [];
  const most = width + height;
  const reached = new Int32Array(2 * most + 3);
  const origin = most + 1;
  const earlier: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    earlier.push(reached.slice(origin - edits - 1, origin + edits + 2));
    budget.left -= edits;
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(reached, origin, diagonal, edits)
        ? reached[origin + diagonal + 1]!
        : reached[origin + diagonal - 1]! + 1;
      const from = x;
      while (x < width && x - diagonal < height && left[x] === right[x - diagonal]) x += 1;
      budget.left -= 1 + x - from;
      reached[origin + diagonal] = x;
      if (x >= width && x - diagonal >= height) return walkBack(earlier, width, height);
    }
    if (budget.left <= 0) return undefined;
  }
  return undefined;
}

const isDown = (reached: Int32Array, origin: number, diagonal: number, edits: number): boolean =>
  diagonal === -edits || (diagonal !== edits && reached[origin + diagonal - 1]! < reached[origin + diagonal + 1]!);

function walkBack(earlier: readonly Int32Array[], width: number, height: number): Match[] {
  const matches: Match[] = [];
  let [x, y] = [width, height];
  for (let edits = earlier.length - 1; edits >= 0; edits -= 1) {
    const reached = earlier[edits]!;
    const origin = edits + 1;
    const diagonal = x - y;
    const before = diagonal + (isDown(reached, origin, diagonal, edits) ? 1 : -1);
    const fromX = edits === 0 ? 0 : reached[origin + before]!;
    const fromY = edits === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      matches.push([x, y]);
    }
    x = fromX;
    y = fromY;
  }
  return matches.reverse();
}

/** Items that are unique on both sides, in their longest common order. */
function anchors(left: Int32Array, right: Int32Array): Match[] {
  const places = new Map<number, { before: number; after: number; count: number }>();
  for (const [before, item] of left.entries()) {
    const known = places.get(item);
    if (known) known.count = 3;
    else places.set(item, { before, after: -1, count: 1 });
  }
  for (const [after, item] of right.entries()) {
    const known = places.get(item);
    if (!known) continue;
    known.count += 1;
    known.after = after;
  }
  const pairs = [...places.values()]
    .filter(({ count }) => count === 2)
    .map(({ before, after }): Match => [before, after]);
  return longestRising(pairs);
}

function longestRising(pairs: readonly Match[]): Match[] {
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, after]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < after) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = ends[low - 1]!;
    ends[low] = index;
  }
  const rising: Match[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) rising.push(pairs[at]!);
  return rising.reverse();
}
