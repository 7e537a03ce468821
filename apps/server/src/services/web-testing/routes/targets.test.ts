import type { Client } from '@touchstone/contracts';
import { runRoutes } from '@touchstone/contracts/runs';
import type { RepositoryStepInput, RunTarget, TestReport } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note, openUrl } from '../../test-repository/testing/builders.ts';

let server: TestServer;
let shop: Shop;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), env: { RUNNER_LABELS: 'eu, big' } });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
  shop = await openShop();
}, 120_000);
afterAll(async () => {
  await shop.close();
  await server.close();
});

const desktop: RunTarget = { browser: 'chromium', viewport: { width: 1280, height: 720 } };
const phone: RunTarget = { browser: 'chromium', viewport: { width: 390, height: 844 } };
const reportOf = (runId: string): Promise<TestReport> =>
  client.call(calls.getTestReport, { query: { runId, size: 200 } });
const toEnd = async (runId: string): Promise<TestReport> => {
  await followRun(client, runId);
  return reportOf(runId);
};
const isWide = (id: string, width: number): RepositoryStepInput => ({
  id,
  keyword: 'runJavaScript',
  args: { code: `if (window.innerWidth !== ${width}) throw new Error('It has ' + window.innerWidth)` },
});

test('[web-execution-1] every script runs in every target, concurrently, and the report keeps them apart', async () => {
  const { moduleUUID } = await newModule(client);
  const loop = { id: 'loop', keyword: 'forEach', args: { values: 'a\nb' }, steps: [note('say')] };
  const { uuid: look } = await newScript(client, moduleUUID, {
    name: 'Look',
    steps: [openUrl('open', shop.url), loop, isWide('wide', 1280)],
  });
  const { uuid: other } = await newScript(client, moduleUUID, { name: 'Other', steps: [note('only')] });
  const { runId } = await client.call(calls.executeTest, {
    body: { scriptUUIDs: [look, other], targets: [desktop, phone], parallel: 2 },
  });
  const report = await toEnd(runId);
  expect(report.targets).toEqual([
    { ...desktop, device: null },
    { ...phone, device: null },
  ]);
  expect(report.run.subtitle).toBe('Chromium · 1280 × 720, Chromium · 390 × 844');
  const inTarget = (target: number, wide: string) => [
    [target, 'open', 'passed'],
    [target, 'loop', 'passed'],
    [target, 'say', 'passed'],
    [target, 'say', 'passed'],
    [target, 'wide', wide],
    [target, 'only', 'passed'],
  ];
  const lines = report.steps.map(({ target, sourceStepId, status }) => [target, sourceStepId, status]);
  expect(lines).toEqual([...inTarget(0, 'passed'), ...inTarget(1, 'failed')]);
  expect(report.run.message).toMatch(/^Chromium · 390 × 844: Look: .*It has 390/);
  const { content: tops } = await client.call(runRoutes.listRunSteps, {
    params: { runId },
    query: { parentId: 'none' },
  });
  expect(tops.map(({ title, kind, status }) => [title, kind, status])).toEqual([
    ['Chromium · 1280 × 720', 'target', 'passed'],
    ['Chromium · 390 × 844', 'target', 'failed'],
  ]);
  const junit = await client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format: 'junit' } });
  const suites = (await junit.text()).match(/<testsuite name="[^"]*"/g);
  expect(suites).toEqual(
    ['1280 × 720', '390 × 844'].flatMap((size) =>
      ['Look', 'Other'].map((name) => `<testsuite name="Chromium · ${size} › ${name}"`),
    ),
  );
});

test('a device sets its screen size; an unknown one and a duplicate target are rejected', async () => {
  const { devices } = await client.call(calls.listDevices, {});
  const pixel = devices.find(({ name }) => name === 'Pixel 7');
  expect(pixel?.viewport.width).toBeGreaterThan(300);
  const { moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [openUrl('open', shop.url), isWide('wide', pixel?.viewport.width ?? 0)],
  });
  const run = (targets: RunTarget[]) => client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], targets } });
  const device = 'Pixel 7';
  const { runId } = await run([{ browser: 'chromium', device }]);
  const report = await toEnd(runId);
  expect(report).toMatchObject({ run: { status: 'passed' }, targets: [{ device, viewport: pixel?.viewport }] });
  const html = await client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format: 'html' } });
  expect(await html.text()).toContain('Chromium · Pixel 7');
  expect(await failureOf(run([{ browser: 'chromium', device: 'Brick 1' }]))).toMatchObject({
    status: 400,
    code: 'WEB_TESTING_UNKNOWN_DEVICE',
  });
  const messageOf = async (targets: RunTarget[]) => (await failureOf(run(targets))).details[0]?.message;
  expect(await messageOf([desktop, desktop])).toBe('Each target can occur once');
  expect(await messageOf([{ ...desktop, device }])).toBe('Give either a size or a device');
  expect(await messageOf([])).toBe('Choose at least one target');
});

