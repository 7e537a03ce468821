import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { databaseUrl } from '@touchstone/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type MigrationProgress, migrate } from '../../../platform/database/migrate/migrate.ts';
import { type Database, openDatabase } from '../../../platform/database/pool.ts';

const checkedIn = fileURLToPath(new URL('./migrations/', import.meta.url));
const total = 50_000;
const batchRows = 1000;

let folder: string;
let name: string;
let url: string;
let admin: pg.Client;
let database: Database;
const open = () => openDatabase(url, { max: 2, applicationName: 'test', onError: () => undefined });
const sets = () => [{ service: 'runs', folder: pathToFileURL(`${folder}/`) }];
/** Copies the service's migrations up to this number into the folder. */
async function provide(upTo: number): Promise<void> {
  for (const file of await readdir(checkedIn))
    if (file.endsWith('.sql') && Number(file.slice(0, 4)) <= upTo) await cp(join(checkedIn, file), join(folder, file));
}
const rows = async (text: string) => (await database.pool.query(text)).rows;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-steps-'));
  name = `steps_${randomUUID().replaceAll('-', '')}`;
  url = databaseUrl(inject('postgresUrl'), name);
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  database = open();
  await provide(2);
  await migrate(database, sets());
});
afterEach(async () => {
  await database.close();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

/** A run as it was stored before steps had their own columns. */
async function insertRun(status: 'passed' | 'running', steps: string): Promise<string> {
  const runId = randomUUID();
  await database.pool.query(
    `insert into runs.run (id, organization_id, project_id, kind, name, status, plan, label, total, created_by, created_by_name)
     values ($1, $1, $1, 'api-functional', 'Old', $2, '{}', '{}', 1, $1, 'Ada')`,
    [runId, status],
  );
  await database.pool.query(
    `insert into runs.step (run_id, index, position, step_id, name, group_id, plan, status, duration_ms, summary, detail) ${steps}`,
    [runId],
  );
  return runId;
}
const summary = `jsonb_build_object('stepId', 'x', 'index', n, 'name', 'Masked ' || n, 'suiteId', 's', 'suiteName', 'Orders', 'scriptId', 'c',
  'method', 'GET', 'url', 'https://shop.test/' || n, 'status', 'failed', 'statusCode', 500, 'durationMs', 7.5, 'assertionsPassed', 1,
  'assertionsFailed', 2, 'message', 'Status is 500.', 'attempt', 1)`;

test(`${total} stored steps are migrated in batches; a start killed halfway continues where it stopped`, async () => {
  const runId = await insertRun(
    'passed',
    `select $1::uuid, n, n, gen_random_uuid(), 'Plain ' || n, 's', '{"method": "GET"}', 'failed', 8, ${summary}, '{"exchange": null}'
     from generate_series(0, ${total - 1}) n`,
  );
  await provide(3);
  const reports: MigrationProgress[] = [];
  const killAt = 20;
  const killed = migrate(database, sets(), {
    batchRows,
    onProgress: (progress) => {
      reports.push(progress);
      if (reports.length === killAt)
        void admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    },
  });
  await expect(killed).rejects.toThrow();
  await database.close();
  database = open();
  const [before] = await rows('select rows::int as rows from platform.migration_progress');
  expect(before.rows).toBeGreaterThanOrEqual(killAt * batchRows);
  expect(before.rows).toBeLessThan(total);
  const changed = `select count(*)::int as n from runs.step where kind = 'request'`;
  expect(await rows(changed)).toEqual([{ n: before.rows }]);

  const resumed: MigrationProgress[] = [];
  expect(await migrate(database, sets(), { batchRows, onProgress: (progress) => resumed.push(progress) })).toBe(1);
  expect(resumed[0]).toEqual({
    name: 'runs/0003_generic_steps_1.batch.sql',
    rows: before.rows + batchRows,
    isDone: false,
  });
  expect(resumed.at(-1)).toMatchObject({ rows: total, isDone: true });
  expect(await rows(changed)).toEqual([{ n: total }]);
  expect(await rows('select * from platform.migration_progress')).toEqual([]);
  expect(await migrate(database, sets())).toBe(0);
  const [step] = await rows(
    `select kind, title, search_text, message, summary, outcome, detail from runs.step where run_id = '${runId}' and index = 4711`,
  );
  expect(step).toEqual({
    kind: 'request',
    title: 'Masked 4711',
    search_text: 'Masked 4711\nhttps://shop.test/4711',
    message: 'Status is 500.',
    summary: { suiteId: 's', suiteName: 'Orders', scriptId: 'c', method: 'GET', url: 'https://shop.test/4711' },
    outcome: {
      method: 'GET',
      url: 'https://shop.test/4711',
      statusCode: 500,
      durationMs: 7.5,
      assertionsPassed: 1,
      assertionsFailed: 2,
      attempt: 1,
    },
    detail: { exchange: null },
  });
});

test('prerequisites and results of load tests are no longer requests, and open runs get their suites as containers', async () => {
  const old = (name: string, method: string) =>
    `jsonb_build_object('name', '${name}', 'scriptId', null, 'method', '${method}', 'url', 'select 1', 'message', null, 'durationMs', 3, 'attempt', 1)`;
  const runId = await insertRun(
    'running',
    `select $1::uuid, 0, 0, gen_random_uuid(), 'Read ids', null, '{"prerequisiteId": "p"}', 'passed', 3, ${old('Read ids', 'QUERY')}, '{"exchange": null}'::jsonb
     union all select $1::uuid, n, n, gen_random_uuid(), 'Send ' || n, 's', jsonb_build_object('method', 'GET', 'group', 's#' || (n - 1) / 2), 'queued', null, ${summary}, null
     from generate_series(1, 4) n`,
  );
  await insertRun(
    'passed',
    `select $1::uuid, n, n, gen_random_uuid(), 'p95<100', null, '{"runId": "r"}', 'passed', 9, ${old('p95<100', '')}, null from generate_series(0, 1) n`,
  );
  await provide(3);
  await migrate(database, sets());
  expect(
    await rows(
      `select s.index, s.kind, s.title, s.outcome->>'source' as source, c.index as container from runs.step s
       left join runs.step c on c.step_id = s.parent_id where s.run_id = '${runId}' order by s.position`,
    ),
  ).toEqual([
    { index: 0, kind: 'prerequisite', title: 'Read ids', source: 'select 1', container: null },
    { index: -1, kind: 'suite', title: 'Orders', source: null, container: null },
    { index: 1, kind: 'request', title: 'Masked 1', source: null, container: -1 },
    { index: 2, kind: 'request', title: 'Masked 2', source: null, container: -1 },
    { index: -2, kind: 'suite', title: 'Orders', source: null, container: null },
    { index: 3, kind: 'request', title: 'Masked 3', source: null, container: -2 },
    { index: 4, kind: 'request', title: 'Masked 4', source: null, container: -2 },
  ]);
  expect(await rows(`select summary from runs.step where kind = 'prerequisite'`)).toEqual([
    { summary: { action: 'database', scriptId: null } },
  ]);
  expect(
    await rows(`select kind, summary, outcome from runs.step where kind in ('load', 'threshold') order by kind`),
  ).toEqual([
    { kind: 'load', summary: {}, outcome: null },
    { kind: 'threshold', summary: {}, outcome: null },
  ]);
});
