import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { freePort, newDataDir, type ServerProcess, startServerProcess, testPassword } from '@touchstone/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newProject, newScript, newSuite } from '../../apps/server/src/services/api-testing/testing/builders.ts';
import { startTargetServer } from '../../apps/server/src/services/api-testing/testing/target-server.ts';

const api = apiTestingRoutes;
const root = fileURLToPath(new URL('../../', import.meta.url));
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

let dataDir: string;
let url: string;
let product: ServerProcess;

/** Started as Docker and systemd do it: by npm, which is what gets the signals. */
beforeEach(async () => {
  dataDir = await newDataDir('database-loss');
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    TOUCHSTONE_DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    TOUCHSTONE_ADMIN_EMAIL: 'admin@example.test',
    TOUCHSTONE_ADMIN_PASSWORD: testPassword,
    RUNNER_DRAIN_SECONDS: '0',
  };
  product = startServerProcess(env, { command: ['npm', 'start'], cwd: root });
  cleanUps.push(() => product.kill('SIGTERM'));
  await product.until(/is ready after/);
}, 240_000);

const signIn = () => {
  const form = new URLSearchParams({ grant_type: 'password', username: 'admin@example.test', password: testPassword });
  return fetch(`${url}/services/identity/token`, { method: 'POST', body: form });
};
async function newClient(): Promise<Client> {
  const { access_token: token } = (await (await signIn()).json()) as { access_token: string };
  return createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }), retryDelayMs: 0 });
}
const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
/** The postmaster and all its child processes. */
async function databaseProcesses(): Promise<number[]> {
  const parent = await postmaster();
  const pids = (await readdir('/proc')).map(Number).filter(Boolean);
  const isChild = async (pid: number) => {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]) === parent;
  };
  const children = await Promise.all(pids.map(async (pid) => ((await isChild(pid)) ? pid : 0)));
  return [parent, ...children.filter(Boolean)];
}
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const ready = async () => (await fetch(`${url}/health/ready`)).status;
/** The answers of a call that needs the database until it is gone, and then of the page's sign-in. */
async function refusals(client: Client) {
  const call = async () => {
    const answer = await client.raw(api.listSuites, { query: { projectId: crypto.randomUUID() } }).catch((e) => e);
    return answer.code as string;
  };
  await expect.poll(call, { interval: 20 }).toBe('PLATFORM_DATABASE_UNAVAILABLE');
  const [read, token, live] = await Promise.all([call(), signIn(), fetch(`${url}/health/live`)]);
  return {
    read,
    token: { status: token.status, body: await token.json(), after: token.headers.get('retry-after') },
    live: live.status,
  };
}
const refused = {
  read: 'PLATFORM_DATABASE_UNAVAILABLE',
  token: {
    status: 503,
    after: '3',
    body: expect.objectContaining({
      error: 'temporarily_unavailable',
      code: 'PLATFORM_DATABASE_UNAVAILABLE',
      message: expect.stringMatching(/^The database .*Try again in 3 seconds\.$/i),
    }),
  },
  live: 200,
};

test.runIf(process.platform === 'linux')(
  'the database is killed, stopped and frozen: calls report it, everything recovers automatically, and SIGTERM to npm ends everything',
  { timeout: 300_000 },
  async () => {
    const client = await newClient();
    const target = await startTargetServer();
    cleanUps.push(() => target.close());
    const projectId = await newProject(client);
    const suiteId = await newSuite(client, projectId);
    for (const path of ['/json', '/held/one', '/json', '/json'])
      await newScript(client, suiteId, { url: target.url + path });
    const { runId } = await client.call(api.executeTest, { body: { projectId, suiteIds: [suiteId] } });
    await expect.poll(() => target.received).toContain('GET /held/one');

    const first = await postmaster();
    process.kill(first, 'SIGKILL');
    expect(await refusals(client)).toEqual(refused);
    await expect.poll(ready).toBe(200);
    expect(await postmaster()).not.toBe(first);
    target.release();
    await expect
      .poll(async () => (await client.call(api.getExecution, { query: { runId } })).executionStatus, {
        timeout: 60_000,
      })
      .toBe('Pass');
    const run = await client.call(api.getExecution, { query: { runId } });
    expect(run).toMatchObject({ total: 4, passed: 4 });

    // A smart shutdown waits for clients, including the product's own connections.
    const second = await postmaster();
    process.kill(second, 'SIGTERM');
    await expect.poll(() => isAlive(second)).toBe(false);
    await expect.poll(ready).toBe(200);

    const frozen = await databaseProcesses();
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    try {
      // These are in progress when the database stops answering; each hangs on its own connection, or waits for one.
      const answers = await Promise.all(
        Array.from({ length: 60 }, () =>
          client
            .call(api.listSuites, { query: { projectId } })
            .catch((error: { code: string; status: number }) => error),
        ),
      );
      for (const answer of answers) expect(answer).toMatchObject({ status: 503 });
      expect(await refusals(client)).toEqual(refused);
      expect(await ready()).toBe(503);
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    }
    await expect.poll(ready).toBe(200);
    const suites = await client.call(api.listSuites, { query: { projectId } });
    expect(suites.content.map((suite) => suite.suiteId)).toEqual([suiteId]);

    const last = await postmaster();
    await product.kill('SIGTERM');
    // npm has exited; the server that it started keeps the output open until it has exited too.
    await product.allEnded;
    await expect.poll(() => isAlive(last)).toBe(false);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
    expect(product.output()).not.toContain('(not an error)');
    expect(product.output()).toContain('the embedded database has ended; it is started again');
  },
);
