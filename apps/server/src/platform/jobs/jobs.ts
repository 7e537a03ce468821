import { type Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** Jobs is the queue of everything that is not a test run: mail, retention, schedules. Failed jobs retry, then land in `<name>.dead`. */
export interface Jobs {
  /** Declares a queue; `work` runs in processes with the scheduler role. */
  handle<T extends object>(name: string, work: (data: T) => Promise<void>): void;
  send(name: string, data: object): Promise<void>;
  /** Runs the queue's handler by a cron line, in UTC. */
  schedule(name: string, cron: string): void;
  start(options: { working: boolean }): Promise<void>;
  stop(): Promise<void>;
}

export function createJobs(connectionString: string, log: Logger): Jobs {
  const boss = new PgBoss({ connectionString, schema: 'jobs', max: 4, application_name: 'touchstone-jobs' });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const crons = new Map<string, string>();
  let started: Promise<void> | undefined;
  return {
    handle(name, work) {
      handlers.set(name, work as (data: object) => Promise<void>);
    },
    schedule(name, cron) {
      crons.set(name, cron);
    },
    async send(name, data) {
      await started;
      await boss.send(name, data);
    },
    start({ working }) {
      started = (async () => {
        await boss.start();
        for (const [name, work] of handlers) {
          await boss.createQueue(`${name}.dead`);
          await boss.createQueue(name, {
            retryLimit: 5,
            retryDelay: 2,
            retryBackoff: true,
            deadLetter: `${name}.dead`,
            expireInSeconds: 300,
          });
          if (!working) continue;
          await boss.work(name, { batchSize: 5, pollingIntervalSeconds: 1 }, async (jobs: Job<object>[]) => {
            for (const job of jobs) await work(job.data);
          });
        }
        if (working) for (const [name, cron] of crons) await boss.schedule(name, cron);
      })();
      return started;
    },
    async stop() {
      await started?.catch(() => undefined);
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}