test('[web-execution-7] a run follows its configuration, except for the settings given to it', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { environmentId: environmentUUID } = await client.call(calls.createEnvironment, {
    body: { projectUUID, environmentName: 'Shop', variables: [{ name: 'shop', value: shop.url }] },
  });
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [openUrl('open', '{{shop}}'), openUrl('again', '{{shop}}')],
  });
  const { uuid: configurationUUID } = await client.call(calls.createRunConfiguration, {
    body: { projectUUID, name: 'Both', environmentUUID, targets: [desktop, phone], parallel: 2, evidence: 'always' },
  });
  const run = async (given: object) => {
    const body = { scriptUUIDs: [uuid], configurationUUID, ...given };
    return toEnd((await client.call(calls.executeTest, { body })).runId);
  };
  const both = await run({});
  expect(both).toMatchObject({ run: { status: 'passed' }, environmentName: 'Shop', targets: [desktop, phone] });
  expect(both.steps.map(({ attachments }) => attachments.length)).toEqual([1, 1, 1, 1]);
  const one = await run({ targets: [phone], evidence: 'failure' });
  expect(one).toMatchObject({ environmentName: 'Shop', targets: [phone] });
  expect(one.steps.map(({ attachments }) => attachments.length)).toEqual([0, 0]);
  await client.call(calls.deleteRunConfiguration, { query: { uuid: configurationUUID } });
  expect(await failureOf(run({}))).toMatchObject({
    status: 404,
    message: 'The run configuration was deleted. Choose another one.',
  });
  const other = await newModule(client);
  const elsewhere = { projectUUID: other.projectUUID, name: 'Elsewhere' };
  const { uuid: foreign } = await client.call(calls.createRunConfiguration, { body: elsewhere });
  expect(await failureOf(run({ configurationUUID: foreign }))).toMatchObject({ status: 404 });
});

test('a script runs in each browser of the machine, in one run with one report', async ({ skip }) => {
  const { browsers } = await client.call(calls.listBrowsers, {});
  const names = browsers.map(({ name }) => name);
  if (names.length < 2) skip(`Only ${names.join()} is installed here. Install another browser, such as firefox-esr.`);
  const { moduleUUID } = await newModule(client);
  const email = { name: 'Email', locators: [{ by: 'label' as const, value: 'Email' }] };
  const password = { name: 'Password', locators: [{ by: 'label' as const, value: 'Password' }] };
  const user = { name: 'User', locators: [{ by: 'css' as const, value: '#user' }] };
  const { uuid } = await newScript(client, moduleUUID, {
    name: 'Sign in',
    steps: [
      openUrl('open', `${shop.url}/login`),
      { id: 'email', keyword: 'setText', target: email, args: { value: 'ada@example.com' } },
      { id: 'password', keyword: 'setText', target: password, args: { value: 'coffee' } },
      { id: 'send', keyword: 'pressKey', target: password, args: { keys: 'Enter' } },
      { id: 'user', keyword: 'verifyText', target: user, args: { expected: 'ada' } },
      {
        id: 'gecko',
        keyword: 'runJavaScript',
        args: { code: "if (!('mozInnerScreenX' in window)) throw new Error();" },
      },
    ],
  });
  const targets = names.map((name): RunTarget => ({ ...desktop, browser: name }));
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], targets, parallel: 2 } });
  const report = await toEnd(runId);
  expect(report.targets).toEqual(targets.map((target) => ({ ...target, device: null })));
  const lines = report.steps.map(({ target, sourceStepId, status }) => [target, sourceStepId, status]);
  const shared = ['open', 'email', 'password', 'send', 'user'];
  expect(lines).toEqual(
    names.flatMap((name, target) => [
      ...shared.map((id) => [target, id, 'passed']),
      [target, 'gecko', name === 'firefox' ? 'passed' : 'failed'],
    ]),
  );
  for (const { attachments, status } of report.steps) expect(attachments).toHaveLength(status === 'failed' ? 1 : 0);
}, 120_000);

