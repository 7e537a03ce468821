import type { Row } from './expand-steps.ts';

const values = new WeakMap<Row, Record<string, unknown>>();

/** keepRowValues stores which values of a row weren't texts in the data; the row itself has all as texts. */
export function keepRowValues(row: Row, typed: Record<string, unknown>): Row {
  if (Object.keys(typed).length > 0) values.set(row, typed);
  return row;
}

/** rowValues returns the values of a row that weren't texts in the data: numbers, booleans, null, lists and objects. */
export function rowValues(row: Row): Record<string, unknown> | undefined {
  return values.get(row);
}
