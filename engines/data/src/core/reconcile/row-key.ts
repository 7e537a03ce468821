import { plainText, toBoolean } from './compare-cells.ts';
import { decimalText, exactNumberText, toDecimal } from './decimal.ts';
import { toInstant } from './instant.ts';
import type { Cell, KeyColumn } from './plan.ts';

/** KeyKind is how the values of a key column are read, so that equal ones have the same text. */
export type KeyKind = 'text' | 'number' | 'date' | 'boolean';

/** keyKind decides how a key column is read: as chosen, or as numbers if the API has any number in it. */
export function keyKind({ compareAs }: Pick<KeyColumn, 'compareAs'>, apiCells: Iterable<Cell>): KeyKind {
  if (compareAs === 'json') return 'text';
  if (compareAs !== 'auto') return compareAs;
  for (const cell of apiCells)
    if (typeof cell === 'number' || typeof cell === 'bigint' || exactNumberText(cell) !== undefined) return 'number';
  return 'text';
}

const separator = '\u0000';

/** rowKey returns the text that equal keys have in common; undefined if a part of the key has no value. */
export function rowKey(
  cells: readonly Cell[],
  keys: readonly KeyColumn[],
  kinds: readonly KeyKind[],
  timeZone: string,
): string | undefined {
  const parts: string[] = [];
  for (const [index, key] of keys.entries()) {
    const cell = cells[index];
    if (cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')) return undefined;
    parts.push(keyText(cell, key, kinds[index] ?? 'text', timeZone));
  }
  return parts.join(separator);
}

/** A value that can't be read as its kind is matched by its text. */
function keyText(cell: Cell, key: KeyColumn, kind: KeyKind, timeZone: string): string {
  if (kind === 'number') {
    const decimal = toDecimal(cell);
    if (decimal) return decimalText(decimal);
  }
  if (kind === 'date') {
    const instant = toInstant(cell, timeZone);
    if (instant !== undefined) return String(instant);
  }
  if (kind === 'boolean') {
    const boolean = toBoolean(cell);
    if (boolean !== undefined) return String(boolean);
  }
  return typeof cell === 'object' && exactNumberText(cell) === undefined ? JSON.stringify(cell) : plainText(cell, key);
}
