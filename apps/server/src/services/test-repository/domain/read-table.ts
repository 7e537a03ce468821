import { maxTableColumns, maxTableRows, tableColumnSchema } from '@touchstone/contracts/test-repository';
import { parseCsv } from '@touchstone/engine-data/core';

/** Columns and rows of a data table; values are in column order. */
export interface TableContent {
  columns: string[];
  rows: string[][];
}

/** readTable reads CSV with a header, or returns why it can't be read. */
export function readTable(text: string): TableContent | { reason: string } {
  let records: string[][];
  try {
    records = parseCsv(text, { maxRecords: maxTableRows + 1 });
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'It is no CSV.' };
  }
  const [header, ...rows] = records;
  if (!header) return { reason: 'It has no header.' };
  const columns = header.map((name) => name.trim());
  if (columns.length > maxTableColumns) return { reason: `It has more than ${maxTableColumns} columns.` };
  if (rows.length > maxTableRows) return { reason: `It has more than ${maxTableRows} rows.` };
  const wrong = columns.find((name) => !tableColumnSchema.safeParse(name).success);
  if (wrong !== undefined)
    return { reason: `“${wrong.slice(0, 50)}” is no name of a column. Use letters, digits, _, . and -.` };
  const lower = columns.map((name) => name.toLowerCase());
  const twice = columns.find((_, index) => lower.indexOf(lower[index] ?? '') < index);
  if (twice !== undefined) return { reason: `Two columns are named “${twice}”.` };
  return { columns, rows };
}
