import { readFile } from 'node:fs/promises';
import { CliError } from '../cli-error.ts';

const timeoutMs = 30_000;
const sizeLimit = 50 * 1024 * 1024;

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/**
 * readDocument returns the bytes at a path or an HTTP(S) address given by the user; `what` and `option` are for the
 * error message.
 */
export async function readDocument(source: string, what: string, option: string): Promise<Uint8Array> {
  return isAddress(source) ? download(source, what) : readLocal(source, what, option);
}

/** readDocumentText returns the text at a path or an HTTP(S) address given by the user. */
export async function readDocumentText(source: string, what: string, option: string): Promise<string> {
  return decode(await readDocument(source, what, option));
}

/** Older tools write UTF-16, detected by the byte order mark. */
function decode(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

async function readLocal(path: string, what: string, option: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'No such file' : (error as Error).message;
    throw new CliError(`The ${what} ${path} cannot be read: ${reason}. Check the path of ${option}.`);
  }
}

async function download(url: string, what: string): Promise<Uint8Array> {
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (Number(response.headers.get('content-length') ?? 0) > sizeLimit) throw new Error('it is larger than 50 MB');
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
    throw new CliError(`The ${what} at ${url} cannot be read: ${reason}. Check the address and that the server runs.`);
  }
  if (!response.ok)
    throw new CliError(
      `The ${what} at ${url} cannot be read: the server answered ${response.status}. Check the address.`,
    );
  return bytes;
}
