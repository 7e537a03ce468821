import { detectFormat, type ImportedCollection, type ImportFormat, importInWorker } from '@touchstone/engine-import';

export interface ReadDocument {
  bytes: Buffer;
  fileName: string;
  /** Where the document came from; addresses in it are relative to this. */
  location?: string;
  /** Replaces the address of the document. */
  baseUrl?: string;
  /** Fetches documents that the document names; without it they are listed as problems. */
  load?: (url: string) => Promise<Buffer>;
}

export type ReadOutcome =
  | { format: ImportFormat; collection: ImportedCollection }
  | { format: undefined; reason: string };

/** Documents that one import may fetch beside the first. */
const maxLoads = 50;

/** readDocument tells the format of a document and reads it in a thread of its own. It never throws for what the document holds. */
export async function readDocument(document: ReadDocument): Promise<ReadOutcome> {
  const { bytes, fileName } = document;
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    return { format: 'excel', collection: await importInWorker('excel', new Uint8Array(bytes)) };
  const text = decode(bytes);
  const { format, reason } = detectFormat(text, fileName);
  if (format === undefined) return { format, reason };
  const { baseUrl, location } = document;
  const options = { ...(baseUrl && { baseUrl }), ...(location && { location }) };
  if (format === 'wsdl')
    return {
      format,
      collection: await importInWorker('wsdl', text, {
        ...options,
        ...(document.load && { resolve: boundedResolve(document.load) }),
      }),
    };
  if (format === 'openapi')
    return { format, collection: await importInWorker('openapi', text, baseUrl ? { baseUrl } : {}) };
  return { format, collection: await importInWorker(format, text as never) };
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
