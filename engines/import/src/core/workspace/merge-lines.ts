/** What became of a text that two sides changed. */
export interface MergedText {
  text: string;
  /** Places where both sides changed the same lines; both are kept, between marks. */
  conflicts: number;
}

/** mergeLines brings the changes of two sides together, line by line. Where both changed the same place, the text gets both, between marks like those of Git. */
export function mergeLines(
  base: string | undefined,
  ours: string,
  theirs: string,
  names: { ours: string; theirs: string } = { ours: 'here', theirs: 'server' },
): MergedText {
  const [own, other] = [linesOf(ours), linesOf(theirs)];
  // Without a common ancestor nothing counts as deleted: what both have is the base.
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
/** A mark begins a line of its own. */
const ended = (lines: readonly string[]): string[] => lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`));

/** Pairs of equal lines, ascending on both sides, as many as there can be (Myers). */
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

/** Edits looked for at most; texts that differ more have no line in common worth keeping apart. */
const editLimit = 4000;

function shortest(from: readonly string[], to: readonly string[]): [number, number][] {
  const limit = Math.min(from.length + to.length, editLimit);
  let reached = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    const next = new Map(reached);
    trace.push(reached);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepOf(reached, diagonal, edits);
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= from.length && x - diagonal >= to.length) return walkBack(trace, { x: from.length, y: to.length });
    }
    reached = next;
  }
  return [];
}

/** Where a path of so many edits stands on a diagonal before it follows equal lines. */
function stepOf(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  const [left, right] = [reached.get(diagonal - 1) ?? -1, reached.get(diagonal + 1) ?? -1];
  return diagonal === -edits || (diagonal !== edits && left < right) ? right : left + 1;
}

function walkBack(trace: readonly Map<number, number>[], end: { x: number; y: number }): [number, number][] {
  const pairs: [number, number][] = [];
  let { x, y } = end;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reached = trace[edits] as Map<number, number>;
    const diagonal = x - y;
    const [left, right] = [reached.get(diagonal - 1) ?? -1, reached.get(diagonal + 1) ?? -1];
    const before = diagonal === -edits || (diagonal !== edits && left < right) ? diagonal + 1 : diagonal - 1;
    const startX = edits === 0 ? 0 : (reached.get(before) ?? 0);
    const startY = edits === 0 ? 0 : startX - before;
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    [x, y] = [startX, startY];
  }
  return pairs.reverse();
}
