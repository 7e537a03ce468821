/** A text prepared for comparison. */
export interface PreparedText {
  plain: string;
  /** Its pairs of adjacent characters, as sorted numbers. */
  pairs: Uint32Array;
}

const maxCharacters = 120;

/** TextReader prepares texts; a repeated one, as most texts of a page are, is prepared once. */
export class TextReader {
  readonly #known = new Map<string, PreparedText>();

  /** Ignores case and numbers, which often only count today's data. */
  read(text: string): PreparedText {
    const known = this.#known.get(text);
    if (known) return known;
    const plain = plainOf(text);
    const padded = ` ${plain} `;
    const pairs = new Uint32Array(plain === '' ? 0 : padded.length - 1);
    for (let at = 0; at < pairs.length; at += 1) pairs[at] = padded.charCodeAt(at) * 65_536 + padded.charCodeAt(at + 1);
    const prepared = { plain, pairs: pairs.sort() };
    this.#known.set(text, prepared);
    return prepared;
  }
}

const plainOf = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\d+/g, '0').replace(/\s+/g, ' ').trim().slice(0, maxCharacters);

/** textSimilarity returns the share of character pairs that two texts have in common (Dice, 1945). */
export function textSimilarity(
  { plain, pairs }: PreparedText,
  { plain: otherPlain, pairs: others }: PreparedText,
): number {
  if (plain === otherPlain) return 1;
  let common = 0;
  for (let at = 0, other = 0; at < pairs.length && other < others.length; ) {
    const pair = pairs[at]!;
    const otherPair = others[other]!;
    if (pair === otherPair) common += 1;
    if (pair <= otherPair) at += 1;
    if (otherPair <= pair) other += 1;
  }
  return (2 * common) / (pairs.length + others.length);
}

/** setSimilarity returns the share of members that two sets have in common. */
export function setSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 1;
  let common = 0;
  for (const member of one) if (other.has(member)) common += 1;
  return (2 * common) / (one.size + other.size);
}

/**
 * sequenceSimilarity returns the share of members that are in both lists in the same order (longest common
 * subsequence).
 */
export function sequenceSimilarity(one: readonly string[], other: readonly string[]): number {
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

/** wordsOf returns the words of an identifier: `mainNav-item_3` has main, nav and item. */
export function wordsOf(identifier: string): Set<string> {
  const parted = identifier.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return new Set(parted.split(/[^\p{L}]+/u).filter(Boolean));
}
