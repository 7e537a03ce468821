import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** A running Uptime Kuma. */
export interface Kuma {
  pid: number;
  /** Number of recorded checks. */
  checks(): number;
  /** Signs in, like an open page. */
  openPage(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * startUptimeKuma starts the Uptime Kuma whose package is in `folder` (`npm install uptime-kuma`, with its SQLite
 * built) with HTTP monitors of one address and a day of their checks, and waits until each was checked. It starts them
 * one after another, at intervals of 300 to 1,000 ms.
 */
export async function startUptimeKuma(
  folder: string,
  { url, monitors, every, port }: { url: string; monitors: number; every: number; port: number },
): Promise<Kuma> {
  const dataDir = await mkdtemp(join(tmpdir(), 'uptime-kuma-'));
  const first = await start(folder, dataDir, port);
  const account = ['bench', 'Bench-1-2-3'] as const;
  await ask(folder, port, 'setup', ...account);
  await end(first);
  const database = new DatabaseSync(join(dataDir, 'kuma.db'));
  const insert = database.prepare(
    'insert into monitor (name, active, user_id, interval, url, type, retry_interval, maxretries) values (?, 1, 1, ?, ?, ?, ?, 0)',
  );
  for (let index = 0; index < monitors; index += 1) insert.run(`Monitor ${index}`, every, url, 'http', every);
  database.exec(`with recursive beat(n) as (select 0 union all select n + 1 from beat where n < ${Math.floor(86_400 / every) - 1})
    insert into heartbeat (monitor_id, status, msg, time, ping, duration, important)
    select m.id, 1, '200 - OK', strftime('%Y-%m-%d %H:%M:%f', 'now', '-' || ((n + 1) * ${every}) || ' seconds'), 20, ${every}, 0 from monitor m, beat`);
  const before = (database.prepare('select max(id) as id from heartbeat').get() as { id: number }).id;
  const kuma = await start(folder, dataDir, port);
  const count = (what: string) =>
    Number((database.prepare(`select count(${what}) as n from heartbeat where id > ?`).get(before) as { n: number }).n);
  while (count('distinct monitor_id') < monitors) await delay(1000);
  return {
    pid: kuma.pid ?? 0,
    checks: () => count('*'),
    openPage: () => ask(folder, port, 'login', { username: account[0], password: account[1] }),
    async stop() {
      await end(kuma);
      database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(folder: string, dataDir: string, port: number): Promise<ChildProcess> {
  const args = ['server/server.js', `--port=${port}`, '--host=127.0.0.1', `--data-dir=${dataDir}/`];
  const env = { ...process.env, NODE_ENV: 'production', UPTIME_KUMA_DB_TYPE: 'sqlite' };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
  const isListening = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    return answer?.ok === true;
  };
  while (!(await isListening())) {
    if (child.exitCode !== null) throw new Error('Uptime Kuma did not start.');
    await delay(250);
  }
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Calls over the socket that its page uses, which stays open until the end of this process. */
async function ask(folder: string, port: number, ...call: unknown[]): Promise<void> {
  const { io } = createRequire(join(folder, 'package.json'))('socket.io-client') as { io: (url: string) => Socket };
  const answer = await new Promise<{ ok: boolean; msg?: string }>((done) =>
    io(`http://127.0.0.1:${port}`).emit(...call, done),
  );
  if (!answer.ok) throw new Error(answer.msg ?? 'Uptime Kuma refused.');
}
interface Socket {
  emit: (...call: unknown[]) => unknown;
}
