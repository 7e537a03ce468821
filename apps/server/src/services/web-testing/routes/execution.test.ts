import type { Client } from '@touchstone/contracts';
import { runRoutes } from '@touchstone/contracts/runs';
import type { RepositoryStepInput, RunTarget, TestReport } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { findBrowserPath } from '@touchstone/engine-browser';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { failureOf, followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note, openUrl } from '../../test-repository/testing/builders.ts';

let server: TestServer;
let shop: Shop;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
  shop = await openShop();
}, 120_000);
afterAll(async () => {
  await shop.close();
  await server.close();
});

const title = (id: string, expected: string): RepositoryStepInput => ({
  id,
  keyword: 'verifyTitle',
  args: { expected },
});
const desktop: RunTarget = { browser: 'chromium', viewport: { width: 1280, height: 720 } };
const firefox: RunTarget = { ...desktop, browser: 'firefox' };
const shopTitle = 'Products – Leaf & Bean';
const reportOf = (runId: string, query: object = {}): Promise<TestReport> =>
  client.call(calls.getTestReport, { query: { runId, size: 200, ...query } });
const toEnd = async (runId: string): Promise<TestReport> => {
  await followRun(client, runId);
  return reportOf(runId);
};
const linesOf = ({ steps }: TestReport) => steps.map(({ sourceStepId, status }) => [sourceStepId, status]);

test('[web-execution-2] a dry run tries a script as it is on the screen, up to a step', async () => {
  const { moduleUUID } = await newModule(client);
  const { uuid: scriptUUID } = await newScript(client, moduleUUID, { name: 'Look', steps: [note('saved')] });
  const steps = [openUrl('open', shop.url), title('title', shopTitle), note('last')];
  const { runId, executionStatus } = await client.call(calls.executeModuleTest, {
    body: { scriptUUID, steps, stepId: 'title' },
  });
  // An idle runner may have started already.
  expect(['Run Initiated', 'Running']).toContain(executionStatus);
  const report = await toEnd(runId);
  expect(report).toMatchObject({
    isDryRun: true,
    targets: [{ browser: 'chromium', viewport: { width: 1280, height: 720 }, device: null }],
    scripts: [{ scriptUUID, testScriptName: 'Look', moduleName: 'Checkout' }],
    run: { status: 'passed', kind: 'web-script', link: expect.stringContaining('/web-testing/web-final-result?run=') },
  });
  expect(linesOf(report)).toEqual([
    ['open', 'passed'],
    ['title', 'passed'],
  ]);
  const script = await client.call(calls.getScript, { params: { id: scriptUUID } });
  expect(script).toMatchObject({ lastRun: { runId, status: 'passed' }, stepCount: 1 });
});

test('[web-execution-4] the report compares expected with actual, with the element and a picture of the failure', async () => {
  const { moduleUUID } = await newModule(client);
  const field = { name: 'Found', locators: [{ by: 'css' as const, value: '#found' }] };
  const { uuid } = await newScript(client, moduleUUID, {
    name: 'Count',
    steps: [
      openUrl('open', shop.url),
      { id: 'found', keyword: 'verifyText', target: field, args: { expected: '99 products' }, timeoutMs: 1500 },
      note('after'),
    ],
  });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid] } });
  const report = await toEnd(runId);
  expect(linesOf(report)).toEqual([
    ['open', 'passed'],
    ['found', 'failed'],
    ['after', 'skipped'],
  ]);
  expect(report.run.message).toContain('99 products');
  const failed = report.steps[1];
  expect(failed).toMatchObject({
    expected: expect.stringContaining('99 products'),
    actual: expect.stringMatching(/^\d+ products$/),
    locatorUsed: 'css=#found',
    path: ['Count'],
    attachments: [{ mediaType: 'image/jpeg' }],
  });
  expect(report.steps[2]?.message).toBe('Not run, because a step before failed.');
  const [picture] = failed?.attachments ?? [];
  const params = { runId, attachmentId: picture?.attachmentId ?? '' };
  const bytes = Buffer.from(await (await client.raw(runRoutes.downloadRunAttachment, { params })).arrayBuffer());
  expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
  const html = await (
    await client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format: 'html' } })
  ).text();
  expect(html).toContain('99 products');
  expect(html).toContain('data:image/jpeg;base64,');
});

