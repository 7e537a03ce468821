import { randomUUID } from 'node:crypto';
import { createTestServer, type TestServer } from '@touchstone/testing';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Platform } from '../../../platform/platform.ts';
import type { Run } from '../index.ts';
import { leasesStore } from '../store/leases.store.ts';
import { createDemoRuns, type DemoRuns, passAll } from '../testing/demo-run.ts';

/** Makes statements of a transaction fail instead of waiting for a lock. */
const withoutWaiting = `set local lock_timeout = '100ms'`;

let server: TestServer;
/** Another transaction that holds rows, such as a deletion in progress. */
let other: pg.PoolClient;
let whole: DemoRuns;
let parent: { runId: string };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  whole = await createDemoRuns(server.platform, passAll);
  parent = { runId: await whole.start(1) };
  other = await server.platform.database.pool.connect();
  await other.query('begin');
});
afterEach(async () => {
  await other.query('rollback');
  other.release();
});

const lock = (runId: string) => other.query('select 1 from runs.run where id = $1 for update', [runId]);
/** The platform of a runner that must never wait for locks. */
function impatient(): Platform {
  const { database } = server.platform;
  const transaction: typeof database.transaction = (work) =>
    database.transaction(async (sql, client) => {
      await client.query(withoutWaiting);
      return work(sql, client);
    });
  return { ...server.platform, database: { ...database, transaction } };
}
const partsOf = (platform: Platform, above = parent) =>
  createDemoRuns(platform, passAll, { parent: above, organizationId: whole.organizationId });
const find = (runId: string): Promise<Run> => whole.runs.get(whole.organizationId, runId);

test('a part starts, records and ends while its parent is being deleted', async () => {
  const parts = await partsOf(impatient());
  const runId = await parts.start(3);
  await lock(parent.runId);
  const runner = parts.createRunner();
  await runner.start();
  expect((await parts.events(runId)).at(-1)).toMatchObject({ status: 'passed', counts: { passed: 3 } });
  await runner.stop(0);
});

test('a waiting part is stopped while its parent is being deleted', async () => {
  const parts = await partsOf(impatient());
  const runId = await parts.start(3);
  await lock(parent.runId);
  await parts.runs.cancel(whole.organizationId, runId);
  expect(await find(runId)).toMatchObject({ status: 'cancelled' });
});

test('a part of dead runners ends while its parent is being deleted', async () => {
  const parts = await partsOf(impatient());
  const runId = await parts.start(3);
  for (const attempt of [1, 2, 3]) {
    const lease = await server.platform.database.transaction((_sql, client) =>
      leasesStore.claim(client, 'dead runner', [parts.kind]),
    );
    expect(lease).toMatchObject({ runId, attempt });
    await server.platform.database.pool.query(
      `update runs.run set lease_until = now() - interval '1 second' where id = $1`,
      [runId],
    );
  }
  await lock(parent.runId);
  const runner = parts.createRunner();
  await runner.start();
  expect((await parts.events(runId)).at(-1)).toMatchObject({ status: 'error', counts: { error: 3 } });
  await runner.stop(0);
});

/** Resolves once a statement waits for the other transaction. */
const isWaitedFor = () =>
  expect
    .poll(async () => {
      const { rows } = await server.platform.database.pool.query(
        'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [(other as unknown as { processID: number }).processID],
      );
      return rows.length;
    })
    .toBeGreaterThan(0);

test.each([
  [
    'a deletion of the project',
    async () => whole.runs.deleteProject(whole.organizationId, (await find(parent.runId)).projectId),
  ],
  ['a stop', () => leasesStore.cancelParts(server.platform.database.pool, parent.runId)],
])('%s takes a part only after what it is a part of', async (_name, act) => {
  const part = { runId: await (await partsOf(server.platform)).start(1) };
  const inner = await (await partsOf(server.platform, part)).start(1);
  // Recently written rows are stored last.
  await server.platform.database.pool.query('update runs.run set name = $2 where id = $1', [part.runId, randomUUID()]);
  await server.platform.database.pool.query('update runs.run set name = $2 where id = $1', [
    parent.runId,
    randomUUID(),
  ]);
  await lock(part.runId);
  const acting = act();
  await isWaitedFor();
  await other.query(withoutWaiting);
  await lock(inner);
  await other.query('commit');
  await acting;
});
