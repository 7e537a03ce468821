import { withoutAccents } from '@touchstone/kernel';

const longest = 10;

/**
 * proposeKey derives a key from a project name: the initials of several words, or the start of a single one. Empty if
 * no key can be derived.
 */
export function proposeKey(name: string): string {
  const words = withoutAccents(name)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
  const text = words.length > 1 ? words.map(([first]) => first).join('') : (words[0] ?? '');
  const key = text.replace(/^[0-9]+/, '').slice(0, longest);
  return key.length > 1 ? key : '';
}
