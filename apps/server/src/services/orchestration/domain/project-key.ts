import { withoutAccents } from '@touchstone/kernel';

const longest = 10;
const ofOneWord = 4;
const spare = 'PRJ';

/** keyOf derives a project's key from its name: the first letters of its words, or the start of its only one. */
export function keyOf(name: string): string {
  const plain = withoutAccents(name).toUpperCase();
  const words = plain.match(/[A-Z0-9]+/g) ?? [];
  const letters = words.length > 1 ? words.map(([first]) => first).join('') : (words[0] ?? '').slice(0, ofOneWord);
  const key = letters.replace(/^[0-9]+/, '').slice(0, longest);
  return key.length < 2 ? spare : key;
}

/** freeKey returns `key`, with a number if it is taken; never exceeds the maximum length. */
export function freeKey(key: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : String(n);
    const candidate = key.slice(0, longest - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}
