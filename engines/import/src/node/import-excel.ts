import { requestsOfSheets } from '../core/excel/excel-sheets.ts';
import type { ImportedCollection } from '../core/imported-collection.ts';

/** What a workbook may take when it is unpacked; a small file can hold far more. */
const unpackedLimit = 200 * 1024 * 1024;
const rowLimit = 20_000;

/**
 * importExcel makes requests of the rows of an Excel workbook (.xlsx): one request a row, under a row of titles such as name, method, URL,
 * headers, query, body, body type, username, password, token, expected status and assertions (`$.id = 7`, one a line). It never throws.
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
    // Seventy modules that no other format needs.
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

/** Sum of the sizes that the central directory of a ZIP names; undefined where the bytes are no workbook. */
function unpackedSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.byteLength - 22;
  const least = Math.max(0, end - 65_535);
  while (end >= least && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < least || end < 0) return undefined;
  let at = view.getUint32(end + 16, true);
  let size = 0;
  let hasWorkbook = false;
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.byteLength || view.getUint32(at, true) !== 0x02014b50) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    if (/^xl\/workbook\.xml$/i.test(name)) hasWorkbook = true;
    size += view.getUint32(at + 24, true);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return hasWorkbook ? size : undefined;
}
