/** The result of merging a text changed by two sides. */
export interface MergedText {
  text: string;
  /** Number of places where both sides changed the same lines; both are kept, between conflict markers. */
  conflicts: number;
}

/**
 * mergeLines merges the changes of two sides, line by line. Where both changed the same place, the text contains both
 * versions, between conflict markers like Git's.
 */
export function mergeLines(
  base: string | undefined,
  ours: string,
  theirs: string,
  names: { ours: string; theirs: string } = { ours: 'here', theirs: 'server' },
): MergedText {
  const [own, other] = [linesOf(ours), linesOf(theirs)];
  // Without a common ancestor nothing counts as deleted: the common lines are the base.
  const old = base === undefined ? matches(own, other).map(([index]) => own[index] ?? '') : linesOf(base);
  const [inOwn, inOther] = [new Map(matches(old, own)), new Map(matches(old, other))];
  const out: string[] = [];
  let conflicts = 0;
  let [at, a, b] = [0, 0, 0];
  const settle = (endOld: number, endOwn: number, endOther: number) => {
    const part = { old: old.slice(at, endOld), own: own.slice(a, endOwn), other: other.slice(b, endOther) };
    if (isSame(part.own, part.other) || isSame(part.other, part.old)) out.push(...part.own);
    else if (isSame(part.own, part.old)) out.push(...part.other);
    else {
      conflicts += 1;
      out.push(
        `<<<<<<< ${names.ours}\n`,
        ...ended(part.own),
        '=======\n',
        ...ended(part.other),
        `>>>>>>> ${names.theirs}\n`,
      );
    }
  };
  for (const [index, line] of old.entries()) {
    const [endOwn, endOther] = [inOwn.get(index), inOther.get(index)];
    if (endOwn === undefined || endOther === undefined) continue;
    settle(index, endOwn, endOther);
    out.push(line);
    [at, a, b] = [index + 1, endOwn + 1, endOther + 1];
  }
  settle(old.length, own.length, other.length);
  return { text: out.join(''), conflicts };
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);
/** A conflict marker starts on a new line. */
const ended = (lines: readonly string[]): string[] => lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`));

/** Pairs of equal lines, ascending on both sides, as many as possible (Myers). */
function matches(from: readonly string[], to: readonly string[]): [number, number][] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  const inner = shortest(from.slice(start, from.length - end), to.slice(start, to.length - end));
  return [
    ...Array.from({ length: start }, (_, index): [number, number] => [index, index]),
    ...inner.map(([a, b]): [number, number] => [a + start, b + start]),
    ...Array.from({ length: end }, (_, index): [number, number] => [
      from.length - end + index,
      to.length - end + index,
    ]),
  ];
}

/** Limit for the number of edits; texts that differ more have no common lines worth keeping. */
const editLimit = 4000;

/** The furthest line reached on each diagonal with a given number of edits, from the lowest diagonal to the highest. */
type Reached = Int32Array;

function shortest(from: readonly string[], to: readonly string[]): [number, number][] {
  const limit = Math.min(from.length + to.length, editLimit);
  const trace: Reached[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    const before = trace.at(-1);
    const reached = new Int32Array(edits + 1);
    trace.push(reached);
    for (let place = 0; place <= edits; place += 1) {
      const diagonal = 2 * place - edits;
      let x = before === undefined ? 0 : isFromAbove(before, place) ? before[place]! : before[place - 1]! + 1;
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x += 1;
      reached[place] = x;
      if (x >= from.length && x - diagonal >= to.length) return walkBack(trace, { x: from.length, y: to.length });
    }
  }
  return [];
}

/** Whether the last edit of the furthest path inserts a line of the other side, rather than deleting one. */
const isFromAbove = (before: Reached, place: number): boolean =>
  place === 0 || (place < before.length && before[place - 1]! < before[place]!);

function walkBack(trace: readonly Reached[], end: { x: number; y: number }): [number, number][] {
  const pairs: [number, number][] = [];
  let { x, y } = end;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const before = trace[edits - 1];
    const place = (x - y + edits) / 2;
    let [startX, startY] = [0, 0];
    if (before !== undefined) {
      const isAbove = isFromAbove(before, place);
      startX = isAbove ? before[place]! : before[place - 1]!;
      startY = startX - (x - y + (isAbove ? 1 : -1));
    }
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    [x, y] = [startX, startY];
  }
  return pairs.reverse();
}
