import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import {
  decodeText,
  type GivenFile,
  GivenFiles,
  type ImportedCollection,
  type ImportFormat,
  importInWorker,
} from '@touchstone/engine-import';
import { FairQueue, type QueueFigures, type WorkOwner } from '@touchstone/kernel';
import type { DetectedDocument } from '../domain/imports/detect-document.ts';

export interface DocumentFile {
  bytes: Buffer;
  fileName: string;
}

export interface ReadDocument {
  /** The document and the files it references; which of them is the document is detected. */
  files: DocumentFile[];
  /** Where the document came from; relative addresses resolve against it. */
  location?: string;
  /** Overrides the document's address. */
  baseUrl?: string;
  /** Fetches referenced documents; without it, they are listed as problems. */
  load?: (url: string) => Promise<Buffer>;
  /** On whose behalf the document is read: owners take turns. */
  owner: WorkOwner;
  /** Aborts reading. */
  signal?: AbortSignal;
}

export type ReadOutcome =
  | { format: ImportFormat; fileName: string; collection: ImportedCollection }
  /** `isSpreadsheet`: it looks like a workbook but can't be read as one. */
  | { format: undefined; reason: string; isSpreadsheet: boolean };

/** The importer's message for files that aren't workbooks. */
const notExcel = 'Only excel file is allowed.';
/** The most documents one import may fetch besides the first. */
const maxLoads = 50;
const detectLimitMs = 10_000;
/** A thread that reads a document may need a lot of memory, and a full core for half a minute. */
const turns = new FairQueue({ slots: 3, perOrganization: 2, perUser: 1 });

/** importFigures figures of the document queue. */
export const importFigures = (): QueueFigures => turns.figures();

/**
 * readDocument detects the format of a document and reads it in its own thread. Never throws because of the document's
 * content.
 */
export async function readDocument(document: ReadDocument): Promise<ReadOutcome> {
  const leave = await turns.enter(document.owner, document.signal);
  try {
    return await readInTurn(document);
  } finally {
    leave();
  }
}

async function readInTurn(document: ReadDocument): Promise<ReadOutcome> {
  const limits = document.signal ? { signal: document.signal } : {};
  const [only, ...more] = document.files;
  if (only && more.length === 0 && isZip(only)) return readWorkbook(only, limits);
  if (only && more.length === 0 && isOtherWorkbook(only))
    return {
      format: undefined,
      isSpreadsheet: true,
      reason: 'The file is no workbook of this format. Save it as .xlsx.',
    };
  const texts = document.files.map(({ bytes, fileName }) => ({ fileName, text: decodeText(bytes) }));
  const { format, reason, index } = await detect(document, texts);
  const main = document.files[index];
  if (format === undefined || main === undefined) return { format: undefined, reason, isSpreadsheet: false };
  if (format === 'excel') return readWorkbook(main, limits);
  const others = new GivenFiles(texts.filter((_, at) => at !== index));
  const text = texts[index]?.text ?? '';
  const isFolder = format === 'bruno' && texts.length > 1;
  const collection = isFolder
    ? await importInWorker(
        'bruno',
        texts.map((file) => ({ path: file.fileName, text: file.text })),
        undefined,
        limits,
      )
    : await readText(format, text, { ...document, fileName: main.fileName, others }, limits);
  const problems = isFolder ? [] : others.unused();
  return {
    format,
    fileName: main.fileName,
    collection: { ...collection, problems: [...collection.problems, ...problems] },
  };
}

const isZip = ({ bytes }: DocumentFile): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/** Whether the file is a workbook of an unsupported kind. */
const isOtherWorkbook = ({ bytes, fileName }: DocumentFile): boolean =>
  bytes.subarray(0, 4).toString('hex') === 'd0cf11e0' || /\.(xlsx?|xlsm|xlsb|ods)$/i.test(fileName);

async function readText(
  format: Exclude<ImportFormat, 'excel'>,
  text: string,
  { baseUrl, location, load, fileName, files, others }: ReadDocument & { fileName: string; others: GivenFiles },
  limits: { signal?: AbortSignal },
): Promise<ImportedCollection> {
  if (format !== 'wsdl' && format !== 'openapi') return importInWorker(format, text as never, undefined, limits);
  const resolve = load
    ? boundedResolve(load, format === 'openapi' ? location : undefined)
    : files.length > 1
      ? others.resolve
      : undefined;
  const options = {
    ...(baseUrl && { baseUrl }),
    ...(location ? { location } : resolve && { location: fileName }),
    ...(resolve && { resolve }),
  };
  return importInWorker(format, text, options, limits);
}

async function detect({ owner, signal }: ReadDocument, texts: GivenFile[]): Promise<DetectedDocument> {
  const module = new URL('../domain/imports/detect-document.ts', import.meta.url).href;
  const order = {
    module,
    name: 'detectDocument',
    input: texts,
    limitMs: detectLimitMs,
    subject: 'Reading the document',
  };
  try {
    return await sharedWorkPool.run<DetectedDocument>({ ...order, owner, signal });
  } catch (error) {
    if (!(error instanceof WorkStopped)) throw error;
    return { format: undefined, reason: error.message, index: 0 };
  }
}

async function readWorkbook({ bytes, fileName }: DocumentFile, limits: { signal?: AbortSignal }): Promise<ReadOutcome> {
  const collection = await importInWorker('excel', new Uint8Array(bytes), undefined, limits);
  const refused = collection.problems.find(({ reason }) => reason === notExcel);
  return refused
    ? { format: undefined, isSpreadsheet: true, reason: 'The file is an archive, but no workbook.' }
    : { format: 'excel', fileName, collection };
}

/**
 * Only HTTP addresses, a limited number of them, and optionally only on the server of `origin`; the importer lists
 * those that can't be fetched.
 */
function boundedResolve(load: (url: string) => Promise<Buffer>, origin?: string) {
  let left = maxLoads;
  return async (url: string): Promise<string | undefined> => {
    if (!/^https?:\/\//i.test(url) || left === 0) return undefined;
    if (origin !== undefined && new URL(url).origin !== new URL(origin).origin)
      throw new Error('it lies on another server than the document');
    left -= 1;
    return load(url).then(decodeText, () => undefined);
  };
}
