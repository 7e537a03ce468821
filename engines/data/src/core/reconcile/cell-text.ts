import { stringifyExactJson } from '@touchstone/engine-assert/core';
import { exactNumberText } from './decimal.ts';
import type { Cell } from './plan.ts';

const shownLength = 1000;

/** cellText returns a value as readable text of at most 1000 characters; null if there is none. */
export function cellText(cell: Cell): string | null {
  if (cell === undefined || cell === null) return null;
  const text = typeof cell === 'string' ? cell : (exactNumberText(cell) ?? stringifyExactJson(cell));
  return text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text;
}