test('variables of environment and project are filled in, and no secret is revealed', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { environmentId } = await client.call(calls.createEnvironment, {
    body: {
      projectUUID,
      environmentName: 'Test',
      variables: [
        { name: 'shop', value: shop.url },
        { name: 'password', value: 'tr0ub4dor', isSecret: true },
      ],
    },
  });
  await client.call(calls.createGlobalVariables, {
    body: {
      projectUUID,
      variables: [
        { name: 'shop', value: 'http://nowhere.invalid' },
        { name: 'path', value: '/login' },
      ],
    },
  });
  const email = { name: 'Email', locators: [{ by: 'label' as const, value: 'Email' }] };
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [
      openUrl('open', '{{shop}}{{path}}'),
      { id: 'type', keyword: 'setText', target: email, args: { value: '{{password}}' } },
      { id: 'check', keyword: 'verifyValue', target: email, args: { expected: 'x{{password}}' }, timeoutMs: 1000 },
    ],
  });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], environmentId } });
  const report = await toEnd(runId);
  expect(report.environmentName).toBe('Test');
  expect(linesOf(report)).toEqual([
    ['open', 'passed'],
    ['type', 'passed'],
    ['check', 'failed'],
  ]);
  expect(JSON.stringify(report)).not.toContain('tr0ub4dor');
  const events = await followRun(client, runId);
  expect(JSON.stringify(events)).not.toContain('tr0ub4dor');
});

test('scripts run one after the other; loops, branches, functions and caught failures are reported as executed', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  await client.call(calls.createFunction, {
    body: {
      projectUUID,
      functionName: 'Visit',
      inputs: [{ name: 'where' }],
      steps: [openUrl('go', `${shop.url}{{where}}`)],
    },
  });
  const first = await newScript(client, moduleUUID, {
    name: 'First',
    steps: [
      { id: 'call', keyword: 'callFunction', args: { function: 'Visit', inputs: 'where=/login' } },
      {
        id: 'loop',
        keyword: 'forEach',
        args: { values: 'a\nb\nc', variable: 'letter' },
        steps: [note('say', '{{letter}}')],
      },
      {
        id: 'if',
        keyword: 'if',
        args: { left: '{{letter}}', operator: 'equals', right: 'c' },
        steps: [note('yes')],
        otherwise: [note('no')],
      },
      {
        id: 'try',
        keyword: 'tryCatch',
        steps: [title('wrong', 'Nonsense')].map((s) => ({ ...s, timeoutMs: 1000 })),
        otherwise: [note('rescue')],
      },
    ],
  });
  const second = await newScript(client, moduleUUID, { name: 'Second', steps: [note('only')] });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [first.uuid, second.uuid] } });
  const report = await toEnd(runId);
  expect(report.run).toMatchObject({ name: 'First and 1 more', status: 'passed' });
  expect(report.steps.map(({ kind, sourceStepId, status }) => [kind, sourceStepId, status])).toEqual([
    ['control', 'call', 'passed'],
    ['step', 'go', 'passed'],
    ['control', 'loop', 'passed'],
    ['step', 'say', 'passed'],
    ['step', 'say', 'passed'],
    ['step', 'say', 'passed'],
    ['control', 'if', 'passed'],
    ['step', 'yes', 'passed'],
    ['step', 'no', 'skipped'],
    ['control', 'try', 'passed'],
    ['step', 'wrong', 'passed'],
    ['step', 'rescue', 'passed'],
    ['step', 'only', 'passed'],
  ]);
  const caught = report.steps.find(({ sourceStepId }) => sourceStepId === 'wrong');
  expect(caught).toMatchObject({ badges: ['Caught'], message: expect.stringMatching(/^Failed, and was caught: /) });
  const rounds = report.steps.filter(({ sourceStepId }) => sourceStepId === 'say').map(({ path }) => path.at(-1));
  expect(rounds).toEqual(['Round 1', 'Round 2', 'Round 3']);
  const { content: tree } = await client.call(runRoutes.listRunSteps, {
    params: { runId },
    query: { parentId: 'none' },
  });
  expect(tree.map((one) => [one.title, one.status])).toEqual([
    ['First', 'passed'],
    ['Second', 'passed'],
  ]);
});

