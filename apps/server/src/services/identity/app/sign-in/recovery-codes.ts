import { randomInt } from 'node:crypto';

/** Excludes letters and digits that are easily confused. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const count = 10;

/** newRecoveryCodes generates ten codes such as `k7m2p-x9q4t`, each with 49 random bits. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => {
    const text = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });

/** readRecoveryCode normalizes a typed code; undefined if it can't be a recovery code. */
export function readRecoveryCode(typed: string): string | undefined {
  const text = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return text.length === 10 ? `${text.slice(0, 5)}-${text.slice(5)}` : undefined;
}
