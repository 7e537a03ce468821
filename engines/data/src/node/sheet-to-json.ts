import { Buffer } from 'node:buffer';

/** SheetTask is one sheet of one Excel file. */
export interface SheetTask {
  bytes: Uint8Array;
  sheet: number | string;
}

/** Maximum characters of all cells; an archive may contain more than it declares. */
const maxCharacters = 100 * 1024 * 1024;
/** The event loop reads a row in one go. */
const maxRowCharacters = 1_000_000;

/**
 * sheetToJson returns the rows of a sheet that have a value as JSON lists of texts, one a line. It blocks its thread:
 * use it in workers.
 */
export async function sheetToJson({ bytes, sheet }: SheetTask): Promise<Uint8Array> {
  const { readSheet } = await import('read-excel-file/node');
  let rows: unknown[][];
  try {
    rows = (await readSheet(Buffer.from(bytes), sheet)) as unknown[][];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The Excel file cannot be read: ${reason}. Give an .xlsx file and the name of one of its sheets.`);
  }
  const lines: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const record = row.map(cellText);
    if (record.every((value) => value === '')) continue;
    const line = JSON.stringify(record);
    if (line.length > maxRowCharacters)
      throw new Error('A row of the Excel file holds more than 1,000,000 characters. Make its cells shorter.');
    characters += line.length;
    if (characters > maxCharacters)
      throw new Error('The Excel file holds more than 100 MB of text. Save the sheet as CSV and use that.');
    lines.push(`${line}\n`);
  }
  return Buffer.from(lines.join(''));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return String(value);
}
