import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chown, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPlace, type Place } from './embedded-place.ts';
import { endOrphans } from './orphans.ts';
import { canHoldSocket, socketPath } from './socket-folder.ts';
import { withStartLock } from './start-lock.ts';

const run = promisify(execFile);
const database = 'touchstone';
/** EmbeddedPostgres is a running embedded server: how to connect, and how to stop it. */
export interface EmbeddedPostgres {
  /** Leads to the server's socket if its folder can hold one, and to loopback otherwise. */
  url: string;
  port: number;
  /** True if a server that outlived its parent was taken over. */
  adopted: boolean;
  /** Whether another process has asked it to stop: it then serves existing connections and accepts no new ones. */
  isStopping(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * startEmbeddedPostgres starts or adopts the PostgreSQL of a data folder, with a generated password. A server left
 * running by a killed parent is adopted; a stale pid file, a zombie and an interrupted initdb are recognised. With
 * `port` it listens there or fails, because existing clients know no other. A `disposable` one is cheaper, but loses
 * its data if the machine crashes: for tests.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { port, disposable = false }: { port?: number; disposable?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const place = await findPlace(dataDir);
  const settings = disposable ? disposableSettings : durableSettings;
  return withStartLock(join(place.root, 'starting'), () => start(place, settings, port));
}

const durableSettings = { fsync: 'on', full_page_writes: 'on' };

const disposableSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

async function start(
  place: Place,
  settings: Record<string, string>,
  wantedPort: number | undefined,
): Promise<EmbeddedPostgres> {
  const password = await readPassword(place);
  await initialize(place, password);
  const live = await findLivePostmaster(place);
  if (!live) await endOrphans(place.data);
  const postmaster = live ? { ...live, isOver: () => false } : await startPostmaster(place, settings, wantedPort);
  const urlOf = (name: string) => connectionUrl(postmaster, password, name);
  await waitUntilReady(postmaster, urlOf('postgres'), place);
  await createDatabase(urlOf('postgres'));
  return {
    url: urlOf(database),
    port: postmaster.port,
    adopted: live !== undefined,
    isStopping: async () => (await readPidFile(place))[7]?.trim() === 'stopping',
    stop: () => stopPostmaster(place),
  };
}

interface Address {
  port: number;
  /** Empty if the server listens on loopback only. */
  socketFolder: string;
}

/** A postmaster to connect to; `isOver` returns whether it ended instead of becoming ready. */
interface Postmaster extends Address {
  isOver(): boolean;
}

async function readPassword(place: Place): Promise<string> {
  const path = join(place.root, 'password');
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`The password of the embedded database cannot be read: ${error.message}`, { cause: error });
  });
  if (existing) return existing.trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${path}.new`, password, { mode: 0o600, flush: true });
  if (place.owner) await chown(`${path}.new`, place.owner.uid, place.owner.gid);
  await rename(`${path}.new`, path);
  return password;
}

/**
 * Runs initdb in a temporary folder that is renamed when finished, so an interrupted one is never mistaken for data.
 */
async function initialize(place: Place, password: string): Promise<void> {
  if (await exists(join(place.data, 'PG_VERSION'))) return;
  const fresh = `${place.data}.new`;
  await rm(fresh, { recursive: true, force: true });
  const args = ['-D', fresh, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${join(place.root, 'password')}`];
  args.push('--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--data-checksums');
  try {
    await run(join(place.home, 'bin', 'initdb'), args, { env: environment(), cwd: place.root, ...place.owner });
  } catch (cause) {
    throw new Error(
      `The embedded database could not be created in ${place.root}: ${(cause as Error).message.replaceAll(password, '***')}`,
      { cause },
    );
  }
  await rename(fresh, place.data);
}

async function findLivePostmaster(place: Place): Promise<Address | undefined> {
  // Longer than a crash recovery takes.
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const lines = await readPidFile(place);
    const pid = Number(lines[0]);
    if (!pid || !(await isPostmaster(pid, place))) return undefined;
    const status = lines[7]?.trim();
    if (status === 'ready') return { port: Number(lines[3]), socketFolder: lines[4]?.trim() ?? '' };
    await delay(100);
  }
  throw new Error(`A PostgreSQL process holds ${place.data} but does not become ready. See ${place.log}.`);
}

