import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase } from '@touchstone/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../pool.ts';
import { migrate } from './migrate.ts';

let copy: { url: string; drop(): Promise<void> };
let folder: string;
let database: Database;
const open = () => openDatabase(copy.url, { max: 3, applicationName: 'test', onError: () => undefined });
beforeEach(async () => {
  copy = await createTestDatabase(inject('postgresUrl'));
  folder = await mkdtemp(join(tmpdir(), 'touchstone-migrations-'));
  database = open();
  await database.pool.query('delete from platform.migration; create schema demo');
});
afterEach(async () => {
  await database.close();
  await copy.drop();
  await rm(folder, { recursive: true, force: true });
});

const sets = () => [{ service: 'demo', folder: pathToFileURL(`${folder}/`) }];
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const recorded = async () =>
  (await database.pool.query(`select name from platform.migration where service = 'demo' order by name`)).rows.map(
    (row) => row.name,
  );

test('applies each file once, ordered by name', async () => {
  await write('0001_b.sql', 'insert into demo.demo values (2)');
  await write(
    '0000_a.sql',
    'create table demo.demo (n int);\n--> statement-breakpoint\ninsert into demo.demo values (1)',
  );
  await write('notes.txt', 'no statement');
  expect(await migrate(database, sets())).toBe(2);
  expect(await migrate(database, sets())).toBe(0);
  await write('0002_c.sql', 'insert into demo.demo values (3)');
  expect(await migrate(database, sets())).toBe(1);
  expect((await database.pool.query('select n from demo.demo order by n')).rows).toEqual([
    { n: 1 },
    { n: 2 },
    { n: 3 },
  ]);
});

test('concurrently started processes apply each file once', async () => {
  await write('0000_a.sql', 'create table demo.demo (n int); insert into demo.demo values (1)');
  const others = Array.from({ length: 5 }, open);
  const applied = await Promise.all(others.map((other) => migrate(other, sets())));
  await Promise.all(others.map((other) => other.close()));
  expect(applied.sort()).toEqual([0, 0, 0, 0, 1]);
  expect((await database.pool.query('select n from demo.demo')).rows).toEqual([{ n: 1 }]);
});

test('refuses a file that changed after it was applied', async () => {
  await write('0000_a.sql', 'create table demo.demo (n int)');
  await migrate(database, sets());
  await write('0000_a.sql', 'create table demo.demo (n bigint)');
  await expect(migrate(database, sets())).rejects.toThrow(
    'Migration demo/0000_a.sql was changed after it had been applied. Add a new migration instead.',
  );
});

