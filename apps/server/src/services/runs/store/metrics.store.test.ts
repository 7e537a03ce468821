import { randomUUID } from 'node:crypto';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Sql } from '../../../platform/database/pool.ts';
import { metricsStore } from './metrics.store.ts';

interface AddedRun {
  status: string;
  createdAt: string;
  /** Undefined: it never ended. */
  seconds?: number;
  kind?: string;
  project?: string;
}

let server: TestServer;
let organizationId: string;
const project = randomUUID();
const otherProject = randomUUID();
const user = randomUUID();

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
beforeEach(() => {
  organizationId = randomUUID();
});
afterAll(() => server.close());

async function addRun({ status, createdAt, seconds, kind = 'tests', project: of = project }: AddedRun) {
  const finishedAt =
    seconds === undefined ? null : new Date(Date.parse(createdAt) + 1000 * (seconds + 2)).toISOString();
  const startedAt = new Date(Date.parse(createdAt) + 2000).toISOString();
  await server.platform.database.pool.query(
    `insert into runs.run (id, organization_id, project_id, kind, name, status, plan, label, total, created_by, created_by_name, created_at, started_at, finished_at)
     values (gen_random_uuid(), $1, $2, $3, 'Run of ' || $4, $4, '{}', '{}', 1, $5, 'Ada', $6, $7, $8)`,
    [organizationId, of, kind, status, user, createdAt, startedAt, finishedAt],
  );
}
const scope = () => ({ organizationId, kinds: ['tests', 'loads'], projectIds: [project] });

test('totals list the outcomes of each kind; the average excludes cancelled runs', async () => {
  const createdAt = '2026-03-01T12:00:00Z';
  await addRun({ status: 'passed', createdAt, seconds: 10 });
  await addRun({ status: 'passed', createdAt, seconds: 20 });
  await addRun({ status: 'failed', createdAt, seconds: 60 });
  await addRun({ status: 'error', createdAt });
  await addRun({ status: 'cancelled', createdAt, seconds: 1000 });
  await addRun({ status: 'running', createdAt });
  await addRun({ status: 'queued', createdAt });
  await addRun({ status: 'queued', createdAt, kind: 'loads' });
  await addRun({ status: 'passed', createdAt, seconds: 5, kind: 'loads-of-another-service' });
  await addRun({ status: 'passed', createdAt, seconds: 5, project: otherProject });
  const db = server.platform.database.sql;
  expect(await metricsStore.totalsByKind(db, scope())).toEqual([
    { kind: 'loads', runs: 1, passed: 0, failed: 0, error: 0, cancelled: 0, running: 1, averageDurationMs: 0 },
    { kind: 'tests', runs: 7, passed: 2, failed: 1, error: 1, cancelled: 1, running: 2, averageDurationMs: 30_000 },
  ]);
  const running = await metricsStore.totalsByKind(db, { ...scope(), state: 'running' });
  expect(running.map(({ kind, runs }) => [kind, runs])).toEqual([
    ['loads', 1],
    ['tests', 2],
  ]);
  const executed = await metricsStore.recent(db, { ...scope(), state: 'executed' }, 10);
  expect(executed.map(({ status }) => status).sort()).toEqual(['cancelled', 'error', 'failed', 'passed', 'passed']);
  expect(await metricsStore.totalsByKind(db, { ...scope(), projectIds: [] })).toEqual([]);
  expect(await metricsStore.byUser(db, scope())).toEqual([
    { userId: user, name: 'Ada', runs: 8, passed: 2, failed: 1, error: 1 },
  ]);
});

test('the newest run is first, up to the limit', async () => {
  for (const minute of ['10', '30', '20']) await addRun({ status: 'passed', createdAt: `2026-03-01T12:${minute}:00Z` });
  const recent = await metricsStore.recent(server.platform.database.sql, scope(), 2);
  expect(recent.map(({ createdAt }) => createdAt.toISOString())).toEqual([
    '2026-03-01T12:30:00.000Z',
    '2026-03-01T12:20:00.000Z',
  ]);
});

test.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  'a day is a UTC day in a database with time zone %s',
  async (timeZone) => {
    const inZone = <T>(work: (db: Sql) => Promise<T>) =>
      server.platform.database.transaction(async (db) => {
        await db.execute(sql`select set_config('timezone', ${timeZone}, true)`);
        return work(db);
      });
    await addRun({ status: 'passed', createdAt: '2026-03-27T23:59:59.999Z' });
    await addRun({ status: 'passed', createdAt: '2026-03-28T00:00:00Z' });
    await addRun({ status: 'failed', createdAt: '2026-03-28T23:59:59.999Z' });
    await addRun({ status: 'error', createdAt: '2026-03-30T12:00:00Z' });
    await addRun({ status: 'passed', createdAt: '2026-03-31T00:00:00Z' });
    const range = { ...scope(), from: '2026-03-28', to: '2026-03-30' };
    expect(await inZone((db) => metricsStore.days(db, range))).toEqual([
      { date: '2026-03-28', total: 2, passed: 1, failed: 1, error: 0 },
      { date: '2026-03-29', total: 0, passed: 0, failed: 0, error: 0 },
      { date: '2026-03-30', total: 1, passed: 0, failed: 0, error: 1 },
    ]);
    expect(await inZone((db) => metricsStore.totalsByKind(db, range))).toMatchObject([{ runs: 3 }]);
    expect(await inZone((db) => metricsStore.waitTimes(db, range))).toMatchObject({ runs: 3, averageMs: 2000 });
  },
);
