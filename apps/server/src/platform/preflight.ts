import { createTransport } from 'nodemailer';
import pg from 'pg';
import type { Config } from './config.ts';
import { openStorage } from './files/open-storage.ts';

const limitMs = 10_000;
const oldestVersion = 15;

/** Preflight is the result of the checks before the start: problems that prevent it, and temporary ones. */
export interface Preflight {
  problems: string[];
  warnings: string[];
}

/**
 * checkConnections tries everything the configuration refers to, concurrently, and lists what can't be used by the name
 * of its setting. Mail waits in the queue, so an unavailable mail server doesn't prevent the start.
 */
export async function checkConnections(config: Config): Promise<Preflight> {
  const { DATABASE_URL, SMTP_URL, FILES_URL } = config;
  const [database, files, mail] = await Promise.all([
    DATABASE_URL ? tried('DATABASE_URL', tryDatabase(DATABASE_URL)) : [],
    // The start creates the folder of an embedded database.
    FILES_URL || DATABASE_URL
      ? tried(FILES_URL ? 'FILES_URL' : 'TOUCHSTONE_DATA_DIR', openStorage(config).check())
      : [],
    SMTP_URL ? tried('SMTP_URL', tryMail(SMTP_URL)) : [],
  ]);
  const stopping = [...database, ...files];
  return stopping.length ? { problems: [...stopping, ...mail], warnings: [] } : { problems: [], warnings: mail };
}

async function tried(setting: string, attempt: Promise<unknown>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${limitMs / 1000} seconds.`)), limitMs);
  });
  try {
    await Promise.race([attempt, late]);
    return [];
  } catch (error) {
    return [`${setting}: ${sentenceOf(error)}`];
  } finally {
    clearTimeout(timer);
  }
}

/** A name with several addresses fails with one error each and no message of its own. */
function sentenceOf(error: unknown): string {
  const { message, errors, cause, detail } = error as AggregateError & { detail?: string };
  const text = detail ?? (message || errors?.map((each: Error) => each.message).join('; '));
  return cause instanceof Error && cause.message ? `${text} (${cause.message})` : text;
}

async function tryDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: limitMs - 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const version = rows[0]?.server_version ?? '';
    if (Number.parseInt(version, 10) < oldestVersion)
      throw new Error(`This is PostgreSQL ${version}. Touchstone needs ${oldestVersion} or newer.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function tryMail(url: string): Promise<void> {
  const transport = createTransport({ url, connectionTimeout: limitMs - 1000, greetingTimeout: limitMs - 1000 });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
