import { Buffer } from 'node:buffer';
import { uncompressedBytes } from './zip-size.ts';

const megabyte = 1024 * 1024;
/** A small archive may hold a very large sheet. */
const maxUncompressedBytes = 200 * megabyte;

/** Reads one sheet of an .xlsx file as texts, row by row; rows without any value are left out. */
export async function* readSheet(
  source: AsyncIterable<Uint8Array | string>,
  { sheet = 1, maxExcelBytes = 20 * megabyte }: { sheet?: number | string; maxExcelBytes?: number },
): AsyncGenerator<string[]> {
  const bytes = await readAll(source, maxExcelBytes);
  if (uncompressedBytes(bytes) > maxUncompressedBytes) {
    throw new Error('The Excel file holds more than 200 MB. Save the sheet as CSV and use that.');
  }
  const { readSheet: readXlsx } = await import('read-excel-file/node');
  let rows: unknown[][];
  try {
    rows = (await readXlsx(bytes, sheet)) as unknown[][];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The Excel file cannot be read: ${reason}. Give an .xlsx file and the name of one of its sheets.`);
  }
  for (const row of rows) {
    const record = row.map(cellText);
    if (record.some((value) => value !== '')) yield record;
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return String(value);
}

async function readAll(source: AsyncIterable<Uint8Array | string>, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    size += bytes.length;
    if (size > maxBytes) {
      throw new Error(
        `The Excel file is larger than ${Math.round(maxBytes / megabyte)} MB. Save the sheet as CSV and use that.`,
      );
    }
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}
