import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, type Client, createClient } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import {
  freePort,
  inLength,
  newDataDir,
  type ServerProcess,
  startServerProcess,
  testPassword,
} from '@touchstone/testing';
import { afterEach, expect, test } from 'vitest';

const api = apiTestingRoutes;
/** At least one kill of each kind: of the product alone, and with its database. */
const rounds = inLength(2, 10);
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** What the product has acknowledged, and must therefore still have. */
interface Promised {
  suites: Map<string, string>;
  scripts: Map<string, string>;
  runs: Set<string>;
}

async function signIn(url: string): Promise<Client> {
  const form = new URLSearchParams({ grant_type: 'password', username: 'admin@example.test', password: testPassword });
  const answer = await fetch(`${url}/services/identity/token`, { method: 'POST', body: form });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }), retryDelayMs: 0 });
}

/** Edits and runs until the product is gone; records what was acknowledged. */
async function work(client: Client, url: string, projectId: string, promised: Promised): Promise<void> {
  for (;;) {
    try {
      const suite = await client.call(api.createSuite, {
        body: { projectId, suiteName: `Suite ${crypto.randomUUID()}` },
      });
      promised.suites.set(suite.suiteId, suite.suiteName);
      for (let s = 0; s < 5; s += 1) {
        const script = await client.call(api.saveScript, {
          query: { suiteId: [suite.suiteId] },
          body: {
            scriptName: `Script ${s}`,
            method: 'GET',
            url: `${url}/sample/petstore/delay/${s * 10}`,
            assertions: [{ kind: 'status', expected: 200 }],
          },
        });
        promised.scripts.set(script.scriptId, script.scriptName);
      }
      const { runId } = await client.call(api.executeTest, { body: { projectId, suiteIds: [suite.suiteId] } });
      promised.runs.add(runId);
      const suiteName = `Renamed ${suite.suiteId}`;
      await client.call(api.updateSuite, { body: { suiteId: suite.suiteId, suiteName } });
      promised.suites.set(suite.suiteId, suiteName);
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) return;
      throw error;
    }
  }
}

/** A suite, five scripts, a run. */
const answersUntilRun = 7;
const answers = ({ suites, scripts, runs }: Promised) => suites.size + scripts.size + runs.size;

async function missing(client: Client, projectId: string, promised: Promised): Promise<string[]> {
  const problems: string[] = [];
  const suites = new Map<string, string>();
  for (let page = 0; ; page += 1) {
    const { content } = await client.call(api.listSuites, { query: { projectId, page, size: 200 } });
    for (const suite of content) suites.set(suite.suiteId, suite.suiteName);
    if (content.length < 200) break;
  }
  for (const [suiteId, name] of promised.suites) {
    const stored = suites.get(suiteId);
    const renamedWithoutAnswer = stored === `Renamed ${suiteId}`;
    if (stored !== name && !renamedWithoutAnswer) problems.push(`suite ${suiteId}: ${stored} instead of ${name}`);
  }
  for (const [scriptId, name] of promised.scripts) {
    const script = await client.call(api.getScript, { query: { scriptId } }).catch(() => undefined);
    if (script?.scriptName !== name) problems.push(`script ${scriptId}`);
  }
  return problems;
}

/** Waits for the end of a run by its event stream. */
async function follow(client: Client, runId: string): Promise<void> {
  const response = await client.raw(notificationRoutes.subscribeNotification, { query: { runId } });
  await response.text();
}

test('the whole product is killed repeatedly, every second time with its database: what was acknowledged is still there, and every run ends', {
  timeout: 900_000,
}, async () => {
  const dataDir = await newDataDir('loss');
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    TOUCHSTONE_DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    TOUCHSTONE_ADMIN_EMAIL: 'admin@example.test',
    TOUCHSTONE_ADMIN_PASSWORD: testPassword,
  };
  const start = async (): Promise<ServerProcess> => {
    const process = startServerProcess(env);
    await process.until(/is ready/);
    return process;
  };
  const postmaster = async () =>
    Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

  let product = await start();
  cleanUps.push(async () => {
    await product.kill('SIGTERM');
  });
  const first = await signIn(url);
  const { projectId } = await first.call(workspaceRoutes.createProject, { body: { projectName: 'Loss' } });
  const promised: Promised = { suites: new Map(), scripts: new Map(), runs: new Set() };
  for (let round = 0; round < rounds; round += 1) {
    const working = work(await signIn(url), url, projectId, promised);
    // At least one run per round, and then a kill anywhere in the following edits.
    const enough = answers(promised) + answersUntilRun + Math.floor(Math.random() * 10);
    await expect.poll(() => answers(promised), { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
    const databasePid = await postmaster();
    await product.kill('SIGKILL');
    if (round % 2 === 1) process.kill(databasePid, 'SIGKILL');
    await working;
    product = await start();
    expect(await missing(await signIn(url), projectId, promised), `round ${round}`).toEqual([]);
  }
  const client = await signIn(url);
  for (const runId of promised.runs) {
    await follow(client, runId);
    const run = await client.call(api.getExecution, { query: { runId } });
    expect(run).toMatchObject({ status: 'passed', total: 5, passed: 5 });
    expect(new Set(run.steps.map((step) => step.index)).size).toBe(5);
  }
  expect(promised.runs.size).toBeGreaterThanOrEqual(rounds);
});
