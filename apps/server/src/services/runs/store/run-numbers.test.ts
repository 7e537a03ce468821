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
let folder: string;
let name: string;
let admin: pg.Client;
let database: Database;
const sets = () => [{ service: 'runs', folder: pathToFileURL(`${folder}/`) }];
async function provide(upTo: number): Promise<void> {
  for (const file of await readdir(checkedIn))
    if (file.endsWith('.sql') && Number(file.slice(0, 4)) <= upTo) await cp(join(checkedIn, file), join(folder, file));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-numbers-'));
  name = `numbers_${randomUUID().replaceAll('-', '')}`;
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  database = openDatabase(databaseUrl(inject('postgresUrl'), name), {
    max: 2,
    applicationName: 'test',
    onError: () => undefined,
  });
  await provide(4);
  await migrate(database, sets());
});
afterEach(async () => {
  await database.close();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

test('existing runs are numbered per project in order of their start, batch by batch; parts are not', async () => {
  const [organization, big, small] = [randomUUID(), randomUUID(), randomUUID()];
  const insert = (project: string, from: number, to: number, parent: string | null = null) =>
    database.pool.query(
      `insert into runs.run (id, organization_id, project_id, kind, name, status, plan, label, total, created_by, created_by_name, created_at, parent_run_id)
       select gen_random_uuid(), $1, $2, 'api-functional', 'Run ' || n, 'passed', '{}', '{}', 1, $1, 'Ada', '2026-01-01'::timestamptz + n / 2 * interval '1 minute', $5::uuid
       from generate_series($3::int, $4::int) n`,
      [organization, project, from, to, parent],
    );
  await insert(big, 1, 95);
  await insert(small, 1, 7);
  const parent = await database.pool.query(`select id from runs.run where project_id = $1 limit 1`, [small]);
  await insert(small, 8, 12, parent.rows[0].id);
  await provide(5);
  const reports: MigrationProgress[] = [];
  await migrate(database, sets(), { batchRows: 10, onProgress: (progress) => reports.push(progress) });
  expect(reports.filter(({ isDone }) => !isDone)).toHaveLength(11);
  expect(reports.at(-1)).toMatchObject({ name: 'runs/0005_run_numbers_1.batch.sql', rows: 102, isDone: true });
  const { rows } = await database.pool.query(
    `select project_id = $1 as "isBig", array_agg(number order by created_at, id) as numbers from runs.run
     where parent_run_id is null group by 1 order by 1`,
    [big],
  );
  expect(rows).toEqual([
    { isBig: false, numbers: Array.from({ length: 7 }, (_, place) => place + 1) },
    { isBig: true, numbers: Array.from({ length: 95 }, (_, place) => place + 1) },
  ]);
  const parts = await database.pool.query(
    `select count(number)::int as numbered from runs.run where parent_run_id is not null`,
  );
  expect(parts.rows).toEqual([{ numbered: 0 }]);
  const last = await database.pool.query(`select last from runs.run_number order by last`);
  expect(last.rows).toEqual([{ last: 7 }, { last: 95 }]);
});
