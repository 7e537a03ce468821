import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { sharedWorkPool } from '@touchstone/engine-assert';
import type { WorkOwner } from '@touchstone/kernel';
import type { SheetTask } from './sheet-to-json.ts';
import { uncompressedBytes } from './zip-size.ts';

const megabyte = 1024 * 1024;
/** A small archive may contain a very large sheet. */
const maxUncompressedBytes = 200 * megabyte;
const limitMs = 30_000;
const bytesATurn = 256 * 1024;

/** Which sheet is read, how large its file may be, and on whose behalf. */
interface SheetOptions {
  sheet?: number | string;
  maxExcelBytes?: number;
  owner?: WorkOwner;
}

/** Reads one sheet of an .xlsx file as texts, row by row, without empty rows. The archive is opened in a worker. */
export async function* readSheet(
  source: AsyncIterable<Uint8Array | string>,
  { sheet = 1, maxExcelBytes = 20 * megabyte, owner }: SheetOptions,
): AsyncGenerator<string[]> {
  const bytes = await readAll(source, maxExcelBytes);
  if (uncompressedBytes(bytes) > maxUncompressedBytes) {
    throw new Error('The Excel file holds more than 200 MB. Save the sheet as CSV and use that.');
  }
  const input: SheetTask = { bytes, sheet };
  const order = { module: new URL('./sheet-to-json.ts', import.meta.url).href, name: 'sheetToJson', input };
  const lines = await sharedWorkPool.run<Uint8Array>({ ...order, limitMs, subject: 'Reading the Excel file', owner });
  yield* recordsOf(Buffer.from(lines.buffer, lines.byteOffset, lines.length));
}

/** One record a line; yields to the event loop between many of them. */
async function* recordsOf(lines: Buffer): AsyncGenerator<string[]> {
  let turnEnds = bytesATurn;
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(0x0a, start);
    yield JSON.parse(lines.toString('utf8', start, end)) as string[];
    start = end + 1;
    if (start < turnEnds) continue;
    turnEnds = start + bytesATurn;
    await setImmediate();
  }
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