test('a script with a data table is run once for each row', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid: dataTableUUID } = await client.call(calls.createDataTable, {
    body: {
      projectUUID,
      tableName: 'Pages',
      columns: ['path', 'name'],
      rows: [
        ['/', shopTitle],
        ['/login', 'Nonsense'],
      ],
    },
  });
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [openUrl('open', `${shop.url}{{path}}`), { ...title('title', '{{name}}'), timeoutMs: 1000 }],
  });
  await client.call(calls.updateScript, { query: { moduleUUID }, body: { uuid, dataTableUUID } });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid] } });
  const report = await toEnd(runId);
  expect(report.steps.map(({ sourceStepId, status, path }) => [sourceStepId, status, path[1]])).toEqual([
    ['open', 'passed', `Row 1: /, ${shopTitle}`],
    ['title', 'passed', `Row 1: /, ${shopTitle}`],
    ['open', 'passed', 'Row 2: /login, Nonsense'],
    ['title', 'failed', 'Row 2: /login, Nonsense'],
  ]);
});

test('[web-execution-3] a run is stopped within five seconds, retried, and its report removed', async () => {
  const { moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [openUrl('open', shop.url), { id: 'long', keyword: 'wait', args: { ms: '60000' } }, note('after')],
  });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid] } });
  const statusOf = async (index: number) => (await reportOf(runId)).steps[index]?.status;
  await expect.poll(() => statusOf(1), { timeout: 20_000 }).toBe('running');
  const startedMs = performance.now();
  await client.call(calls.stopExecution, { query: { runId } });
  const stopped = await toEnd(runId);
  expect(performance.now() - startedMs).toBeLessThan(5000);
  expect(stopped.run.status).toBe('cancelled');
  expect(linesOf(stopped)).toEqual([
    ['open', 'passed'],
    ['long', 'cancelled'],
    ['after', 'cancelled'],
  ]);
  const again = await client.call(calls.retryTest, { query: { runId } });
  await client.call(calls.cancelRun, { query: { runId: again.runId } });
  const retried = await toEnd(again.runId);
  expect(retried.run).toMatchObject({ retryOf: runId, retryNumber: 1, status: 'cancelled' });
  await client.call(calls.removeReport, { query: { runIds: [runId, again.runId] } as never });
  expect(await failureOf(reportOf(runId))).toMatchObject({ status: 404 });
});

test('the report of a run is mailed with what failed first, and links to it; earlier runs of the script are listed', async () => {
  const { moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [openUrl('open', shop.url), { ...title('title', 'Nonsense'), timeoutMs: 1000 }],
  });
  const run = async () => (await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid] } })).runId;
  const earlier = await run();
  await toEnd(earlier);
  const runId = await run();
  const send = () => client.call(calls.sendMail, { body: { runId, email: 'lead@example.test', type: 'pdf' } });
  expect(await failureOf(send())).toMatchObject({ status: 409 });
  const { steps } = await toEnd(runId);
  expect(await send()).toEqual({ message: 'Report sent to lead@example.test' });
  const [mail] = await server.platform.mailer.list(1);
  expect(mail).toMatchObject({ recipient: 'lead@example.test', subject: expect.stringContaining('(Fail)') });
  expect(mail?.attachments).toHaveLength(1);
  expect(mail?.textBody).toContain(steps[1]?.message);
  expect(mail?.htmlBody).toContain(`step=${encodeURIComponent(steps[1]?.stepId ?? '')}"`);
  const { runs } = await client.call(calls.listBaselineExecutions, { query: { runId } });
  expect(runs.map((one) => one.runId)).toEqual([earlier]);
});

test('[web-execution-3] a step waits for a one-time code, which a user gives while the script runs', async () => {
  const { moduleUUID } = await newModule(client);
  const email = { name: 'Email', locators: [{ by: 'label' as const, value: 'Email' }] };
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [
      openUrl('open', `${shop.url}/login`),
      { id: 'code', keyword: 'setText', target: email, args: { value: '{{$oneTimeCode}}' } },
      { id: 'check', keyword: 'verifyValue', target: email, args: { expected: '918273' } },
    ],
  });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid] } });
  const give = (otpValue: string) => client.call(calls.updateOtpValue, { body: { runId, otpValue } });
  await expect.poll(async () => (await reportOf(runId)).steps[1]?.status, { timeout: 20_000 }).toBe('running');
  await give('918273');
  const report = await toEnd(runId);
  expect(linesOf(report)).toEqual([
    ['open', 'passed'],
    ['code', 'passed'],
    ['check', 'passed'],
  ]);
  expect(await failureOf(give('1'))).toMatchObject({ status: 409, code: 'WEB_TESTING_RUN_ENDED' });
});

