import type { AddressPolicy } from '@touchstone/engine-http';
import { checkedAddress } from './checked-address.ts';
import { toDatabaseError } from './database-error.ts';
import type { DatabaseAnswer, DatabaseQuestion, DatabaseRow, DatabaseTarget } from './database-link.ts';
import { openDatabaseThread } from './database-thread.ts';
import type { DatabaseJob } from './database-worker.ts';

export interface AskOptions {
  /** Decides on the resolved address of the host. */
  policy: AddressPolicy;
  /** For connecting and asking together, in milliseconds. */
  timeoutMs: number;
  /** Where drivers lie that were added to the installation. */
  driversFolder: string;
  /** Ends the work from outside, as when a run is stopped. */
  signal?: AbortSignal | undefined;
}

/** databaseVersion connects and gives product and version, such as `PostgreSQL 18.4`. Throws a `DatabaseError`. */
export async function databaseVersion(target: DatabaseTarget, options: AskOptions): Promise<string> {
  return ((await ask(target, { type: 'version' }, options)) as { version: string }).version;
}

/** queryDatabase runs one reading statement and gives at most `maxRows` rows. Throws a `DatabaseError`. */
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

/** checkedJob is what a thread is started with, once the address of the database was checked. Throws a `DatabaseError`. */
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
