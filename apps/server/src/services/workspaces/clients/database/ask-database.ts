import { Worker } from 'node:worker_threads';
import type { AddressPolicy } from '@touchstone/engine-http';
import { checkedAddress } from './checked-address.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import type { DatabaseAnswer, DatabaseQuestion, DatabaseRow, DatabaseTarget } from './database-link.ts';
import type { DatabaseJob, FromDatabaseWorker } from './database-worker.ts';

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

const memoryMb = 256;

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
  const { policy, timeoutMs, driversFolder, signal } = options;
  const checked = await checkedAddress(policy, target.host, target.port).catch((error: unknown) => {
    throw toDatabaseError(error, target);
  });
  return askInThread({ target, question, options: { ...checked, timeoutMs, driversFolder } }, signal);
}

/**
 * Drivers talk to untrusted servers: a few wrong bytes hold some of them in an endless loop that takes all memory. In a
 * thread of its own with a limit of memory and time such a server costs one question, not the process.
 */
function askInThread(job: DatabaseJob, signal: AbortSignal | undefined): Promise<DatabaseAnswer> {
  const { host, port } = job.target;
  const { timeoutMs } = job.options;
  if (signal?.aborted) return Promise.reject(new DatabaseError('The query was stopped.'));
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), {
    workerData: job,
    execArgv: [],
    // A driver finds nothing of this process's settings, such as PGHOST or PGPASSWORD.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  });
  return new Promise((resolve, reject) => {
    const close = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      worker.removeAllListeners();
      worker.on('error', () => undefined);
      void worker.terminate();
    };
    const fail = (message: string) => {
      close();
      reject(new DatabaseError(message));
    };
    const stop = () => fail('The query was stopped.');
    const timer = setTimeout(
      () =>
        fail(
          `The database at ${host}:${port} gave no answer within ${timeoutMs / 1000} s. Check host, port and firewall, make the query simpler, or raise the time limit.`,
        ),
      timeoutMs,
    );
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `${host}:${port} sent what is too large or no answer of this kind of database. Check the kind and the port.`
          : `The database driver failed: ${error.message}`,
      ),
    );
    worker.on('exit', () => fail('The database driver ended without an answer.'));
    worker.on('message', (message: FromDatabaseWorker) => {
      if ('problem' in message) return fail(message.problem);
      close();
      resolve(message.answer);
    });
  });
}