test('a step chooses a file of the project by its name; an unknown name is reported', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const content = Buffer.from('A picture').toString('base64');
  await client.call(calls.saveProjectFile, { body: { projectUUID, fileName: 'photo.png', content } });
  const photo = { name: 'Photo', locators: [{ by: 'label' as const, value: 'Photo for the card' }] };
  const choose = (id: string, file: string): RepositoryStepInput => ({
    id,
    keyword: 'uploadFile',
    target: photo,
    args: { file },
    onFailure: 'continue',
  });
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [
      openUrl('open', `${shop.url}/checkout`),
      choose('choose', 'photo.png'),
      {
        id: 'check',
        keyword: 'runJavaScript',
        args: { code: "return document.querySelector('#photo').files[0].size", variable: 'size' },
      },
      { id: 'same', keyword: 'if', args: { left: '{{size}}', right: '9' }, steps: [note('nine')] },
      choose('none', 'missing.png'),
    ],
  });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid] } });
  const report = await toEnd(runId);
  const statusOf = Object.fromEntries(linesOf(report));
  expect(statusOf).toEqual({
    open: 'passed',
    choose: 'passed',
    check: 'passed',
    same: 'passed',
    nine: 'passed',
    none: 'error',
  });
  expect(report.steps.at(-1)?.message).toContain('This project has no file named “missing.png”.');
});

test('a script that can’t be run is rejected with what to fix', async () => {
  const { moduleUUID } = await newModule(client);
  const run = (scriptUUID: string) => failureOf(client.call(calls.executeModuleTest, { body: { scriptUUID } }));
  const { uuid: empty } = await newScript(client, moduleUUID, { name: 'Empty' });
  expect(await run(empty)).toMatchObject({ status: 409, code: 'WEB_TESTING_NOTHING_TO_RUN' });
  const { uuid: bad } = await newScript(client, moduleUUID, { name: 'Bad', steps: [{ id: 'a', keyword: 'click' }] });
  expect(await run(bad)).toMatchObject({
    status: 409,
    code: 'WEB_TESTING_HAS_PROBLEMS',
    details: [{ path: 'a.target', message: expect.any(String) }],
  });
  const other = await newModule(client);
  const { uuid: elsewhere } = await newScript(client, other.moduleUUID, { steps: [note('a')] });
  const both = client.call(calls.executeTest, { body: { scriptUUIDs: [bad, elsewhere] } });
  expect(await failureOf(both)).toMatchObject({ status: 400, code: 'WEB_TESTING_OTHER_PROJECTS' });
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const foreign = stranger.client.call(calls.executeTest, { body: { scriptUUIDs: [elsewhere] } });
  expect(await failureOf(foreign)).toMatchObject({ status: 404 });
});

test('a run of any kind of call requires exactly what its kind takes', async () => {
  const { projectUUID: projectId, moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { steps: [note('a')] });
  const start = (input: object) =>
    client.call(runRoutes.startRun, { body: { kind: 'web-script', input: { projectId, ...input } } });
  const messages = async (input: object) => (await failureOf(start(input))).details.map(({ message }) => message);
  expect(await messages({})).toEqual(['Give either one script, a list of scripts or a suite']);
  expect(await messages({ scriptUUIDs: [uuid], stepId: 'a' })).toEqual([
    'Steps and the last step are those of one script',
  ]);
  const { runId } = await start({ scriptUUID: uuid, stepId: 'a' });
  expect(await toEnd(runId)).toMatchObject({ isDryRun: true, run: { status: 'passed', message: null } });
});

/** A Firefox at a fixed system path can't be hidden from the runner. */
const isFirefoxFixed = (await findBrowserPath('firefox', { PATH: '' })) !== undefined;
test.skipIf(isFirefoxFixed)('a missing browser ends the run with instructions for installing it', async () => {
  const { moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { steps: [note('a'), note('b')] });
  const body = { scriptUUIDs: [uuid], targets: [firefox, desktop] };
  vi.stubEnv('TOUCHSTONE_CHROMIUM', (await findBrowserPath('chromium')) ?? '');
  vi.stubEnv('TOUCHSTONE_FIREFOX', undefined);
  vi.stubEnv('PATH', '');
  try {
    const { runId } = await client.call(calls.executeTest, { body });
    const report = await toEnd(runId);
    expect(report.run).toMatchObject({ status: 'error', message: expect.stringContaining('Install Firefox') });
    expect(report.steps.map(({ target, sourceStepId, status }) => [target, sourceStepId, status])).toEqual([
      [0, 'a', 'error'],
      [0, 'b', 'skipped'],
      [1, 'a', 'passed'],
      [1, 'b', 'passed'],
    ]);
  } finally {
    vi.unstubAllEnvs();
  }
});
