import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { PoolClient } from '../../../platform/database/pool.ts';
import { createDemoRuns, type DemoRuns, passAll } from '../testing/demo-run.ts';
import { type Lease, leasesStore } from './leases.store.ts';

let server: TestServer;
let demo: DemoRuns;
let runId: string;
/** The lease of a runner that lost the run, and of the current one. */
let stale: Lease;
let held: Lease;

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

const inTransaction = <T>(work: (client: PoolClient) => Promise<T>): Promise<T> =>
  server.platform.database.transaction((_sql, client) => work(client));
const claim = (owner: string) => inTransaction((client) => leasesStore.claim(client, owner, [demo.kind]));
const expire = () =>
  server.platform.database.pool.query(`update runs.run set lease_until = now() - interval '1 second' where id = $1`, [
    runId,
  ]);
const row = async () =>
  (await server.platform.database.pool.query('select * from runs.run where id = $1', [runId])).rows[0];

beforeEach(async () => {
  demo = await createDemoRuns(server.platform, passAll);
  runId = await demo.start(2);
  stale = (await claim('first')) as Lease;
  await expire();
  held = (await claim('second')) as Lease;
  expect([stale.attempt, held.attempt]).toEqual([1, 2]);
});

test('a heartbeat of an attempt that lost its run extends nothing', async () => {
  await expire();
  const before = (await row()).lease_until;
  expect(await inTransaction((client) => leasesStore.heartbeat(client, stale))).toBeUndefined();
  expect((await row()).lease_until).toEqual(before);
  expect(await inTransaction((client) => leasesStore.heartbeat(client, held))).toEqual({ cancelRequested: false });
  expect((await row()).lease_until > before).toBe(true);
});

test('an attempt that lost its run releases nothing', async () => {
  const before = await row();
  await inTransaction((client) => leasesStore.release(client, stale));
  expect(await row()).toEqual(before);
  expect(await claim('third')).toBeUndefined();
  await inTransaction((client) => leasesStore.release(client, held));
  expect(await claim('third')).toMatchObject({ runId, attempt: 3 });
});

test('results and the end from an attempt that lost its run are refused', async () => {
  const delta = { total: 0, running: 0, passed: 1, failed: 0, error: 0, skipped: 0, cancelled: 0 };
  const ending = { runId, status: 'passed' as const, message: null, closed: { status: 'skipped' as const, count: 0 } };
  const before = await row();
  expect(await inTransaction((client) => leasesStore.advance(client, stale, delta, 'c', true))).toBeUndefined();
  expect(await inTransaction((client) => leasesStore.finish(client, { ...ending, attempt: 1 }))).toBeUndefined();
  expect(await row()).toEqual(before);
  expect(await inTransaction((client) => leasesStore.finish(client, { ...ending, attempt: 2 }))).toBeDefined();
  expect(await inTransaction((client) => leasesStore.heartbeat(client, held))).toBeUndefined();
});
