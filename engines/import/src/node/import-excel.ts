import { requestsOfSheets } from '../core/excel/excel-sheets.ts';
import type { ImportedCollection } from '../core/imported-collection.ts';
import { zipEntries } from './unpack-zip.ts';

/** Maximum unpacked size of a workbook in bytes; a small file can expand far beyond its size. */
const unpackedLimit = 200 * 1024 * 1024;
const rowLimit = 20_000;

/**
 * importExcel makes a request from every row of an Excel workbook (.xlsx) below a row of titles such as name, method,
 * URL, headers, query, body, body type, username, password, token, expected status and assertions (`$.id = 7`, one per
 * line). It never throws.
 */
export async function importExcel(bytes: Uint8Array): Promise<ImportedCollection> {
  const refuse = (reason: string): ImportedCollection => ({
    title: 'Imported sheet',
    servers: [],
    steps: [],
    variables: [],
    environments: [],
    problems: [{ place: 'document', reason }],
  });
  const size = unpackedSize(bytes);
  if (size === undefined) return refuse('Only excel file is allowed.');
  if (size > unpackedLimit)
    return refuse('The workbook is larger than 200 MB when it is unpacked. Split it into smaller ones.');
  try {
    // Loads seventy modules that no other format needs.
    const { default: readSheets } = await import('read-excel-file/node');
    const sheets = await readSheets(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const cut = sheets.filter(({ data }) => data.length > rowLimit);
    const result = requestsOfSheets(sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.slice(0, rowLimit) })));
    const problems = cut.map(({ sheet }) => ({ place: sheet, reason: `Rows after ${rowLimit} were left out.` }));
    return { ...result, problems: [...result.problems, ...problems] };
  } catch {
    return refuse('Only excel file is allowed.');
  }
}

/** Total of the unpacked sizes in the archive; undefined if the bytes aren't a workbook. */
function unpackedSize(bytes: Uint8Array): number | undefined {
  const entries = zipEntries(bytes);
  if (!entries?.some(({ name }) => /^xl\/workbook\.xml$/i.test(name))) return undefined;
  return entries.reduce((sum, { size }) => sum + size, 0);
}
