import type { RepositoryStep } from '@touchstone/contracts/test-repository';
import { describeStep, type Step } from '@touchstone/engine-keyword/core';

const maxCharacters = 200;
const short = (text: string): string => (text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text);

/** stepTitle returns a step on one line, such as: Click "Sign in". */
export function stepTitle(step: RepositoryStep): string {
  const phrase = describeStep(step as Step);
  return short(phrase.charAt(0).toUpperCase() + phrase.slice(1));
}

/** rowTitle names a row of a data table by its number and its first values. */
export function rowTitle({ number, values }: { number: number; values: Record<string, string> }): string {
  const shown = Object.values(values)
    .filter((value) => value !== '')
    .slice(0, 2)
    .join(', ');
  return short(shown ? `Row ${number}: ${shown}` : `Row ${number}`);
}
