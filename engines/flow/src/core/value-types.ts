import type { ValueType } from './document.ts';

/** The types that a joint may convert each type to. Secrets stay secret, and files stay files. */
const conversions: Record<ValueType, readonly ValueType[]> = {
  string: ['number', 'boolean', 'date', 'json', 'secret'],
  number: ['string', 'json'],
  boolean: ['string', 'json'],
  date: ['string', 'json'],
  json: ['string', 'number', 'boolean', 'date', 'table'],
  table: ['json', 'string'],
  secret: [],
  file: [],
};

/** canConvert returns whether a joint may convert a value of one type to another. */
export const canConvert = (from: ValueType, to: ValueType): boolean => conversions[from].includes(to);

const isRow = (row: unknown): boolean => typeof row === 'object' && row !== null && !Array.isArray(row);

/** isOfType returns whether a JSON constant is a value of a type. */
export function isOfType(value: unknown, type: ValueType): boolean {
  if (type === 'json') return true;
  if (type === 'table') return Array.isArray(value) && value.every(isRow);
  return typeof value === (type === 'number' || type === 'boolean' ? type : 'string');
}
