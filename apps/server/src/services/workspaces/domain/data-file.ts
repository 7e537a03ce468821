import type { DataFileChoice, DataFileType } from '@touchstone/contracts/workspaces';

const types: Record<string, DataFileType> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  xlsx: 'excel',
  xlsm: 'excel',
};

/** dataFileType returns the type of a data file by its name; undefined if no reader supports it. */
export const dataFileType = (fileName: string): DataFileType | undefined =>
  types[/\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''];

/** rowsInRange yields only the rows that a run selects. */
export async function* rowsInRange<T>(
  rows: AsyncIterable<T>,
  { firstRow = 1, lastRow = Number.POSITIVE_INFINITY }: Pick<DataFileChoice, 'firstRow' | 'lastRow'>,
): AsyncGenerator<T> {
  let number = 0;
  for await (const row of rows) {
    number += 1;
    if (number > lastRow) return;
    if (number >= firstRow) yield row;
    if (number === lastRow) return;
  }
}