test('a file that fails halfway leaves nothing, keeps the preceding files and releases the lock', async () => {
  await write('0000_a.sql', 'create table demo.demo (n int)');
  await write('0001_b.sql', 'insert into demo.demo values (1); select 1 / 0');
  await expect(migrate(database, sets())).rejects.toThrow('division by zero');
  expect(await recorded()).toEqual(['0000_a.sql']);
  expect((await database.pool.query('select n from demo.demo')).rows).toEqual([]);
  await write('0001_b.sql', 'insert into demo.demo values (1)');
  expect(await migrate(database, sets())).toBe(1);
  expect(
    (
      await database.pool.query(
        `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rows,
  ).toEqual([]);
});

test('a batched migration that changed after its first batch is refused, and continues if unchanged', async () => {
  await write('0000_a.sql', 'create table demo.demo as select n, 0 as times from generate_series(1, 10) n');
  const batch = (set: string) =>
    `with batch as (select n from demo.demo where n > coalesce(($1::jsonb)::int, 0) order by n limit $2),
       changed as (update demo.demo d set ${set} from batch b where b.n = d.n returning 1)
     select to_jsonb(n) as cursor, (select count(*) from changed) as rows from batch order by n desc limit 1`;
  await write('0001_b.batch.sql', batch('times = times + 1'));
  const seen: number[] = [];
  const failing = migrate(database, sets(), {
    batchRows: 3,
    onProgress: ({ rows }) => {
      seen.push(rows);
      if (seen.length === 2) throw new Error('The machine is gone.');
    },
  });
  await expect(failing).rejects.toThrow('The machine is gone.');
  await write('0001_b.batch.sql', batch('times = times + 2'));
  await expect(migrate(database, sets())).rejects.toThrow(
    'Migration demo/0001_b.batch.sql was changed after it had been',
  );
  await write('0001_b.batch.sql', batch('times = times + 1'));
  await migrate(database, sets(), { batchRows: 3, onProgress: ({ rows }) => seen.push(rows) });
  expect(seen).toEqual([3, 6, 9, 10, 10]);
  expect((await database.pool.query('select distinct times from demo.demo')).rows).toEqual([{ times: 1 }]);
  expect(await recorded()).toEqual(['0000_a.sql', '0001_b.batch.sql']);
});

test('a database changed by a newer program is refused before anything is applied', async () => {
  await write('0000_a.sql', 'create table demo.demo (n int)');
  await migrate(database, sets());
  await database.pool.query(
    `insert into platform.migration (service, name, hash) values ('demo', '0007_newer.sql', 'x'), ('added', '0000_init.sql', 'x')`,
  );
  await write('0001_b.sql', 'insert into demo.demo values (1)');
  await expect(migrate(database, sets())).rejects.toThrow(
    'The database was used by a newer Touchstone than this one: its migrations added/0000_init.sql, demo/0007_newer.sql are not known here. Start that version or a newer one',
  );
  expect(await recorded()).toEqual(['0000_a.sql', '0007_newer.sql']);
});

test("a file that takes over another service's tables is applied after the file it names, even in a new database", async () => {
  const upper = await mkdtemp(join(tmpdir(), 'touchstone-migrations-'));
  const both = [{ service: 'floor', folder: pathToFileURL(`${upper}/`) }, ...sets()];
  try {
    await writeFile(
      join(upper, '0000_taken.sql'),
      '-- after demo/0001_b.sql\ncreate schema floor; alter table demo.demo set schema floor; alter table floor.demo rename to taken',
    );
    await writeFile(join(upper, '0001_more.sql'), 'alter table floor.taken add column more int');
    await write('0000_a.sql', 'create table demo.demo (n int)');
    await write('0001_b.sql', '-- hands over to floor\ninsert into demo.demo values (1)');
    await write('0002_c.sql', 'create table demo.demo (later int)');
    expect(await migrate(database, both)).toBe(5);
    expect((await database.pool.query('select * from floor.taken')).rows).toEqual([{ n: 1, more: null }]);
    await write('0003_d.sql', '-- after floor/0002_end.sql\nselect 1');
    await expect(migrate(database, both)).rejects.toThrow(
      'Migration demo/0003_d.sql comes after floor/0002_end.sql, which is missing.',
    );
    await writeFile(join(upper, '0002_end.sql'), '-- after demo/0003_d.sql\nselect 1');
    await expect(migrate(database, both)).rejects.toThrow(
      'Migrations wait for each other: floor/0002_end.sql → demo/0003_d.sql → floor/0002_end.sql.',
    );
  } finally {
    await rm(upper, { recursive: true, force: true });
  }
});

test("a service that changes another service's table is refused before anything is applied", async () => {
  const other = await mkdtemp(join(tmpdir(), 'touchstone-migrations-'));
  try {
    await write('0000_a.sql', 'create table demo.demo (n int)');
    await writeFile(join(other, '0000_init.sql'), 'alter table demo.demo add column mine int');
    const both = [...sets(), { service: 'other', folder: pathToFileURL(`${other}/`) }];
    await expect(migrate(database, both)).rejects.toThrow(
      'Migration other/0000_init.sql changes demo.demo, which belongs to the service demo.',
    );
    expect(await recorded()).toEqual([]);
  } finally {
    await rm(other, { recursive: true, force: true });
  }
});
