import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiTestingRoutes, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, freePort, type TestServer, testPassword } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { type PetApi, startPetApi } from '../testing/pet-api.ts';

let server: TestServer;
let api: PetApi;
let hanging: PetApi;
let folder: string;
let shopId: string;

async function addSuite(projectId: string, suiteName: string, urls: string[], expected: string): Promise<void> {
  const { client } = server.admin;
  const { suiteId } = await client.call(apiTestingRoutes.createSuite, { body: { projectId, suiteName } });
  for (const [index, url] of urls.entries()) {
    const script = {
      scriptName: `${suiteName} ${index}`,
      method: 'GET',
      url,
      assertions: [{ kind: 'status', expected }],
    };
    await client.call(apiTestingRoutes.saveScript, {
      query: { suiteId, projectId },
      body: scriptInputSchema.parse(script),
    });
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-cli-'));
  [server, api, hanging] = await Promise.all([
    createTestServer({ postgresUrl: inject('postgresUrl') }),
    startPetApi(),
    startPetApi({ hangs: true }),
  ]);
  const { client } = server.admin;
  const project = (projectName: string) => client.call(workspaceRoutes.createProject, { body: { projectName } });
  const [shop, bank] = [await project('Shop'), await project('Bank')];
  shopId = shop.projectId;
  const health = `${api.origin}/api/health`;
  await addSuite(shop.projectId, 'Healthy', [health, health, health], '204');
  await addSuite(shop.projectId, 'Broken', [health], '200');
  await addSuite(shop.projectId, 'Unreachable', ['http://127.0.0.1:9/'], '200');
  await addSuite(shop.projectId, 'Empty', [], '');
  await addSuite(shop.projectId, 'In both', [health], '204');
  await addSuite(bank.projectId, 'In both', [health], '204');
  await addSuite(shop.projectId, 'Never ends', [`${hanging.origin}/api/pets`], '401');
  await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId: shop.projectId, environmentName: 'Staging' },
  });
});
afterAll(async () => {
  await Promise.all([server.close(), api.close(), hanging.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: string[], options: Parameters<typeof runCommand>[1] = {}) =>
  runCommand(['run', ...args], {
    cwd: folder,
    ...options,
    env: {
      TOUCHSTONE_URL: server.url,
      TOUCHSTONE_USER: server.admin.email,
      TOUCHSTONE_PASSWORD: testPassword,
      ...options.env,
    },
  });

test('runs a suite, lists its steps, downloads the reports and ends with 0', async () => {
  const { exitCode, stdout, stderr } = await run([
    '--suite',
    'healthy',
    '--env',
    'staging',
    '--reporter',
    'list,html,junit,json',
  ]);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Run [0-9a-f-]{36}: Healthy #\d+ in Shop$/m);
  expect(stdout.match(/^✔ GET {4}Healthy \d {2}204 {2}/gm)).toHaveLength(3);
  expect(stdout).toContain('Pass: 3 passed of 3 steps in');
  expect(exitCode).toBe(0);
  const reports = join(folder, 'touchstone-report');
  expect(readdirSync(reports).sort()).toEqual(['junit.xml', 'report.html', 'report.json']);
  expect(readFileSync(join(reports, 'junit.xml'), 'utf8')).toContain('tests="3" failures="0"');
  expect(readFileSync(join(reports, 'report.html'), 'utf8')).toContain('Healthy 2');
});

test('a failed assertion is shown with expected and actual, and ends with 1', async () => {
  const { exitCode, stdout } = await run(['--suite', 'Broken', '--suite', 'Healthy', '--parallel', '3']);
  expect(stdout).toContain('✖ Broken › Broken 0');
  expect(stdout).toMatch(/expected: 200\n {4}actual: {3}204/);
  expect(stdout).toContain('Fail: 3 passed, 1 failed of 4 steps');
  expect(exitCode).toBe(1);
});

test('skips the rest after the first failure on request', async () => {
  const { exitCode, stdout } = await run(['--suite', 'Broken', '--suite', 'Healthy', '--stop-on-failure']);
  expect(stdout).toContain('Fail: 1 failed, 3 skipped of 4 steps');
  expect(exitCode).toBe(1);
});

test.each([
  ['Unreachable', /Error in Run: 1 error of 1 step/],
  ['Empty', /No Test Cases/],
])('the suite "%s" ends with 2', async (suite, reason) => {
  const { exitCode, stdout } = await run(['--suite', suite]);
  expect(stdout).toMatch(reason);
  expect(exitCode).toBe(2);
});

test('an access token is enough', async () => {
  const { exitCode } = await run(['--suite', 'Healthy', '--token', server.admin.token], {
    env: { TOUCHSTONE_USER: '', TOUCHSTONE_PASSWORD: '' },
  });
  expect(exitCode).toBe(0);
});

test.each([
  ['an unknown suite', ['--suite', 'Nope', '--project', 'Shop'], /No suite is named "Nope"\. There are: .*"Healthy"/],
  ['a suite of several workspaces', ['--suite', 'In both'], /Several workspaces have "In both": .*--project/],
  ['a suite of no workspace', ['--suite', 'Nope'], /No workspace has "Nope"/],
  ['an unknown workspace', ['--suite', 'Healthy', '--project', 'Nope'], /No workspace is named "Nope"/],
  [
    'an unknown environment',
    ['--suite', 'Healthy', '--env', 'Nope'],
    /No environment is named "Nope". There are: "Staging"/,
  ],
  [
    'a wrong password',
    ['--suite', 'Healthy', '--password', 'wrong'],
    /did not let .* in: .*Check --user and --password/,
  ],
  ['a wrong token', ['--suite', 'Healthy', '--token', 'wrong'], /refused the token/],
  [
    'no server',
    ['--suite', 'Healthy', '--server', 'http://127.0.0.1:9'],
    /No server answers at http:\/\/127\.0\.0\.1:9/,
  ],
  ['no suite', [], /--suite NAME/],
])('%s: exit code 2 and a message', async (_, args, reason) => {
  const { exitCode, stderr } = await run(args);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toContain('    at ');
  expect(exitCode).toBe(2);
});

test.skipIf(process.platform === 'win32')('Ctrl C stops the run on the server', async () => {
  let isAsked = false;
  const { exitCode, stdout } = await run(['--suite', 'Never ends'], {
    onOutput: (text, kill) => {
      if (isAsked || !text.includes('Run ')) return;
      isAsked = true;
      kill('SIGINT');
    },
  });
  expect(stdout).toContain('Stopping the run.');
  expect(stdout).toMatch(/Cancelled: .*1 cancelled of 1 step/);
  expect(exitCode).toBe(2);
  const runId = /^Run (\S+):/m.exec(stdout)?.[1] ?? '';
  const summary = await server.admin.client.call(apiTestingRoutes.getExecutionSummary, { query: { runId } });
  expect(summary.status).toBe('cancelled');
});

/** Forwards bytes to the server; cuts off the first event stream after its first steps, as reported in its body. */
async function startTearingProxy(port: number): Promise<{ server: Server; heads: string[]; isTorn: Promise<void> }> {
  const heads: string[] = [];
  const { promise: isTorn, resolve: tear } = Promise.withResolvers<void>();
  let torn = 0;
  const proxy = createServer((socket) => {
    const upstream = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('data', (bytes) => {
      heads.push(bytes.toString('latin1'));
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      socket.write(bytes);
      if (torn > 0 || !bytes.includes('event: status')) return;
      torn += 1;
      tear();
      socket.end();
      upstream.destroy();
    });
    for (const end of [socket, upstream])
      end.on('error', () => undefined).on('close', () => [socket, upstream].map((one) => one.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  return { server: proxy, heads, isTorn };
}

test('an interrupted event stream is resumed, and each step is shown exactly once', async () => {
  const port = await freePort();
  const proxy = await startTearingProxy(port);
  // The run can't end before its stream is cut off.
  const gate = createHttpServer((_request, response) => void proxy.isTorn.then(() => response.writeHead(204).end()));
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  try {
    const [health, waits] = [`${api.origin}/api/health`, `http://127.0.0.1:${(gate.address() as AddressInfo).port}/`];
    await addSuite(shopId, 'Torn', [health, waits, health], '204');
    const { exitCode, stdout } = await run(['--suite', 'Torn', '--server', `http://127.0.0.1:${port}`]);
    expect(proxy.heads.some((head) => /last-event-id: \d+/i.test(head))).toBe(true);
    expect(stdout.match(/^✔ GET {4}Torn \d/gm)?.sort()).toEqual([
      '✔ GET    Torn 0',
      '✔ GET    Torn 1',
      '✔ GET    Torn 2',
    ]);
    expect(exitCode).toBe(0);
  } finally {
    gate.close();
    proxy.server.close();
  }
});

test('load: a server loads a suite with its runners, thresholds decide the exit code', {
  timeout: 120_000,
}, async () => {
  const load = (...args: string[]) =>
    runCommand(['load', '--suite', 'Healthy', ...args], {
      cwd: folder,
      env: { TOUCHSTONE_URL: server.url, TOUCHSTONE_USER: server.admin.email, TOUCHSTONE_PASSWORD: testPassword },
    });
  const good = await load('--vus', '2', '--iterations', '6', '--threshold', 'failed<1%', '--summary', 'load.json');
  expect(good.stderr).toBe('');
  expect(good.exitCode).toBe(0);
  expect(good.stdout).toMatch(/^0:01\/\d+:\d\d {2}VUs /m);
  expect(good.stdout).toContain('✔ failed is 0%');
  expect(good.stdout).toMatch(/Pass: 18 requests, 0 failed/);
  expect(JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8'))).toBeTypeOf('object');
  const bad = await load('--vus', '1', '--iterations', '2', '--threshold', 'p95<0.001');
  expect(bad.exitCode).toBe(1);
  const unclear = await load('--data', 'rows.csv');
  expect(unclear).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('leave these options out') });
});
