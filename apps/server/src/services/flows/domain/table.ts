import type { FlowNode } from '@touchstone/engine-flow/core';

/** Rows of a table as passed between nodes. */
export type Table = readonly Readonly<Record<string, unknown>>[];

const usualRows = 1000;
const maxCharacters = 1024 * 1024;

/** rowLimit is the maximum number of rows a node may output. */
export const rowLimit = ({ settings: { maxRows } }: FlowNode): number =>
  typeof maxRows === 'number' ? maxRows : usualRows;

/**
 * assertTable throws if a node outputs more rows than it may, or more data than can be passed on. `rows` may have one
 * more than the limit.
 */
export function assertTable(rows: Table, limit: number): void {
  if (rows.length > limit)
    throw new Error(
      `There are more than ${limit.toLocaleString('en')} rows. Raise the limit of rows, or ask for fewer.`,
    );
  if (JSON.stringify(rows).length > maxCharacters)
    throw new Error('The rows are larger than 1 MB, too large to hand on. Leave out columns or rows.');
}
