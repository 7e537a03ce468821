import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { sharedWorkPool } from '@touchstone/engine-assert';
import { createTestServer, inLength, newDataDir, runProgram, type TestServer } from '@touchstone/testing';
import {
  type BombTarget,
  dataBombs,
  documentBombs,
  type Explosion,
  requestBombs,
  sendBombs,
  startBombTarget,
} from '@touchstone/testing/bombs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let target: BombTarget;
let folder: string;
beforeAll(async () => {
  // The product's time limits, only shorter: what they end would otherwise take most of the test.
  const env = { EXPRESSION_LIMIT_MS: '100', SCRIPT_LIMIT_MS: '300' };
  const postgresUrl = inject('postgresUrl');
  [server, target] = await Promise.all([createTestServer({ postgresUrl, env }), startBombTarget()]);
  folder = await newDataDir('bombs');
});
afterAll(async () => {
  await target.close();
  await rm(folder, { recursive: true, force: true });
  await server.close();
});

/**
 * Far above the duration of bounded work on a busy machine, and far below that of any of the bombs before it was
 * bounded.
 */
const ceilingMs = 30_000;

test('no known bomb stops the product, through any entry point [issue-10-2]', async () => {
  expect(requestBombs.length + documentBombs.length + dataBombs.length).toBeGreaterThanOrEqual(60);
  const { projectId } = await server.admin.client.call(workspaceRoutes.createProject, {
    body: { projectName: 'Bombs' },
  });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const unbounded: Explosion[] = [];
  const stalled: string[] = [];
  const onExplosion = async (explosion: Explosion) => {
    if (!explosion.isBounded) unbounded.push(explosion);
    if (delay.max / 1e6 > ceilingMs) stalled.push(`${explosion.entrance}: ${explosion.name}`);
    delay.reset();
    const live = await fetch(`${server.url}/health/live`);
    expect(live.status).toBe(200);
  };
  await sendBombs(
    { client: server.admin.client, target, projectId, operations: inLength(200, 1500) },
    { concurrency: 6, onExplosion },
  );
  expect(unbounded).toEqual([]);
  expect(stalled).toEqual([]);
  expect(sharedWorkPool.figures()).toMatchObject({ running: 0, waiting: 0 });
  const metrics = await server.platform.metrics.registry.metrics();
  for (const pool of ['evaluation', 'scripts', 'imports']) {
    expect(metrics).toContain(`touchstone_work_waiting{pool="${pool}"} 0`);
    expect(metrics).toMatch(new RegExp(`touchstone_work_started_total\\{pool="${pool}"\\} [1-9]`));
  }
}, 900_000);

test.each([
  {
    name: 'YAML whose aliases multiply',
    option: '--openapi',
    code: 2,
    message: 'Nothing to run: The YAML cannot be read',
  },
  { name: 'WSDL with entities that multiply', option: '--wsdl', message: 'too much entity expansion' },
  {
    name: 'WSDL whose comments have no end',
    option: '--wsdl',
    code: 2,
    message: 'Nothing to run: The XML cannot be read',
  },
  {
    name: 'JSON that is deep',
    option: '--import',
    message: 'Nothing to run: The document is nested deeper than 500 levels',
  },
])('the command line ends with a clear error: $name', async ({ name, option, message }) => {
  const bomb = documentBombs.find((each) => each.name === name);
  const path = join(folder, bomb?.fileName ?? '');
  await writeFile(path, bomb?.content ?? '');
  const ended = await runProgram('apps/cli/bin/touchstone.mjs', ['run', option, path, '--base-url', target.url], {});
  expect(ended.code).toBe(2);
  expect(ended.errors + ended.output).toContain(message);
});

test('the command line ends a collection of bombs with the verdict of each request', async () => {
  const item = (name: string, url: string, exec: string[] = []) => ({
    name,
    request: { method: 'GET', url },
    event: [{ listen: 'test', script: { exec } }],
  });
  const variable = Array.from({ length: 40 }, (_, index) => ({
    key: `v${index}`,
    value: `{{v${index + 1}}}{{v${index + 1}}}x`,
  }));
  const collection = {
    info: { name: 'Bombs', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable,
    item: [
      item('doubles', `${target.url}/?q={{v0}}`),
      item('loops', target.url, ['for (;;);']),
      item('is sound', target.url, ['pm.test("ok", () => pm.response.to.have.status(200));']),
    ],
  };
  const path = join(folder, 'bombs.postman_collection.json');
  await writeFile(path, JSON.stringify(collection));
  const { code, output } = await runProgram('apps/cli/bin/touchstone.mjs', ['run', '--postman', path], {});
  expect(output).toContain('needs more than 50,000 steps of work');
  expect(output).toContain('did not end within 3000 ms');
  expect(output).toMatch(/1 passed/);
  expect(code).toBe(2);
});
