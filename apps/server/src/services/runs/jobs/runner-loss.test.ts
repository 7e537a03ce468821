import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, routes } from '@touchstone/contracts';
import {
  createTestDatabase,
  freePort,
  type ServerProcess,
  startServerProcess,
  testPassword,
} from '@touchstone/testing';
import { afterEach, expect, inject, test } from 'vitest';
import { followRun, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer } from '../../api-testing/testing/target-server.ts';

const started: ServerProcess[] = [];
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((process) => process.kill('SIGKILL')));
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const steps = 40;

test.each([
  ['is killed', 'SIGKILL'],
  ['is asked to stop', 'SIGTERM'],
] as const)(
  'one api and two runners on a PostgreSQL: a runner %s in the middle of a run; every step is executed and none is recorded twice',
  {
    timeout: 60_000,
  },
  async (_name, signal) => {
    const database = await createTestDatabase(inject('postgresUrl'));
    const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-roles-'));
    const target = await startTargetServer();
    cleanUps.push(
      () => database.drop(),
      () => rm(dataDir, { recursive: true, force: true }),
      () => target.close(),
    );
    const port = await freePort();
    const env = {
      DATABASE_URL: database.url,
      DATABASE_POOL: '5',
      RUNNER_DRAIN_SECONDS: '0',
      TOUCHSTONE_DATA_DIR: dataDir,
      TOUCHSTONE_ADMIN_EMAIL: 'admin@example.test',
      TOUCHSTONE_ADMIN_PASSWORD: testPassword,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
    const start = (roles: string) => {
      const process = startServerProcess({ ...env, TOUCHSTONE_ROLES: roles });
      started.push(process);
      return process;
    };
    const api = start('api,scheduler');
    await api.until(/is ready/);
    const first = start('runner');
    await first.until(/is ready/);

    const form = new URLSearchParams({
      grant_type: 'password',
      username: 'admin@example.test',
      password: testPassword,
    });
    const answer = await fetch(`${env.PUBLIC_URL}/services/identity/token`, { method: 'POST', body: form });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const client = createClient({ baseUrl: env.PUBLIC_URL, headers: () => ({ Authorization: `Bearer ${token}` }) });
    const projectId = await newProject(client);
    const suiteId = await newSuite(client, projectId);
    for (let n = 0; n < steps; n += 1) {
      await newScript(client, suiteId, {
        scriptName: `step ${n}`,
        url: n === steps / 2 ? `${target.url}/held/middle` : `${target.url}/json`,
        dataHandlers: n === 0 ? [{ name: 'petId', source: 'jsonPath', path: '$.id', enabled: true }] : [],
        assertions:
          n === steps - 1
            ? [{ kind: 'jsonPath', path: '$.id', operator: 'equals', expected: '{{petId}}', enabled: true }]
            : [],
      });
    }
    const { runId } = await client.call(routes.apiTesting.executeTest, { body: { projectId, suiteIds: [suiteId] } });
    await followRun(client, runId, {
      enough: (event) => JSON.stringify(event.data.steps ?? '').includes('/held/middle'),
    });

    const second = start('runner');
    await second.until(/is ready/);
    await first.kill(signal);
    target.release();

    const events = await followRun(client, runId);
    const run = await client.call(routes.apiTesting.getExecution, { query: { runId } });
    expect(run).toMatchObject({
      executionStatus: 'Pass',
      total: steps,
      passed: steps,
      attempt: 1,
      queued: 0,
      running: 0,
    });
    expect(run.steps.map((step) => step.status)).toEqual(Array.from({ length: steps }, () => 'passed'));
    expect(new Set(run.steps.map((step) => step.attempt))).toEqual(new Set([1]));

    const recorded = events
      .flatMap((event) => (event.data.steps as { index: number; status: string }[] | undefined) ?? [])
      .filter((step) => step.status === 'passed');
    expect(recorded.map((step) => step.index).sort((a, b) => a - b)).toEqual(
      Array.from({ length: steps }, (_, index) => index),
    );
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1));
  },
);
