import { setTimeout as delay } from 'node:timers/promises';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Notifier } from '../database/notifier.ts';
import type { Database } from '../database/pool.ts';

/** What a job needs of an open transaction. */
export interface JobTransaction {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Jobs is the queue of everything that is not a test run: mail, retention, schedules. Failed jobs retry, then land in `<name>.dead`. */
export interface Jobs {
  /** Declares a queue; `work` runs in processes with the scheduler role. */
  handle<T extends object>(name: string, work: (data: T) => Promise<void>): void;
  /** With `client` the job exists only when the transaction of that client commits; `startAfter` lets it wait. */
  send(name: string, data: object, client?: JobTransaction, startAfter?: Date): Promise<void>;
  /** Runs the queue's handler by a cron line, in UTC. */
  schedule(name: string, cron: string): void;
  start(options: { working: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/** Any constant of our own: processes that start together prepare the queue one after the other. */
const lockKey = 7_700_004;
/** Tells every process of a job that may begin; those that come later, or again, are found by looking. */
const channel = 'jobs_wake';
const lookMs = 1000;
/** Each queue looks by itself as well, though seldom: with a hundred of them that would be most of what an idle server does. */
const pollSeconds = 30;
/** Queues with a job that may begin now. */
const dueQueues = `select q.name from unnest($1::text[]) q(name) where exists (
  select 1 from jobs.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`;

/** createJobs makes the queue; with a notifier a job begins at once, without one within a second. */
export function createJobs(
  database: Database,
  log: Logger,
  { notifier, retryDelaySeconds = 2 }: { notifier?: Pick<Notifier, 'listen'>; retryDelaySeconds?: number } = {},
): Jobs {
  // The connections of the process: a second pool would go beyond its number.
  const db = { executeSql: (text: string, values?: unknown[]) => database.pool.query(text, values) };
  const boss = new PgBoss({ db, schema: 'jobs' });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  /** One by one: the failure of a job is its own, the others of the batch are done. */
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
  /** Makes the queues that are not there, and gives those of an earlier version the options of this one. */
  const makeQueues = async (names: Iterable<string>): Promise<void> => {
    const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const name of names) {
      const deadLetter = `${name}.dead`;
      const options = {
        retryLimit: 5,
        retryDelay: retryDelaySeconds,
        retryBackoff: retryDelaySeconds > 0,
        deadLetter,
        expireInSeconds: 300,
      };
      if (!there.has(deadLetter)) await boss.createQueue(deadLetter);
      const queue = there.get(name);
      if (!queue) await boss.createQueue(name, options);
      else if (!has(queue, options)) await boss.updateQueue(name, options);
    }
  };
  const workers = new Map<string, string>();
  const wake = (name: string) => boss.notifyWorker(workers.get(name) ?? '');
  /** Wakes the queues that have work, once a second until the end. */
  const look = async (): Promise<void> => {
    const { signal } = closing;
    while (!signal.aborted) {
      await delay(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
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
        void look();
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
