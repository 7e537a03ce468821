import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import {
  createEmptyDatabase,
  createTestServer,
  type S3Server,
  startS3Server,
  type TestServer,
} from '@touchstone/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { migrationSets } from '../../migrations.ts';
import { version } from '../../version.ts';
import { readConfig } from '../config.ts';
import { migrate } from '../database/migrate/migrate.ts';
import { openDatabase } from '../database/pool.ts';
import { openStorage } from '../files/open-storage.ts';
import { createSecretBox, findSecretKey } from '../secrets.ts';
import { createArchive, joined, readArchive } from './archive.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

let server: TestServer;
let storage: S3Server;
let folder: string;
/** A backup of the server, taken while it was running and being written to. */
let archive: string;
let sealed: string;
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const query = async (url: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
};
let counter = 0;
/** A new installation with nothing but an empty database. */
async function newTarget(env: Record<string, string> = {}) {
  counter += 1;
  const { url, drop } = await createEmptyDatabase(inject('postgresUrl'));
  cleanUps.push(drop);
  return readConfig({ TOUCHSTONE_DATA_DIR: join(folder, `target-${counter}`), DATABASE_URL: url, ...env });
}
const put = (config: ReturnType<typeof readConfig>, options: { path?: string; force?: boolean } = {}) =>
  restore({
    config,
    path: options.path ?? archive,
    passphrase: undefined,
    force: options.force ?? false,
    sets: migrationSets,
  });
const addFile = (text: string) =>
  server.platform.files.put({
    organizationId: server.admin.organizationId,
    owner: 'run:1',
    name: 'a.txt',
    contentType: 'text/plain',
    content: Buffer.from(text),
  });
const rowsOf = (url: string) =>
  query(
    url,
    `select n.nspname || '.' || c.relname as name,
     (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' order by 1`,
  );