const readPidFile = async (place: Place): Promise<string[]> =>
  (await readFile(join(place.data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');

/** A pid may be unused, a zombie, or belong to another program by now. */
async function isPostmaster(pid: number, place: Place): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (!status || / Z /.test(status.slice(status.lastIndexOf(')')))) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes('postgres') && command.includes(place.data);
}

async function startPostmaster(
  place: Place,
  settings: Record<string, string>,
  wantedPort: number | undefined,
): Promise<Postmaster> {
  await rm(join(place.data, 'postmaster.pid'), { force: true });
  const port = wantedPort ?? (await freePort(place));
  if (wantedPort && !(await isFree(wantedPort)))
    throw new Error(`Port ${wantedPort} of the embedded PostgreSQL is taken by another program. Stop that program.`);
  const socketFolder = (await canHoldSocket(place.root, port)) ? place.root : '';
  // A killed server leaves these, and PostgreSQL refuses to start if another program has its pid now.
  for (const left of ['', '.lock']) await rm(`${socketPath(place.root, port)}${left}`, { force: true });
  const options = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder,
    max_connections: 100,
    shared_buffers: '128MB',
    ...settings,
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] ',
    logging_collector: 'off',
    max_wal_size: '512MB',
  };
  const args = ['-D', place.data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const log = await open(place.log, 'a', 0o600);
  const child: ChildProcess = spawn(join(place.home, 'bin', 'postgres'), args, {
    cwd: place.root,
    env: environment(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...place.owner,
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) =>
      reject(new Error(`The embedded PostgreSQL could not be started: ${cause.message}`, { cause })),
    );
  });
  child.unref();
  await log.close();
  return { port, socketFolder, isOver: () => child.exitCode !== null || child.signalCode !== null };
}

/** Below the ephemeral range, where another program's client socket could occupy it; tries the last one first. */
async function freePort(place: Place): Promise<number> {
  const path = join(place.root, 'port');
  const last = Number(await readFile(path, 'utf8').catch(() => ''));
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = attempt === 0 && last ? last : randomInt(15_000, 32_000);
    if (!(await isFree(port))) continue;
    await writeFile(path, String(port));
    return port;
  }
  throw new Error('No free port between 15000 and 32000 for the embedded PostgreSQL.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function waitUntilReady({ isOver }: Postmaster, url: string, place: Place): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (cause) {
      await client.end().catch(() => undefined);
      if ((cause as { code?: string }).code === '28P01')
        throw new Error(
          `The embedded database refuses its password. Restore ${join(place.root, 'password')} from a backup.`,
          { cause },
        );
      if (isOver() || Date.now() > deadline)
        throw new Error(`The embedded PostgreSQL did not become ready. ${await lastWords(place)}See ${place.log}.`, {
          cause,
        });
      await delay(30);
    }
  }
}

/** The last error in the server's log, if any. */
async function lastWords(place: Place): Promise<string> {
  const log = await readFile(place.log, 'utf8').catch(() => '');
  const line = log
    .split('\n')
    .filter((text) => /FATAL|PANIC/.test(text))
    .at(-1);
  return line ? `It said: ${line.replace(/^.*?(FATAL|PANIC):\s*/, '')}. ` : '';
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A killed server fails the query and also ends the connection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (!found.rowCount) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

async function stopPostmaster(place: Place): Promise<void> {
  const pid = Number((await readPidFile(place))[0]);
  if (!pid || !(await isPostmaster(pid, place))) return;
  signal(pid, 'SIGINT');
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (!(await isPostmaster(pid, place))) return;
    await delay(20);
  }
  signal(pid, 'SIGQUIT');
}

/** The process may have ended in between. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function connectionUrl({ port, socketFolder }: Address, password: string, name: string): string {
  const url = new URL(`postgres://postgres:${password}@127.0.0.1:${port}/${name}`);
  if (socketFolder) url.searchParams.set('host', socketFolder);
  return url.href;
}
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
const environment = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' });
