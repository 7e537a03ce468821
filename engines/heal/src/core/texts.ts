/** A text made ready for comparisons. */
export interface PreparedText {
  plain: string;
  /** How often each pair of neighbouring characters stands in it. */
  pairs: Map<string, number>;
  count: number;
}

const mostCharacters = 120;

/** prepareText lets letters of any case be the same, and numbers, which often only count what there is today. */
export function prepareText(text: string): PreparedText {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\d+/g, '0')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, mostCharacters);
  const pairs = new Map<string, number>();
  const padded = ` ${plain} `;
  for (let at = 0; at < padded.length - 1; at += 1) {
    const pair = padded.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return { plain, pairs, count: Math.max(0, padded.length - 1) };
}

/** textLikeness is the share of pairs of characters that two texts have in common (Dice, 1945). */
export function textLikeness(one: PreparedText, other: PreparedText): number {
  if (one.plain === other.plain) return 1;
  let common = 0;
  const [few, many] = one.pairs.size < other.pairs.size ? [one, other] : [other, one];
  for (const [pair, count] of few.pairs) common += Math.min(count, many.pairs.get(pair) ?? 0);
  return (2 * common) / (one.count + other.count);
}

/** setLikeness is the share of members that two sets have in common. */
export function setLikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 1;
  let common = 0;
  for (const member of one) if (other.has(member)) common += 1;
  return (2 * common) / (one.size + other.size);
}

/** sequenceLikeness is the share of members that stand in both lists in the same order (longest common subsequence). */
export function sequenceLikeness(one: readonly string[], other: readonly string[]): number {
  if (one.length + other.length === 0) return 1;
  let before = new Array<number>(other.length + 1).fill(0);
  for (const member of one) {
    const now = [0];
    for (let at = 0; at < other.length; at += 1)
      now.push(member === other[at] ? before[at]! + 1 : Math.max(before[at + 1]!, now[at]!));
    before = now;
  }
  return (2 * before[other.length]!) / (one.length + other.length);
}

/** wordsOf gives the words that an identifier is made of: `mainNav-item_3` has main, nav and item. */
export function wordsOf(identifier: string): Set<string> {
  const parted = identifier.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return new Set(parted.split(/[^\p{L}]+/u).filter(Boolean));
}
