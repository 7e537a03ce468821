import { createTestDatabase } from '@touchstone/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { Notifier } from '../database/notifier.ts';
import { type Database, openDatabase } from '../database/pool.ts';
import { createJobs, type Jobs } from './jobs.ts';

let copy: { url: string; drop(): Promise<void> };
let database: Database;
const opened: Jobs[] = [];
beforeEach(async () => {
  copy = await createTestDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, { max: 3, applicationName: 'test', onError: () => undefined });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()));
  await database.close();
  await copy.drop();
});

/** The queue of one process; retries failed jobs immediately. */
function newJobs(): Jobs {
  const jobs = createJobs(database, pino({ level: 'silent' }), { retryDelaySeconds: 0 });
  opened.push(jobs);
  return jobs;
}
const statesOf = async (name: string) =>
  (
    await database.pool.query('select state, data, retry_count from jobs.job where name = $1 order by created_on', [
      name,
    ])
  ).rows;
const waitOptions = { timeout: 15_000, interval: 50 };

test('a job sent by another process is handled once, by a working process', { timeout: 30_000 }, async () => {
  const [worker, sender] = [newJobs(), newJobs()];
  const handled: unknown[] = [];
  worker.handle<{ n: number }>('demo', async ({ n }) => void handled.push(n));
  sender.handle('demo', async () => void handled.push('by the sender'));
  await Promise.all([worker.start({ working: true }), sender.start({ working: false })]);
  await sender.send('demo', { n: 1 });
  await sender.send('demo', { n: 2 });
  await vi.waitFor(() => expect(handled).toHaveLength(2), waitOptions);
  expect(handled.sort()).toEqual([1, 2]);
  await vi.waitFor(
    async () => expect((await statesOf('demo')).map((job) => job.state)).toEqual(['completed', 'completed']),
    waitOptions,
  );
});

test('a failing job is retried; the others of its batch run once', { timeout: 30_000 }, async () => {
  const jobs = newJobs();
  const calls: string[] = [];
  jobs.handle<{ name: string }>('demo', async ({ name }) => {
    calls.push(name);
    if (name === 'bad' && calls.filter((call) => call === 'bad').length < 3) throw new Error('Not yet.');
  });
  await jobs.start({ working: false });
  for (const name of ['one', 'bad', 'two']) await jobs.send('demo', { name });
  const worker = newJobs();
  worker.handle<{ name: string }>('demo', async ({ name }) => {
    calls.push(name);
    if (name === 'bad' && calls.filter((call) => call === 'bad').length < 3) throw new Error('Not yet.');
  });
  await worker.start({ working: true });
  await vi.waitFor(
    async () =>
      expect((await statesOf('demo')).map((job) => job.state)).toEqual(['completed', 'completed', 'completed']),
    waitOptions,
  );
  expect(calls.sort()).toEqual(['bad', 'bad', 'bad', 'one', 'two']);
});

test('a job that keeps failing ends in the dead letters with its data', { timeout: 40_000 }, async () => {
  const jobs = newJobs();
  let calls = 0;
  jobs.handle('demo', async () => {
    calls += 1;
    throw new Error('Never.');
  });
  await jobs.start({ working: true });
  await jobs.send('demo', { mailId: 'm-1' });
  await vi.waitFor(
    async () => expect(await statesOf('demo.dead')).toEqual([expect.objectContaining({ data: { mailId: 'm-1' } })]),
    { timeout: 30_000, interval: 100 },
  );
  expect(calls).toBe(6);
  expect(await statesOf('demo')).toEqual([expect.objectContaining({ state: 'failed', retry_count: 5 })]);
});

test('a job of a transaction exists only if it commits', { timeout: 30_000 }, async () => {
  const jobs = newJobs();
  jobs.handle('demo', async () => undefined);
  await jobs.start({ working: false });
  const rolledBack = database.transaction(async (_sql, client) => {
    await jobs.send('demo', { n: 1 }, client);
    throw new Error('No.');
  });
  await expect(rolledBack).rejects.toThrow('No.');
  await database.transaction((_sql, client) => jobs.send('demo', { n: 2 }, client));
  expect((await statesOf('demo')).map((job) => job.data)).toEqual([{ n: 2 }]);
});

test.each([
  [true, [{ name: 'demo', cron: '17 3 * * *', timezone: 'UTC' }]],
  [false, []],
])('working %s registers the schedules %j', { timeout: 30_000 }, async (working, expected) => {
  const jobs = newJobs();
  jobs.handle('demo', async () => undefined);
  jobs.schedule('demo', '17 3 * * *');
  await jobs.start({ working });
  expect((await database.pool.query('select name, cron, timezone from jobs.schedule')).rows).toEqual(expected);
});

test('a schedule that no service declares any more is removed', { timeout: 30_000 }, async () => {
  const before = newJobs();
  before.handle('old', async () => undefined);
  before.schedule('old', '17 3 * * *');
  await before.start({ working: true });
  const after = newJobs();
  after.handle('new', async () => undefined);
  after.schedule('new', '17 3 * * *');
  await after.start({ working: true });
  expect((await database.pool.query('select name from jobs.schedule')).rows).toEqual([{ name: 'new' }]);
});

test('a due job is announced once its transaction commits; one that waits is not', {
  timeout: 30_000,
}, async () => {
  const notifier = new Notifier(copy.url, () => undefined);
  await notifier.start();
  const woken: string[] = [];
  await notifier.listen('jobs_wake', (name) => woken.push(name));
  const jobs = createJobs(database, pino({ level: 'silent' }), { notifier });
  opened.push(jobs);
  const handled: unknown[] = [];
  jobs.handle<{ n: number }>('demo', async ({ n }) => void handled.push(n));
  jobs.handle('other', async () => undefined);
  await jobs.start({ working: true });
  const undone = database.transaction(async (_sql, client) => {
    await jobs.send('demo', { n: 1 }, client);
    throw new Error('Not this one.');
  });
  await expect(undone).rejects.toThrow('Not this one.');
  await jobs.send('demo', { n: 2 }, undefined, new Date(Date.now() + 3_600_000));
  await database.transaction(async (_sql, client) => jobs.send('demo', { n: 3 }, client));
  await jobs.send('other', {});
  await vi.waitFor(() => expect(woken).toEqual(['demo', 'other']), waitOptions);
  await vi.waitFor(() => expect(handled).toEqual([3]), waitOptions);
  await notifier.stop();
});

test("a queue of an earlier version gets this version's options", async () => {
  const earlier = createJobs(database, pino({ level: 'silent' }), { retryDelaySeconds: 60 });
  opened.push(earlier);
  earlier.handle('demo', async () => undefined);
  await earlier.start({ working: false });
  const jobs = newJobs();
  jobs.handle('demo', async () => undefined);
  await jobs.start({ working: false });
  const { rows } = await database.pool.query("select retry_delay, retry_backoff from jobs.queue where name = 'demo'");
  expect(rows).toEqual([{ retry_delay: 0, retry_backoff: false }]);
});
