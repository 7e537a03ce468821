import { readFile } from 'node:fs/promises';
import { CliError } from './cli-error.ts';

const timeoutMs = 30_000;
const sizeLimit = 50 * 1024 * 1024;

/** readOpenApiDocument gives the text at a path or an http(s) address that the user named. */
export async function readOpenApiDocument(source: string): Promise<string> {
  return /^https?:\/\//i.test(source) ? download(source) : readLocal(source);
}

async function readLocal(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'There is no such file' : (error as Error).message;
    throw new CliError(`The OpenAPI document ${path} cannot be read: ${reason}. Check the path of --openapi.`);
  }
}

async function download(url: string): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (Number(response.headers.get('content-length') ?? 0) > sizeLimit) throw new Error('it is larger than 50 MB');
    text = await response.text();
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
    throw new CliError(
      `The OpenAPI document at ${url} cannot be read: ${reason}. Check the address and that the server runs.`,
    );
  }
  if (!response.ok)
    throw new CliError(
      `The OpenAPI document at ${url} cannot be read: the server answered ${response.status}. Check the address.`,
    );
  return text;
}
