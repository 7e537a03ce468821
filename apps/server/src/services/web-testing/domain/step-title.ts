import type { RepositoryStep } from '@touchstone/contracts/test-repository';
import { findKeyword } from '@touchstone/engine-keyword/core';

const mostCharacters = 200;
const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** stepTitle is a step in a line: its keyword, what it acts on, and its first arguments. */
export function stepTitle({ keyword: id, target, args }: Pick<RepositoryStep, 'keyword' | 'target' | 'args'>): string {
  const keyword = findKeyword(id);
  const values = (keyword?.parameters ?? [])
    .map(({ name }) => args[name] ?? '')
    .filter((value) => value !== '')
    .slice(0, 2);
  const parts = [keyword?.title ?? id, target?.name ? `“${target.name}”` : '', values.join(', ')];
  return short(parts.filter(Boolean).join(' ').replace(/\s+/g, ' '), mostCharacters);
}

/** rowTitle names a row of a data table by its number and its first values. */
export function rowTitle({ number, values }: { number: number; values: Record<string, string> }): string {
  const told = Object.values(values)
    .filter((value) => value !== '')
    .slice(0, 2)
    .join(', ');
  return short(told ? `Row ${number}: ${told}` : `Row ${number}`, mostCharacters);
}
