import { setTimeout as delay } from 'node:timers/promises';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Notifier } from '../database/notifier.ts';
import type { Database } from '../database/pool.ts';

/** The part of an open transaction that a job needs. */
export interface JobTransaction {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Jobs is the queue for everything except test runs: mail, retention, schedules. Failed jobs are retried, then moved to
 * `<name>.dead`.
 */
export interface Jobs {
  /** Declares a queue; `work` runs in processes with the scheduler role. */
  handle<T extends object>(name: string, work: (data: T) => Promise<void>): void;
  /** With `client`, the job exists only if that client's transaction commits; `startAfter` delays it. */
  send(name: string, data: object, client?: JobTransaction, startAfter?: Date): Promise<void>;
  /** Runs the queue's handler by a cron expression, in UTC. */
  schedule(name: string, cron: string): void;
  start(options: { working: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/** An arbitrary constant: concurrently starting processes prepare the queue one after another. */
const lockKey = 7_700_004;
/** Announces due jobs to all processes; delayed and retried ones are found by polling. */
const channel = 'jobs_wake';
const pollIntervalMs = 1000;
/**
 * Each queue also polls by itself, though rarely: with a hundred queues that would be most of an idle server's work.
 */
const pollSeconds = 30;
/** Queues with a due job. */
const dueQueues = `select q.name from unnest($1::text[]) q(name) where exists (
  select 1 from jobs.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`;

/** createJobs creates the queue; with a notifier jobs start immediately, otherwise within a second. */
export function createJobs(
  database: Database,
  log: Logger,
  { notifier, retryDelaySeconds = 2 }: { notifier?: Pick<Notifier, 'listen'>; retryDelaySeconds?: number } = {},
): Jobs {
  // Uses the process's pool: a second one would exceed its connection limit.
  const db = { executeSql: (text: string, values?: unknown[]) => database.pool.query(text, values) };
  const boss = new PgBoss({ db, schema: 'jobs' });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  /** Sequentially: a failing job doesn't affect the others of its batch. */
  const workOff = async (batch: Job<object>[], work: (data: object) => Promise<void>): Promise<JobResult[]> => {
    const results: JobResult[] = [];
    for (const job of batch) {
      try {
        await work(job.data);
        results.push({ id: job.id, status: 'completed' });
      } catch (error) {
        log.warn({ err: error, job: job.id, queue: job.name }, 'job failed');
        results.push({ id: job.id, status: 'failed', output: { message: (error as Error).message } });
      }
    }
    return results;
  };
  /** Creates missing queues, and updates existing ones to this version's options. */
  const makeQueues = async (names: Iterable<string>): Promise<void> => {
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const name of names) {
      const deadLetter = `${name}.dead`;
      const options = {
        retryLimit: 5,
        retryDelay: retryDelaySeconds,
        retryBackoff: retryDelaySeconds > 0,
        deadLetter,
        expireInSeconds: 300,
      };
      if (!existing.has(deadLetter)) await boss.createQueue(deadLetter);
      const queue = existing.get(name);
      if (!queue) await boss.createQueue(name, options);
      else if (!has(queue, options)) await boss.updateQueue(name, options);
    }
  };
  const workers = new Map<string, string>();
  const wake = (name: string) => boss.notifyWorker(workers.get(name) ?? '');
  /** Wakes the queues with due jobs, every second until closed. */
  const poll = async (): Promise<void> => {
    const { signal } = closing;
    while (!signal.aborted) {
      await delay(pollIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        const { rows } = await database.pool.query<{ name: string }>(dueQueues, [[...workers.keys()]]);
        for (const { name } of rows) wake(name);
      } catch (error) {
        log.debug({ err: error }, 'job queue');
      }
    }
  };
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const crons = new Map<string, string>();
  let unlisten: () => void = () => undefined;
  const closing = new AbortController();
  let started: Promise<void> | undefined;
  return {
    handle(name, work) {
      handlers.set(name, work as (data: object) => Promise<void>);
    },
    schedule(name, cron) {
      crons.set(name, cron);
    },
    async send(name, data, client, startAfter) {
      await started;
      const options = startAfter ? { startAfter } : {};
      const within = client ?? database.pool;
      const db = { executeSql: (text: string, values?: unknown[]) => within.query(text, values) };
      await boss.send(name, data, { ...options, db });
      if (!startAfter) await within.query('select pg_notify($1, $2)', [channel, name]);
    },
    start({ working }) {
      started = (async () => {
        await database.patiently(async (client) => {
          await client.query('select pg_advisory_lock($1)', [lockKey]);
          await boss.start();
        });
        await makeQueues(handlers.keys());
        if (!working) return;
        const options = { batchSize: 5, pollingIntervalSeconds: pollSeconds, perJobResults: true } as const;
        for (const [name, work] of handlers)
          workers.set(name, await boss.work(name, options, (batch: Job<object>[]) => workOff(batch, work)));
        void poll();
        unlisten = (await notifier?.listen(channel, wake)) ?? unlisten;
        for (const [name, cron] of crons) await boss.schedule(name, cron);
        // Schedules of earlier versions would send jobs without a worker.
        for (const { name } of await boss.getSchedules()) if (!crons.has(name)) await boss.unschedule(name);
      })();
      return started;
    },
    async stop() {
      await started?.catch(() => undefined);
      unlisten();
      closing.abort();
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

function has<Options extends object>(queue: Partial<Options>, options: Options): boolean {
  return Object.entries(options).every(([name, value]) => queue[name as keyof Options] === value);
}
