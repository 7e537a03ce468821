import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmptyDatabase, newDataDir } from '@touchstone/testing';
import { afterEach, expect, inject, test } from 'vitest';
import { migrateAll } from '../../../migrations.ts';
import { readConfig } from '../../config.ts';
import { markMoved } from './embedded-place.ts';
import { findDatabase, openOwnDatabase, prepareDatabase } from './find-database.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
const isRoot = process.getuid?.() === 0;

async function newFolder(): Promise<string> {
  const folder = await newDataDir('lost');
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
const configOf = (folder: string, env: Record<string, string> = {}) =>
  readConfig({ TOUCHSTONE_DATA_DIR: folder, ...env });
const aFile = 'files/018f5b6e-0000-7000-8000-000000000001/018f5b6e-0000-7000-8000-000000000002';
async function write(folder: string, path: string): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), 'something');
}
async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createEmptyDatabase(inject('postgresUrl'));
  cleanUps.push(drop);
  return url;
}

test.each([
  ['a key', ['secret.key'], /Found the key \S+secret\.key of an installation, but not its database/],
  ['files', [aFile], /Found files in \S+files of an installation/],
  ['both', ['secret.key', aFile], /the key \S+ and files in/],
])(
  'a start that finds %s without the embedded database stops, says so and makes nothing',
  async (_name, paths, message) => {
    const folder = await newFolder();
    for (const path of paths) await write(folder, path);
    const before = await readdir(folder);
    const error = await openOwnDatabase(configOf(folder)).catch((cause: Error) => cause);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).toContain(`looked for in ${join(folder, 'postgres')}.`);
    expect((error as Error).message).toContain('touchstone restore FILE --force');
    expect(await readdir(folder)).toEqual(before);
  },
);

test('an empty external database next to a key is refused before any table is created; a new installation is not', async () => {
  const url = await emptyDatabase();
  const folder = await newFolder();
  const config = configOf(folder, { DATABASE_URL: url });
  await write(folder, 'secret.key');
  await expect(prepareDatabase(config, url, migrateAll)).rejects.toThrow(
    /looked for in the empty database 127\.0\.0\.1:\d+\/empty_/,
  );
  await rm(join(folder, 'secret.key'));
  await prepareDatabase(config, url, migrateAll);
  // The first start has created the key.
  expect(await readdir(folder)).toContain('secret.key');
  await prepareDatabase(config, url, migrateAll);
});

test('a moved database is not started again', async () => {
  const folder = await newFolder();
  await mkdir(join(folder, 'postgres'));
  await markMoved(join(folder, 'postgres'), 'db.example:5432/touchstone');
  await expect(openOwnDatabase(configOf(folder))).rejects.toThrow(
    /was moved to db\.example:5432\/touchstone on .* Set DATABASE_URL/,
  );
  expect(await findDatabase(configOf(folder))).toMatch(/^moved to db\.example/);
});

test('the location of the database is shown without its password', async () => {
  const folder = await newFolder();
  expect(await findDatabase(configOf(folder))).toBe(
    `embedded, in ${join(folder, 'postgres')} (made at the first start)`,
  );
  expect(await findDatabase(configOf(folder, { DATABASE_URL: 'postgres://me:hidden@db.example/touchstone' }))).toBe(
    'PostgreSQL at db.example:5432/touchstone',
  );
});

test.runIf(isRoot)('a database that its user can no longer access is named, with what to do', async () => {
  const closed = await newFolder();
  await write(closed, 'data/postgres/data/PG_VERSION');
  await write(closed, 'data/secret.key');
  await chmod(closed, 0o700);
  await expect(openOwnDatabase(configOf(join(closed, 'data')))).rejects.toThrow(
    `The database lies in ${join(closed, 'data/postgres')}, where its user cannot go`,
  );
});