const shapeOf = (url: string) =>
  query(
    url,
    `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as shape from pg_constraint
     where connamespace::regnamespace::text !~ '^(pg_|information_schema)' order by 1`,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-backup-'));
  storage = await startS3Server(['live', 'other']);
  server = await createTestServer({
    postgresUrl: inject('postgresUrl'),
    seed: true,
    env: { FILES_URL: storage.url('live') },
  });
  sealed = server.platform.secrets.seal('a secret text', 'here');
  await addFile('small');
  await addFile('x'.repeat(5_000_000));
  archive = join(folder, 'whole.backup');
  // Files are added and deleted during the backup.
  let isOver = false;
  const writer = (async () => {
    let before: string | undefined;
    while (!isOver) {
      const { fileId } = await addFile('passing by');
      if (before) await server.platform.files.delete(server.admin.organizationId, before);
      before = fileId;
    }
  })();
  try {
    await backup({
      config: server.platform.config,
      path: archive,
      passphrase: undefined,
      sets: migrationSets,
      version,
    });
  } finally {
    isOver = true;
    await writer;
  }
});
afterAll(async () => {
  await server.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

test('a backup of the running product is complete: every row, every file of the bucket, the key', async () => {
  const config = await newTarget();
  const result = await put(config);
  expect(result.warnings).toEqual([]);
  expect(result).toMatchObject({ version });
  const url = config.DATABASE_URL ?? '';
  expect(await shapeOf(url)).toEqual(await shapeOf(server.databaseUrl));
  // Excludes what the product itself writes while it is running.
  const quiet = (rows: { name: string }[]) => rows.filter(({ name }) => !/^jobs\.|^platform\.(file|audit)$/.test(name));
  expect(quiet(await rowsOf(url))).toEqual(quiet(await rowsOf(server.databaseUrl)));
  const key = await findSecretKey(config.dataDir, undefined);
  expect(createSecretBox(key ?? Buffer.alloc(32)).open(sealed, 'here')).toBe('a secret text');
  expect((await stat(join(config.dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  const files = await query(url, 'select key, size_bytes::int as size from platform.file order by size');
  expect(files.length).toBe(result.files);
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const { key: name, size } of files) {
    const stream = await openStorage(config).get(name);
    expect(stream && (await buffer(stream)).length).toBe(size);
  }
});

test("an encrypted backup is restored with its passphrase, even to a bucket, with each file's type", async () => {
  const path = join(folder, 'encrypted.backup');
  const passphrase = 'correct horse battery';
  await backup({ config: server.platform.config, path, passphrase, sets: migrationSets, version });
  expect((await readFile(path)).includes('admin@example.test')).toBe(false);
  const config = await newTarget({ FILES_URL: storage.url('other') });
  await restore({ config, path, passphrase, force: false, sets: migrationSets });
  const copies = [...storage.objects].filter(([name]) => name.startsWith('/other/'));
  expect(copies.length).toBeGreaterThanOrEqual(2);
  for (const [name, { body, contentType }] of copies) {
    const original = storage.objects.get(name.replace('/other/', '/live/'));
    expect([contentType, body.equals(original?.body ?? Buffer.alloc(0))]).toEqual(['text/plain', true]);
    storage.objects.delete(name);
  }
});

test('an existing installation is refused; --force replaces database and files and keeps the other key', async () => {
  const config = await newTarget();
  await put(config);
  await expect(put(config)).rejects.toThrow(/There are files in \S+ already.*--force/);
  const url = config.DATABASE_URL ?? '';
  await rm(join(config.dataDir, 'files'), { recursive: true });
  await expect(put(config)).rejects.toThrow(/already holds an installation.*--force/);
  await writeFile(join(config.dataDir, 'secret.key'), Buffer.alloc(32, 7).toString('base64'));
  await expect(put(config)).rejects.toThrow(/has the key of another installation/);
  const organization = crypto.randomUUID();
  await query(
    url,
    `insert into platform.file (id, organization_id, owner, key, name, content_type, size_bytes) values ($1, $1, 'x', $2, 'old', 'text/plain', 3)`,
    [organization, `${organization}/old`],
  );
  await openStorage(config).put(`${organization}/old`, Readable.from([Buffer.from('old')]), {
    contentType: 'text/plain',
  });
  await put(config, { force: true });
  expect(await query(url, `select 1 from platform.file where name = 'old'`)).toEqual([]);
  expect(await openStorage(config).get(`${organization}/old`)).toBeUndefined();
  expect(await openStorage(config).isEmpty()).toBe(false);
});

test.each<[string, (config: ReturnType<typeof readConfig>) => Promise<unknown>, RegExp]>([
  [
    'a product that runs on the target',
    async (config) => {
      const client = new pg.Client({ connectionString: config.DATABASE_URL, application_name: 'touchstone' });
      await client.connect();
      cleanUps.push(() => client.end());
    },
    /Touchstone is running on the database at .*Stop all its processes first/,
  ],
  [
    'another key in the environment',
    async (config) => Object.assign(config, { TOUCHSTONE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }),
    /TOUCHSTONE_SECRET_KEY is another key than the one of the backup/,
  ],
])('%s is refused, and nothing is left', async (_name, prepare, message) => {
  const config = await newTarget();
  await prepare(config);
  await expect(put(config)).rejects.toThrow(message);
  expect(await query(config.DATABASE_URL ?? '', `select to_regclass('platform.migration') as there`)).toEqual([
    { there: null },
  ]);
  expect(await openStorage(config).isEmpty()).toBe(true);
});

/** A copy of the archive with one member changed. */
async function changed(name: string, change: (text: string) => string): Promise<string> {
  counter += 1;
  const path = join(folder, `changed-${counter}`);
  const copy = await createArchive(path, undefined);
  let manifest: { members: unknown } & object = { members: [] };
  for await (const member of readArchive(archive, undefined)) {
    const bytes = await joined(member.content);
    const text = member.name === name ? Buffer.from(change(bytes.toString())) : bytes;
    if (member.name === 'manifest.json') manifest = JSON.parse(text.toString());
    else await copy.add(member.name, /^(tables|files)\//.test(member.name) ? Readable.from([text]) : text);
  }
  const { members: _members, ...extra } = manifest;
  await copy.finish(extra);
  return path;
}

test.each<[string, string, (text: string) => string, RegExp]>([
  [
    'of a newer format',
    'manifest.json',
    (text) => text.replace('"format": 1', '"format": 2'),
    /whose archives this one does not know/,
  ],
  [
    'with a migration that this program lacks',
    'touchstone.json',
    (text) => text.replace('0000_init.sql', '9999_later.sql'),
    /comes from a newer Touchstone: .*9999_later\.sql/,
  ],
  [
    'with a row too few',
    'tables/user_management.organization',
    (text) => text.replace(/^.*\n/, ''),
    /got \d+ rows instead of \d+\. Nothing was restored/,
  ],
  [
    'with rows that break a foreign key',
    'tables/user_management.organization',
    (text) => text.replace(/^[^\t]{8}/, '00000000'),
    /violates foreign key constraint/,
  ],
  [
    'with a row that is none',
    'tables/user_management.organization',
    (text) => text.replace(/^[^\t]+/, 'no-id'),
    /invalid input syntax for type uuid/,
  ],
])('an archive %s is refused, and nothing is left', async (_name, member, change, message) => {
  const path = await changed(member, change);
  const config = await newTarget();
  await expect(put(config, { path })).rejects.toThrow(message);
  expect(await query(config.DATABASE_URL ?? '', `select to_regclass('platform.migration') as there`)).toEqual([
    { there: null },
  ]);
  expect(await openStorage(config).isEmpty()).toBe(true);
  expect(await findSecretKey(config.dataDir, undefined)).toBeUndefined();
});

test('a backup without a database or without a key creates nothing and states what is missing', async () => {
  const config = await newTarget();
  const path = join(folder, 'never');
  const attempt = () => backup({ config, path, passphrase: undefined, sets: migrationSets, version });
  await expect(attempt()).rejects.toThrow(/No key found in/);
  Object.assign(config, { TOUCHSTONE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
  await expect(attempt()).rejects.toThrow(/holds no installation of Touchstone/);
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

/** The tables of an earlier version: those of the migrations that `has` selects per service. */
async function earlier(age: string, has: (service: string, names: string[]) => string[]) {
  const sets = await Promise.all(
    migrationSets.map(async ({ service, folder: from }) => {
      const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).sort();
      const target = join(folder, age, service);
      await mkdir(target, { recursive: true });
      for (const name of has(service, names)) await copyFile(new URL(name, from), join(target, name));
      return { service, folder: pathToFileURL(`${target}/`) };
    }),
  );
  const config = await newTarget();
  const database = openDatabase(config.DATABASE_URL ?? '', {
    max: 2,
    applicationName: 'test',
    onError: () => undefined,
  });
  await migrate(database, sets);
  await database.close();
  Object.assign(config, { TOUCHSTONE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
  return { config, sets };
}

const beforeWorkspaces = (service: string, names: string[]): string[] => {
  if (service === 'workspaces') return [];
  return names.slice(0, service === 'api-testing' ? 8 : 1);
};
const one = '00000000-0000-7000-8000-000000000001';
test.each([
  {
    age: 'last',
    has: (_service: string, names: string[]) => names.slice(0, Math.max(1, names.length - 1)),
    schema: 'workspaces',
  },
  { age: 'first', has: beforeWorkspaces, schema: 'api_testing' },
])(
  'a backup of an earlier version ($age) is restored, and the next start brings its tables up to date',
  async ({ age, has, schema }) => {
    const old = await earlier(age, has);
    const url = old.config.DATABASE_URL ?? '';
    await query(url, `insert into user_management.organization (id, name, plan) values ('${one}', 'Ours', 'PRO')`);
    await query(
      url,
      `insert into ${schema}.project (id, organization_id, team_id, name, workspace_type, workspace_plan, created_by)
     values ('${one}', '${one}', '${one}', 'Old shop', 'PRIVATE', 'FREE', '${one}')`,
    );
    const path = join(folder, `${age}.backup`);
    await backup({ config: old.config, path, passphrase: undefined, sets: old.sets, version: '0.0.1' });
    const config = await newTarget();
    expect(await put(config, { path })).toMatchObject({ version: '0.0.1', warnings: [] });
    const restored = config.DATABASE_URL ?? '';
    expect(await rowsOf(restored)).toEqual(await rowsOf(url));
    const database = openDatabase(restored, { max: 2, applicationName: 'test', onError: () => undefined });
    expect(await migrate(database, migrationSets)).toBeGreaterThan(10);
    await database.close();
    // The tables match those of an installation that started with this version, except for the job queue's, which the
    // start creates.
    const ours = (rows: Record<string, string>[]) => rows.filter(({ shape = '' }) => !/^jobs\./.test(shape));
    expect(ours(await shapeOf(restored))).toEqual(ours(await shapeOf(server.databaseUrl)));
    expect(await query(restored, 'select name, deleted_at from workspaces.project')).toEqual([
      { name: 'Old shop', deleted_at: null },
    ]);
  },
);
