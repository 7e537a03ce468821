import { stat } from 'node:fs/promises';
import { type Row, readRows } from '@touchstone/engine-data';
import { CliError } from '../cli-error.ts';

/** DataRows is a data file: its number of rows, and the rows, read as needed. */
export interface DataRows {
  count: number;
  read(): AsyncIterable<Row>;
}

const types = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  xlsx: 'excel',
} as const;

/** openDataRows reads a data file once, so that its faults are reported before the first request. */
export async function openDataRows(path: string): Promise<DataRows> {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const type = (types as Record<string, (typeof types)[keyof typeof types] | undefined>)[extension];
  if (type === undefined) throw new CliError(`--data ${path} is not a data file. Give a CSV, JSON or Excel file.`);
  if (!(await stat(path).catch(() => undefined))?.isFile())
    throw new CliError(`--data ${path} does not exist. Check the path.`);
  const read = () => readRows(path, { type });
  let count = 0;
  try {
    for await (const _row of read()) count += 1;
  } catch (error) {
    throw new CliError(`--data ${path}: ${(error as Error).message}`);
  }
  if (count === 0) throw new CliError(`--data ${path} has no rows.`);
  return { count, read };
}
