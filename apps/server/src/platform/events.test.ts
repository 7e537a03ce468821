import { createTestDatabase } from '@touchstone/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { type Database, openDatabase } from './database/pool.ts';
import { createEvents, defineEvent, on } from './events.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';

const waitOptions = { timeout: 15_000, interval: 50 };
const lit = defineEvent<{ lamp: string }>('lamp.lit');
let copy: { url: string; drop(): Promise<void> };
let database: Database;
let jobs: Jobs;
beforeEach(async () => {
  copy = await createTestDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, { max: 3, applicationName: 'test', onError: () => undefined });
  jobs = createJobs(database, pino({ level: 'silent' }), { retryDelaySeconds: 0 });
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
  await copy.drop();
});
const queued = async (name: string) =>
  (await database.pool.query('select state, data from jobs.job where name = $1', [name])).rows;

test('an event reaches every handler, even one that fails at first, and delays no other', async () => {
  const events = createEvents(jobs);
  const seen: string[] = [];
  let failures = 0;
  events.subscribe(
    'shy',
    on(lit, async ({ lamp }) => {
      failures += 1;
      if (failures < 3) throw new Error('Too bright.');
      seen.push(`shy ${lamp}`);
    }),
  );
  events.subscribe(
    'bold',
    on(lit, async ({ lamp }) => void seen.push(`bold ${lamp}`)),
  );
  await jobs.start({ working: true });
  await events.publish(lit, { lamp: 'desk' });
  await vi.waitFor(() => expect([...seen].sort()).toEqual(['bold desk', 'shy desk']), waitOptions);
  expect(failures).toBe(3);
});

test('an event of a rolled-back transaction never happened; that of a committed one is stored with it', async () => {
  const events = createEvents(jobs);
  events.subscribe(
    'shy',
    on(lit, async () => undefined),
  );
  await jobs.start({ working: false });
  const undone = database.transaction(async (_sql, client) => {
    await events.publish(lit, { lamp: 'ghost' }, client);
    throw new Error('The change failed.');
  });
  await expect(undone).rejects.toThrow('The change failed.');
  await database.transaction((_sql, client) => events.publish(lit, { lamp: 'desk' }, client));
  expect(await queued('event.lamp.lit.shy')).toEqual([{ state: 'created', data: { lamp: 'desk' } }]);
});

test('a handler that keeps failing leaves the event in its dead letter queue', async () => {
  const events = createEvents(jobs);
  events.subscribe(
    'broken',
    on(lit, async () => {
      throw new Error('Always.');
    }),
  );
  await jobs.start({ working: true });
  await events.publish(lit, { lamp: 'desk' });
  await vi.waitFor(async () => {
    expect(await queued('event.lamp.lit.broken.dead')).toMatchObject([{ data: { lamp: 'desk' } }]);
  }, waitOptions);
});

test('an event without a handler is not an error, two handlers of one service are', async () => {
  const events = createEvents(jobs);
  await events.publish(lit, { lamp: 'desk' });
  events.subscribe(
    'shy',
    on(lit, async () => undefined),
  );
  expect(() =>
    events.subscribe(
      'shy',
      on(lit, async () => undefined),
    ),
  ).toThrow('The service shy handles the event lamp.lit twice.');
});