test('two concurrent scripts wait for a one-time code each, and each gets one', async () => {
  const { moduleUUID } = await newModule(client);
  const email = { name: 'Email', locators: [{ by: 'label' as const, value: 'Email' }] };
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [
      openUrl('open', `${shop.url}/login`),
      { id: 'code', keyword: 'setText', target: email, args: { value: '{{$oneTimeCode}}' } },
    ],
  });
  const body = { scriptUUIDs: [uuid], targets: [desktop, phone], parallel: 2 };
  const { runId } = await client.call(calls.executeTest, { body });
  const waiting = async () => {
    const { steps } = await reportOf(runId);
    return steps.filter(({ sourceStepId, status }) => sourceStepId === 'code' && status === 'running').length;
  };
  const give = (otpValue: string) => client.call(calls.updateOtpValue, { body: { runId, otpValue } });
  await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
  await give('111111');
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
  await give('222222');
  expect((await toEnd(runId)).run.status).toBe('passed');
});

test('a chain passes its variables on within each target, and a failure in one skips nothing in the other', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid: first } = await newScript(client, moduleUUID, {
    steps: [
      openUrl('open', shop.url),
      { id: 'size', keyword: 'runJavaScript', args: { code: 'return window.innerWidth', variable: 'size' } },
      isWide('wide', 390),
    ],
  });
  const { uuid: second } = await newScript(client, moduleUUID, {
    steps: [openUrl('open', shop.url), isWide('same', '{{size}}' as unknown as number)],
  });
  const { uuid: suiteUUID } = await client.call(calls.createSuite, {
    query: { uuid: projectUUID, isSprintUUID: 'false' } as never,
    body: { testSuiteName: 'Chain', isChaining: true },
  });
  await client.call(calls.importScripts, { body: { suiteUUID, scriptUUIDs: [first, second] } });
  const body = { suiteUUID, targets: [desktop, phone], parallel: 8 };
  const { runId } = await client.call(calls.executeTest, { body });
  const { steps } = await toEnd(runId);
  expect(steps.map(({ target, sourceStepId, status }) => [target, sourceStepId, status])).toEqual([
    [0, 'open', 'passed'],
    [0, 'size', 'passed'],
    [0, 'wide', 'failed'],
    [0, 'open', 'skipped'],
    [0, 'same', 'skipped'],
    [1, 'open', 'passed'],
    [1, 'size', 'passed'],
    [1, 'wide', 'passed'],
    [1, 'open', 'passed'],
    [1, 'same', 'passed'],
  ]);
});

test('a run that was stored before runs had targets is shown and retried', async () => {
  const { moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { steps: [note('a')] });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], viewport: phone.viewport } });
  await followRun(client, runId);
  const before = JSON.stringify({ browser: 'chromium', viewport: phone.viewport });
  await server.platform.database.pool.query(
    `update runs.run set plan = (plan - 'targets' - 'parallel') || $2::jsonb,
       label = (label - 'targets') || '{"browser": "chromium"}'::jsonb where id = $1`,
    [runId, before],
  );
  const targets = [{ ...phone, device: null }];
  expect(await reportOf(runId)).toMatchObject({ targets, steps: [{ target: 0 }] });
  const html = await client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format: 'html' } });
  expect(await html.text()).toContain('Chromium');
  const again = await client.call(calls.retryTest, { query: { runId } });
  expect(await toEnd(again.runId)).toMatchObject({ run: { status: 'passed' }, targets });
});

test('scripts run on the selected infrastructure, and wait for it while it is not available', async () => {
  const { moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { steps: [note('a')] });
  const { nodes } = await client.call(calls.listNodes, {});
  expect(nodes.map(({ label, runners }) => [label, runners])).toEqual([
    [null, 1],
    ['big', 1],
    ['eu', 1],
  ]);
  expect(nodes[2]?.browsers).toContainEqual(expect.objectContaining({ name: 'chromium' }));
  const start = (infrastructure: string) =>
    client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], infrastructure } });
  const elsewhere = await start('moon');
  const here = await start('eu');
  expect(await toEnd(here.runId)).toMatchObject({ infrastructure: 'eu', run: { status: 'passed' } });
  expect(await reportOf(elsewhere.runId)).toMatchObject({ infrastructure: 'moon', run: { status: 'queued' } });
  await client.call(calls.stopExecution, { query: { runId: elsewhere.runId } });
});
