import { sharedWorkPool, WorkStopped } from '@touchstone/engine-http';
import {
  type DetectedFormat,
  type ImportedCollection,
  type ImportFormat,
  importInWorker,
} from '@touchstone/engine-import';
import { FairQueue, type QueueFigures, type WorkOwner } from '@touchstone/kernel';

export interface ReadDocument {
  bytes: Buffer;
  fileName: string;
  /** Where the document came from; addresses in it are relative to this. */
  location?: string;
  /** Replaces the address of the document. */
  baseUrl?: string;
  /** Fetches documents that the document names; without it they are listed as problems. */
  load?: (url: string) => Promise<Buffer>;
  /** On whose behalf it is read: documents of owners take turns. */
  owner: WorkOwner;
  /** Ends the reading. */
  signal?: AbortSignal;
}

export type ReadOutcome =
  | { format: ImportFormat; collection: ImportedCollection }
  /** `isSpreadsheet`: it is meant as a workbook, and is none that can be read. */
  | { format: undefined; reason: string; isSpreadsheet: boolean };

/** What the importer of workbooks says of a file that is none. */
const notExcel = 'Only excel file is allowed.';
/** Documents that one import may fetch beside the first. */
const maxLoads = 50;
const detectLimitMs = 10_000;
/** A thread that reads a document may need much memory, and a whole core for half a minute. */
const turns = new FairQueue({ slots: 3, perOrganization: 2, perUser: 1 });

/** importFigures counts the turns of documents. */
export const importFigures = (): QueueFigures => turns.figures();

/** readDocument tells the format of a document and reads it in a thread of its own. It never throws for what the document holds. */
export async function readDocument(document: ReadDocument): Promise<ReadOutcome> {
  const leave = await turns.enter(document.owner, document.signal);
  try {
    return await readInTurn(document);
  } finally {
    leave();
  }
}

async function readInTurn(document: ReadDocument): Promise<ReadOutcome> {
  const { bytes, fileName, baseUrl, location, signal } = document;
  const limits = signal ? { signal } : {};
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return readWorkbook(bytes, limits);
  if (/\.(xlsx?|xlsm|xlsb|ods)$/i.test(fileName) || bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    return {
      format: undefined,
      isSpreadsheet: true,
      reason: 'The file is no workbook of this format. Save it as .xlsx.',
    };
  const text = decode(bytes);
  const { format, reason } = await detect(document, text);
  if (format === undefined) return { format, reason, isSpreadsheet: false };
  const options = { ...(baseUrl && { baseUrl }), ...(location && { location }) };
  if (format === 'wsdl') {
    const resolve = document.load && { resolve: boundedResolve(document.load) };
    return { format, collection: await importInWorker('wsdl', text, { ...options, ...resolve }, limits) };
  }
  if (format === 'openapi') return { format, collection: await importInWorker('openapi', text, options, limits) };
  return { format, collection: await importInWorker(format, text as never, undefined, limits) };
}

async function detect({ fileName, owner, signal }: ReadDocument, text: string): Promise<DetectedFormat> {
  const module = new URL('../domain/detect-document.ts', import.meta.url).href;
  const input = { text, fileName };
  const order = { module, name: 'detectDocument', input, limitMs: detectLimitMs, subject: 'Reading the document' };
  try {
    return await sharedWorkPool.run<DetectedFormat>({ ...order, owner, signal });
  } catch (error) {
    if (!(error instanceof WorkStopped)) throw error;
    return { format: undefined, reason: error.message };
  }
}

async function readWorkbook(bytes: Buffer, limits: { signal?: AbortSignal }): Promise<ReadOutcome> {
  const collection = await importInWorker('excel', new Uint8Array(bytes), undefined, limits);
  const refused = collection.problems.find(({ reason }) => reason === notExcel);
  return refused
    ? { format: undefined, isSpreadsheet: true, reason: 'The file is an archive, but no workbook.' }
    : { format: 'excel', collection };
}

/** UTF-8, or UTF-16 where a byte order mark says so. */
function decode(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Only http addresses, only so many; a document that cannot be fetched is the importer's problem to list. */
function boundedResolve(load: (url: string) => Promise<Buffer>) {
  let left = maxLoads;
  return async (url: string): Promise<string | undefined> => {
    if (!/^https?:\/\//i.test(url) || left === 0) return undefined;
    left -= 1;
    return load(url).then(decode, () => undefined);
  };
}
