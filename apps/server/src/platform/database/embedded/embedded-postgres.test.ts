import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, appendFile, chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { copyDataDir, freePort, loopbackUrl, newDataDir } from '@touchstone/testing';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { copyHome, isTraversable } from './postgres-binaries.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const timeout = 240_000;
const isRoot = process.getuid?.() === 0;

async function newFolder(): Promise<string> {
  const folder = await newDataDir('embedded');
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
async function start(folder: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(folder);
  cleanUps.push(() => server.stop());
  return server;
}
async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // A killed server fails the query and also ends the connection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
let original: Promise<string> | undefined;
afterAll(async () => {
  const made = await original;
  if (made) await rm(made, { recursive: true, force: true });
});
async function makeOriginal(): Promise<string> {
  const folder = await newDataDir('embedded');
  const server = await startEmbeddedPostgres(folder);
  await query(server.url, 'create table kept as select 7 as n');
  await server.stop();
  return folder;
}
/** A folder with a stopped database that has one row. Copying it is much faster than creating one. */
async function madeFolder(): Promise<string> {
  original ??= makeOriginal();
  const folder = await copyDataDir('embedded', await original);
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
const kept = (url: string) => query(url, 'select n from kept');
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test('creates a database on loopback with its own password, and keeps the data', { timeout }, async () => {
  const folder = await newFolder();
  const first = await start(folder);
  expect(first.adopted).toBe(false);
  expect(first.port).toBeLessThan(32_768);
  await query(first.url, 'create table kept as select 7 as n');
  expect((await stat(join(folder, 'postgres/password'))).mode & 0o777).toBe(0o600);
  expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  const withoutPassword = new URL(first.url);
  withoutPassword.password = 'guessed';
  await expect(query(withoutPassword.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  await first.stop();
  await expect(query(first.url, 'select 1')).rejects.toThrow(/ENOENT/);
  await expect(query(loopbackUrl(first.url), 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  const second = await start(folder);
  expect(second).toMatchObject({ adopted: false, port: first.port });
  expect(await kept(second.url)).toEqual([{ n: 7 }]);
});

test('adopts the database of a killed parent, even through another name of the folder', {
  timeout,
}, async () => {
  const folder = await madeFolder();
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const code = `const server = await (await import(${JSON.stringify(module)})).startEmbeddedPostgres(${JSON.stringify(folder)}); console.log(server.url); setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
  const url = printed.toString().trim();
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  const link = `${folder}-link`;
  await symlink(folder, link);
  cleanUps.push(() => rm(link));
  const server = await start(link);
  expect(server).toMatchObject({ adopted: true, url });
  expect(await kept(server.url)).toEqual([{ n: 7 }]);
});

const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;
test.each<[string, (root: string) => Promise<unknown>]>([
  [
    'a pid file whose number another program has now',
    (root) =>
      writeFile(join(root, 'data/postmaster.pid'), `${process.pid}\n${root}/data\n1\n15001\n\n127.0.0.1\n\nready\n`),
  ],
  [
    'a pid file of a dead process',
    (root) =>
      writeFile(join(root, 'data/postmaster.pid'), `${deadPid()}\n${root}/data\n1\n15001\n\n127.0.0.1\n\nready\n`),
  ],
  ['a start lock of a dead process', (root) => writeFile(join(root, 'starting'), String(deadPid()))],
])('starts in spite of %s', { timeout }, async (_name, leave) => {
  const folder = await madeFolder();
  await leave(join(folder, 'postgres'));
  const server = await start(folder);
  expect(server.adopted).toBe(false);
  expect(await kept(server.url)).toEqual([{ n: 7 }]);
});

const connectionOf = (url: string) =>
  query(url, 'select inet_server_addr() is not null as "isLoopback", current_setting(\'port\')::int as port');

test('is reached through a socket in its folder, and on loopback', { timeout }, async () => {
  const { url, port } = await start(await madeFolder());
  expect(await connectionOf(url)).toEqual([{ isLoopback: false, port }]);
  expect(await connectionOf(loopbackUrl(url))).toEqual([{ isLoopback: true, port }]);
});

test("is reached on loopback if the socket's path would be too long", { timeout }, async () => {
  const folder = await newFolder();
  const deep = join(folder, 'a'.repeat(100));
  await mkdir(deep);
  await rename(join(await madeFolder(), 'postgres'), join(deep, 'postgres'));
  const { url, port } = await start(deep);
  expect(await connectionOf(url)).toEqual([{ isLoopback: true, port }]);
});

test('starts in spite of the socket of a killed server whose pid another program has now', { timeout }, async () => {
  const other = await madeFolder();
  await start(other);
  const [pid] = (await readFile(join(other, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
  const folder = await madeFolder();
  const port = await freePort();
  await writeFile(join(folder, 'postgres/port'), String(port));
  const socket = join(folder, `postgres/.s.PGSQL.${port}`);
  await writeFile(socket, '');
  await writeFile(`${socket}.lock`, `${pid}\n${folder}/postgres/data\n1\n${port}\n${folder}/postgres\n`);
  const server = await start(folder);
  expect(await connectionOf(server.url)).toEqual([{ isLoopback: false, port: port }]);
});

test('an interrupted creation is repeated', { timeout }, async () => {
  const folder = await newFolder();
  await mkdir(join(folder, 'postgres/data.new/base'), { recursive: true });
  await writeFile(join(folder, 'postgres/data.new/PG_VERSION'), '18');
  await query((await start(folder)).url, 'select 1');
  expect(await exists(join(folder, 'postgres/data.new'))).toBe(false);
});

test('uses another port if the last one is taken', { timeout }, async () => {
  const folder = await madeFolder();
  const port = Number(await readFile(join(folder, 'postgres/port'), 'utf8'));
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  cleanUps.push(async () => other.close());
  const server = await start(folder);
  expect(server.port).not.toBe(port);
  expect(await kept(server.url)).toEqual([{ n: 7 }]);
});

test('two concurrent starts result in one database', { timeout }, async () => {
  const folder = await madeFolder();
  const servers = await Promise.all([start(folder), start(folder), start(folder)]);
  expect(servers.map((server) => server.adopted).sort()).toEqual([false, true, true]);
  expect(new Set(servers.map((server) => server.url)).size).toBe(1);
  expect(await exists(join(folder, 'postgres/starting'))).toBe(false);
});

test('a second product on the same folder is refused with what to do, and the first keeps running', {
  timeout,
}, async () => {
  const folder = await madeFolder();
  const first = await openEmbeddedDatabase(folder);
  cleanUps.push(() => first.close());
  await expect(openEmbeddedDatabase(folder)).rejects.toThrow(
    `Another Touchstone uses the data folder ${folder}. Stop it first, or set TOUCHSTONE_DATA_DIR; several processes need DATABASE_URL.`,
  );
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await first.close();
  const again = await openEmbeddedDatabase(folder);
  await again.close();
});

test("a killed server is restarted at its address; one that can't start is given up with the reason", {
  timeout,
}, async () => {
  const folder = await madeFolder();
  const { promise: givenUp, resolve: onGivenUp } = Promise.withResolvers<Error>();
  // It answers before it is watched, so wait for the opening.
  const opened = await openEmbeddedDatabase(folder, { onGivenUp, pausesMs: [0, 100, 200, 400, 800] });
  cleanUps.push(() => opened.close());
  const pidFile = join(folder, 'postgres/data/postmaster.pid');
  const url = async () => {
    const [password, port] = await Promise.all(
      ['password', 'port'].map((name) => readFile(join(folder, 'postgres', name), 'utf8')),
    );
    return `postgres://postgres:${password}@127.0.0.1:${port}/touchstone`;
  };
  const kill = async () => {
    const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    return pid;
  };
  const isUp = () =>
    url()
      .then((address) => query(address, 'select 1'))
      .then(
        () => true,
        () => false,
      );
  const address = await url();
  // A busy server process outlives the postmaster without noticing, and keeps the data folder locked.
  const rows = process.platform === 'linux' ? 1_000_000 : 3000;
  const busy = `select count(*) from generate_series(1, ${rows}) a, generate_series(1, ${rows}) b`;
  void query(address, busy).catch(() => undefined);
  const active = `select 1 from pg_stat_activity where query = '${busy}'`;
  await expect.poll(() => query(address, active)).toHaveLength(1);
  const first = await kill();
  await expect.poll(isUp, { timeout }).toBe(true);
  expect(await url()).toBe(address);
  expect(await kept(address)).toEqual([{ n: 7 }]);
  expect((await readFile(pidFile, 'utf8')).split('\n')[0]).not.toBe(String(first));
  await appendFile(join(folder, 'postgres/data/postgresql.conf'), '\nno_such_setting = 1\n');
  await kill();
  expect((await givenUp).message).toMatch(/did not become ready. It said: .*postgresql\.conf/);
});

test.each<[string, (root: string) => Promise<unknown>, RegExp]>([
  [
    'its password file was lost',
    (root) => rm(join(root, 'password')),
    /refuses its password.*postgres\/password from a backup/,
  ],
  [
    'its settings are broken',
    (root) => appendFile(join(root, 'data/postgresql.conf'), '\nno_such_setting = 1\n'),
    /It said: .*postgresql\.conf.* See .*postgres\.log/,
  ],
])('says at once what is wrong when %s', { timeout }, async (_name, damage, message) => {
  const folder = await madeFolder();
  await damage(join(folder, 'postgres'));
  const pidFile = join(folder, 'postgres/data/postmaster.pid');
  cleanUps.push(async () => {
    const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
    if (!pid) return;
    process.kill(pid, 'SIGINT');
    // It keeps writing until it has ended.
    await vi.waitFor(async () => expect(await exists(pidFile)).toBe(false), { timeout });
  });
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(message);
});

test.runIf(isRoot)(
  'as root, data below an inaccessible folder goes to the system folder; accessible folders keep their mode',
  { timeout },
  async () => {
    const closed = await newFolder();
    await chmod(closed, 0o700);
    const folder = join(closed, 'data');
    const root = join('/var/lib/touchstone', createHash('sha256').update(folder).digest('hex').slice(0, 12));
    cleanUps.push(() => rm(root, { recursive: true, force: true }));
    const server = await start(folder);
    expect(await query(server.url, 'show data_directory')).toEqual([{ data_directory: join(root, 'data') }]);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    expect((await stat(root)).mode & 0o777).toBe(0o700);

    const open = await newFolder();
    await chmod(open, 0o775);
    await start(open);
    expect((await stat(open)).mode & 0o777).toBe(0o775);
  },
);

test.each([
  [0o755, true],
  [0o711, true],
  [0o700, false],
])('a folder below one of mode %o can be reached by another user: %s', async (mode, expected) => {
  const folder = await newFolder();
  await chmod(folder, mode);
  expect(await isTraversable(join(folder, 'not/there/yet'))).toBe(expected);
});

test('incomplete copies of the binaries are copied again; a complete copy is kept', async () => {
  const folder = await newFolder();
  const home = join(folder, 'home');
  for (const file of ['bin/postgres', 'lib/library.so', 'share/catalog']) {
    await mkdir(join(home, file, '..'), { recursive: true });
    await writeFile(join(home, file), file);
  }
  const target = join(folder, 'copy');
  await mkdir(join(target, 'share'), { recursive: true });
  await Promise.all([copyHome(home, target), copyHome(home, target)]);
  expect(await readFile(join(target, 'share/catalog'), 'utf8')).toBe('share/catalog');
  await writeFile(join(target, 'mine'), 'kept');
  expect(await copyHome(home, target)).toBe(target);
  expect(await exists(join(target, 'mine'))).toBe(true);
});
