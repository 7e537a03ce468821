import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runRoutes } from '@touchstone/contracts/runs';
import { webTestingRoutes as calls, type RepositoryStepInput } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer, testPassword } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runCommand } from '../testing/command.ts';

let server: TestServer;
let shop: Shop;
let folder: string;

const shopTitle = 'Products – Leaf & Bean';
const title = (expected: string): RepositoryStepInput => ({
  id: 'title',
  keyword: 'verifyTitle',
  args: { expected },
  timeoutMs: 1000,
});
const open: RepositoryStepInput = { id: 'open', keyword: 'openUrl', args: { url: '{{shop}}' } };
const wait: RepositoryStepInput = { id: 'wait', keyword: 'wait', args: { ms: '60000' } };

const newProject = async (projectName: string) =>
  (await server.admin.client.call(calls.createProject, { body: { projectName } })).uuid;
const newModule = async (projectId: string, moduleName: string) =>
  (await server.admin.client.call(calls.createModule, { query: { projectId }, body: { moduleName } })).uuid;
async function newScript(moduleUUID: string, testScriptName: string, steps: RepositoryStepInput[]): Promise<string> {
  const { client } = server.admin;
  const { uuid } = await client.call(calls.createScript, { query: { moduleUUID }, body: { testScriptName } });
  await client.call(calls.addSteps, { query: { scriptUUID: uuid }, body: { steps } });
  return uuid;
}
async function newSuite(place: { uuid: string; isSprintUUID: 'true' | 'false' }, name: string, scriptUUIDs: string[]) {
  const { client } = server.admin;
  const { uuid } = await client.call(calls.createSuite, { query: place as never, body: { testSuiteName: name } });
  await client.call(calls.importScripts, { body: { suiteUUID: uuid, scriptUUIDs } });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-web-'));
  [server, shop] = await Promise.all([createTestServer({ postgresUrl: inject('postgresUrl') }), openShop()]);
  const { client } = server.admin;
  const projectUUID = await newProject('Shop');
  const variables = [{ name: 'shop', value: shop.url }];
  await client.call(calls.createEnvironment, { body: { projectUUID, environmentName: 'Staging', variables } });
  const checkout = await newModule(projectUUID, 'Checkout');
  const good = await newScript(checkout, 'Good', [open, title(shopTitle)]);
  const bad = await newScript(checkout, 'Bad', [open, title('Nonsense')]);
  const long = await newModule(projectUUID, 'Long');
  await newScript(long, 'Never ends', [wait]);
  await newScript(long, 'Good', [title('')]);
  await newModule(projectUUID, 'Empty');
  const lab = { uuid: projectUUID, isSprintUUID: 'false' as const };
  await newSuite(lab, 'Nightly', [good]);
  await newSuite(lab, 'Mixed', [good, bad]);
  await newSuite(lab, 'In both', [good]);
  const { uuid: sprint } = await client.call(calls.createSprint, {
    query: { projectUUID },
    body: { sprintName: 'May' },
  });
  await newSuite({ uuid: sprint, isSprintUUID: 'true' }, 'Of the sprint', [good]);
  await newSuite({ uuid: sprint, isSprintUUID: 'true' }, 'Nightly', [bad]);
  const bank = await newProject('Bank');
  const ofBank = await newScript(await newModule(bank, 'Accounts'), 'Pay', [wait]);
  await newSuite({ uuid: bank, isSprintUUID: 'false' }, 'In both', [ofBank]);
}, 120_000);
afterAll(async () => {
  await Promise.all([server.close(), shop.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: string[], options: Parameters<typeof runCommand>[1] = {}) =>
  runCommand(['run', '--web', ...args], {
    cwd: folder,
    ...options,
    env: { TOUCHSTONE_URL: server.url, TOUCHSTONE_USER: server.admin.email, TOUCHSTONE_PASSWORD: testPassword },
  });
const runIdIn = (stdout: string): string => /^Run (\S+):/m.exec(stdout)?.[1] ?? '';

test('runs a suite, lists its steps, writes the reports and ends with 0; label and commit are stored', async () => {
  const origin = ['--label', 'main', '--commit', 'abc1234'];
  const { exitCode, stdout, stderr } = await run([
    ...['--suite', 'of the sprint', '--env', 'staging', '--reporter', 'list,html,junit,json'],
    ...origin,
  ]);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Run [0-9a-f-]{36}: Of the sprint #\d+ in Shop$/m);
  expect(stdout).toMatch(/^✔ Open "\{\{shop\}\}" {2}/m);
  expect(stdout).toContain('Pass: 2 passed of 2 steps in');
  expect(exitCode).toBe(0);
  const reports = join(folder, 'touchstone-report');
  expect(readdirSync(reports).sort()).toEqual(['junit.xml', 'report.html', 'report.json']);
  expect(readFileSync(join(reports, 'junit.xml'), 'utf8')).toContain('tests="2" failures="0"');
  const kept = await server.admin.client.call(runRoutes.getRun, { params: { runId: runIdIn(stdout) } });
  expect(kept).toMatchObject({ kind: 'web-script', label: 'main', commit: 'abc1234' });
});

test('a failed step is shown with its script, expected and actual, and ends with 1', async () => {
  const { exitCode, stdout } = await run(['--suite', 'Mixed', '--project', 'Shop', '--env', 'Staging']);
  expect(stdout).toMatch(/\nFailures\n\n✖ Bad › .*Nonsense/);
  expect(stdout).toMatch(/ {4}expected: equals "Nonsense"\n {4}actual: {3}Products/);
  expect(stdout).toContain('Fail: 3 passed, 1 failed of 4 steps');
  expect(exitCode).toBe(1);
});

test('runs several suites one after the other, each with its own reports, and ends with the worst outcome', async () => {
  const suites = ['--suite', 'Mixed', '--suite', 'Of the sprint', '--suite', 'mixed'];
  const output = ['--reporter', 'list,junit', '--output', 'several'];
  const { exitCode, stdout } = await run([...suites, ...output, '--project', 'Shop', '--env', 'Staging']);
  expect(stdout.match(/^Run \S+: .*$/gm)?.map((line) => line.replace(/^Run \S+: | #\d+/g, ''))).toEqual([
    'Mixed in Shop',
    'Of the sprint in Shop',
  ]);
  expect(stdout).toMatch(/\n1 of 2 runs passed\n {2}Mixed: Fail\n {2}Of the sprint: Pass\n$/);
  expect(readdirSync(join(folder, 'several')).sort()).toEqual(['mixed', 'of-the-sprint']);
  expect(readFileSync(join(folder, 'several', 'mixed', 'junit.xml'), 'utf8')).toContain('failures="1"');
  expect(exitCode).toBe(1);
});

test('runs the scripts of a module in order, or single ones of it', async () => {
  const whole = await run(['--module', 'Checkout', '--env', 'Staging']);
  expect(whole.stdout).toMatch(/^Run \S+: Checkout #\d+ in Shop$/m);
  expect(whole.stdout).toContain('3 passed, 1 failed of 4 steps');
  const one = await run(['--module', 'Checkout', '--script', 'Good', '--env', 'Staging', '--browser', 'chromium']);
  expect(one.stdout).toContain('Pass: 2 passed of 2 steps');
  const named = await run(['--script', 'bad', '--script', 'Never ends', '--project', 'shop', '--env', 'Moon']);
  expect(named.stderr).toBe('No environment is named "Moon". There are: "Staging".\n');
});

test.each([
  [['--suite', 'Mixed', '--suite', 'Nope', '--project', 'Shop'], /^No suite is named "Nope"\. There are: /],
  [['--suite', 'Nope', '--project', 'Shop'], /^No suite is named "Nope"\. There are: .*"Mixed"/],
  [['--suite', 'Nope'], /^No project has "Nope"\. Projects: .*"Shop"/],
  [['--suite', 'Nightly', '--project', 'Shop'], /^There are 2 suites called "Nightly"; give the id: /],
  [['--suite', 'In both'], /^Several projects have "In both": .*Say which with --project\./],
  [['--suite', 'Mixed', '--project', 'Moon'], /^No project is named "Moon"\. There are: /],
  [['--script', 'Good', '--project', 'Shop'], /^There are 2 scripts called "Good"; give the id: /],
  [['--module', 'Long', '--script', 'Pay'], /^No script is named "Pay"\. There are: "Never ends", "Good"\./],
  [['--module', 'Empty'], /^The module "Empty" has no scripts\./],
  [
    ['--suite', 'Mixed', '--browser', 'opera'],
    /^No browser is named "opera"\. There are: "chromium", "firefox", "webkit"\./,
  ],
  [[], /^Name what to run: --suite NAME, --script NAME/],
  [['--suite', 'Mixed', '--script', 'Good'], /^Give either --suite or --script and --module, not both\./],
  [['--suite', 'Mixed', '--openapi', 'a.yaml'], /^Give either --web or --openapi, not both\./],
  [['--suite', 'Mixed', '--parallel', '2'], /^--web runs scripts one after the other/],
  [['--suite', 'Mixed', '--password', 'wrong'], /did not let .* in: .*Check --user and --password/],
])('%j ends with 2 and says what to do', async (args, message) => {
  const { exitCode, stderr } = await run(args);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('    at ');
  expect(exitCode).toBe(2);
});

test.skipIf(process.platform === 'win32')('Ctrl C stops the run on the server', async () => {
  let isAsked = false;
  const { exitCode, stdout } = await run(['--script', 'Never ends'], {
    onOutput: (text, kill) => {
      if (isAsked || !text.includes('Run ')) return;
      isAsked = true;
      kill('SIGINT');
    },
  });
  expect(stdout).toContain('Stopping the run.');
  expect(stdout).toMatch(/Cancelled: .*1 cancelled of 1 step/);
  expect(exitCode).toBe(2);
  const kept = await server.admin.client.call(runRoutes.getRun, { params: { runId: runIdIn(stdout) } });
  expect(kept.status).toBe('cancelled');
});
