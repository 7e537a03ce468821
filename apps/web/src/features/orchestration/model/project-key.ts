import { withoutAccents } from '@touchstone/kernel';

const longest = 10;

/** proposeKey makes a key from the name of a project: initials of several words, else the beginning of the one. Empty where no key can be made. */
export function proposeKey(name: string): string {
  const words = withoutAccents(name)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
  const text = words.length > 1 ? words.map(([first]) => first).join('') : (words[0] ?? '');
  const key = text.replace(/^[0-9]+/, '').slice(0, longest);
  return key.length > 1 ? key : '';
}
