import { withoutAccents } from '@touchstone/kernel';

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * newPathKey creates the last part of an address from the project's name and random letters: readable, but not
 * guessable.
 */
export function newPathKey(name: string, bytes: Uint8Array): string {
  const readable = withoutAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24)
    .replace(/-+$/, '');
  const random = [...bytes].map((byte) => letters[byte % letters.length]).join('');
  return readable === '' ? random : `${readable}-${random}`;
}
