import { Worker } from 'node:worker_threads';
import { threadHeap, watchMemory } from '@touchstone/kernel';
import { DatabaseError } from './database-error.ts';
import type { DatabaseJob, FromDatabaseWorker } from './database-worker.ts';

/** DatabaseThread is a worker that asks a database one question. */
export interface DatabaseThread {
  /** Lets the worker send the next batch of rows. */
  next(): void;
  /** Terminates the worker, whatever it is doing. */
  close(): void;
}

/** The callbacks of a thread. */
export interface ThreadListener {
  onMessage(message: Exclude<FromDatabaseWorker, { problem: string }>): void;
  /** Called at most once; the thread is closed by then. */
  onFailure(error: DatabaseError): void;
}

/**
 * openDatabaseThread starts a worker. Drivers talk to untrusted servers, and a few malformed bytes send some of them
 * into an endless loop that uses up all memory. In its own thread with limits of memory and time, such a server costs
 * one question, not the process.
 */
export function openDatabaseThread(
  job: DatabaseJob,
  signal: AbortSignal | undefined,
  { onMessage, onFailure }: ThreadListener,
): DatabaseThread {
  const { host, port } = job.target;
  const { timeoutMs } = job.options;
  if (signal?.aborted) {
    onFailure(new DatabaseError('The query was stopped.'));
    return { next: () => undefined, close: () => undefined };
  }
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), {
    workerData: job,
    execArgv: [],
    // Hides this process's settings, such as PGHOST or PGPASSWORD, from drivers.
    env: {},
    resourceLimits: { ...threadHeap, maxYoungGenerationSizeMb: 32 },
  });
  const close = () => {
    clearTimeout(timer);
    endWatch();
    signal?.removeEventListener('abort', stop);
    worker.removeAllListeners();
    worker.on('error', () => undefined);
    void worker.terminate();
  };
  const fail = (message: string) => {
    close();
    onFailure(new DatabaseError(message));
  };
  const stop = () => fail('The query was stopped.');
  const tooLarge = `${host}:${port} sent what is too large or no answer of this kind of database. Check the kind and the port.`;
  const endWatch = watchMemory(worker, () => fail(tooLarge));
  const late =
    job.question.type === 'rows'
      ? `The database at ${host}:${port} did not give all rows within ${timeoutMs / 1000} s. Make the query simpler, or raise the time limit.`
      : `The database at ${host}:${port} gave no answer within ${timeoutMs / 1000} s. Check host, port and firewall, make the query simpler, or raise the time limit.`;
  const timer = setTimeout(() => fail(late), timeoutMs);
  signal?.addEventListener('abort', stop, { once: true });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : `The database driver failed: ${error.message}`),
  );
  worker.on('exit', () => fail('The database driver ended without an answer.'));
  worker.on('message', (message: FromDatabaseWorker) => {
    if ('problem' in message) fail(message.problem);
    else onMessage(message);
  });
  return { next: () => worker.postMessage('next'), close };
}
