import type { AddressPolicy } from '@touchstone/engine-http';
import { checkedAddress } from './checked-address.ts';
import { toDatabaseError } from './database-error.ts';
import type { DatabaseAnswer, DatabaseQuestion, DatabaseRow, DatabaseTarget } from './database-link.ts';
import { openDatabaseThread } from './database-thread.ts';
import type { DatabaseJob } from './database-worker.ts';

export interface AskOptions {
  /** Checks the resolved address of the host. */
  policy: AddressPolicy;
  /** Limit for connecting and querying together, in milliseconds. */
  timeoutMs: number;
  /** The folder of drivers added to the installation. */
  driversFolder: string;
  /** Aborts the work, for instance when a run is stopped. */
  signal?: AbortSignal | undefined;
}

/** databaseVersion connects and returns product and version, such as `PostgreSQL 18.4`. Throws a `DatabaseError`. */
export async function databaseVersion(target: DatabaseTarget, options: AskOptions): Promise<string> {
  return ((await ask(target, { type: 'version' }, options)) as { version: string }).version;
}

/** queryDatabase runs a read-only statement and returns at most `maxRows` rows. Throws a `DatabaseError`. */
export async function queryDatabase(
  target: DatabaseTarget,
  query: { text: string; values: Record<string, string>; maxRows: number },
  options: AskOptions,
): Promise<DatabaseRow[]> {
  return ((await ask(target, { type: 'query', ...query }, options)) as { rows: DatabaseRow[] }).rows;
}

async function ask(target: DatabaseTarget, question: DatabaseQuestion, options: AskOptions): Promise<DatabaseAnswer> {
  return askInThread(await checkedJob(target, question, options), options.signal);
}

/**
 * checkedJob checks the address of the database and returns what a thread is started with. Throws a `DatabaseError`.
 */
export async function checkedJob(
  target: DatabaseTarget,
  question: DatabaseQuestion,
  { policy, timeoutMs, driversFolder }: AskOptions,
): Promise<DatabaseJob> {
  const checked = await checkedAddress(policy, target.host, target.port).catch((error: unknown) => {
    throw toDatabaseError(error, target);
  });
  return { target, question, options: { ...checked, timeoutMs, driversFolder } };
}

function askInThread(job: DatabaseJob, signal: AbortSignal | undefined): Promise<DatabaseAnswer> {
  return new Promise((resolve, reject) => {
    const thread = openDatabaseThread(job, signal, {
      onFailure: reject,
      onMessage(message) {
        if (!('answer' in message)) return;
        thread.close();
        resolve(message.answer);
      },
    });
  });
}
