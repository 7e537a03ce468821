import { randomInt } from 'node:crypto';

/** Without the letters and digits that are mistaken for one another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const count = 10;

/** newRecoveryCodes makes ten codes such as `k7m2p-x9q4t`, each of 49 random bits. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => {
    const text = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });

/** readRecoveryCode takes what a person typed; undefined when it cannot be such a code. */
export function readRecoveryCode(typed: string): string | undefined {
  const text = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return text.length === 10 ? `${text.slice(0, 5)}-${text.slice(5)}` : undefined;
}
