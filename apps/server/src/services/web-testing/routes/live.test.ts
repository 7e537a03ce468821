import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls, type LiveCommand, type LiveInput } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note, openUrl } from '../../test-repository/testing/builders.ts';
import { isStep, press as pressBy, tabs, use, Watcher } from '../testing/watcher.ts';

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

const watchers: Watcher[] = [];
const watch = async (liveId: string, by = client): Promise<Watcher> => {
  const watcher = await new Watcher().open(by, liveId);
  watchers.push(watcher);
  return watcher;
};
let opened: string[] = [];
afterEach(async () => {
  for (const watcher of watchers.splice(0)) watcher.leave();
  await Promise.all(opened.map((liveId) => client.call(calls.closeRecording, { params: { liveId } })));
  opened = [];
});

const record = async (scriptUUID: string): Promise<string> => {
  const { liveId } = await client.call(calls.openRecording, { body: { scriptUUID } });
  opened.push(liveId);
  return liveId;
};
const ask = (liveId: string, command: LiveCommand, by = client) =>
  by.call(calls.sendLiveCommand, { body: { liveId, command } });
const press = (liveId: string, keys: readonly string[], by = client) => pressBy(by, liveId, keys);
const script = async () => {
  const { moduleUUID, projectUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { name: 'Live', steps: [note('first')] });
  return { uuid, projectUUID };
};

test('a user records steps in a browser of the server, whose pictures they see', async () => {
  const { uuid } = await script();
  const liveId = await record(uuid);
  const watcher = await watch(liveId);
  await ask(liveId, { type: 'open', url: `${shop.url}/login` });
  await watcher.until(() => watcher.pictures.length > 0);
  expect(watcher.pictures[0]).toMatchObject({ width: 1280, height: 720 });
  await watcher.receives((news) => news.type === 'tabs' && news.tabs[0]?.title.startsWith('Sign in') === true);
  await press(liveId, [...tabs(5), ...'ada@example.org']);
  const typed = await watcher.until(() =>
    watcher.news.findLast((news) => news.type === 'step' && news.step.args.value === 'ada@example.org'),
  );
  expect(typed).toMatchObject({
    step: {
      keyword: 'setText',
      target: { name: 'Email', locators: expect.arrayContaining([{ by: 'label', value: 'Email' }]) },
    },
  });
  expect(watcher.news.find(isStep('openUrl'))).toMatchObject({ step: { args: { url: `${shop.url}/login` } } });
});

test('what a page sends twice is done once', async () => {
  const { uuid } = await script();
  const liveId = await record(uuid);
  const watcher = await watch(liveId);
  await ask(liveId, { type: 'open', url: `${shop.url}/login` });
  const inputs: LiveInput[] = [...tabs(5), 'x'].map((key) => ({ type: 'keyDown', key }));
  for (const _again of [1, 2])
    await client.call(calls.sendLiveInput, { body: { liveId, sequence: 1_000_000, inputs } });
  await ask(liveId, { type: 'mode', mode: 'use' });
  await watcher.receives((news) => news.type === 'mode' && news.mode === 'use');
  expect(watcher.news.filter(isStep('setText')).map((news) => news.type === 'step' && news.step.args.value)).toEqual([
    'x',
  ]);
});

test('a browser is opened for a project only, where elements are picked and nothing is recorded', async () => {
  const { projectUUID } = await newModule(client);
  await client.call(calls.createGlobalVariables, {
    body: { projectUUID, variables: [{ name: 'shopUrl', value: shop.url }] },
  });
  const { liveId } = await client.call(calls.openRecording, { body: { projectUUID } });
  opened.push(liveId);
  const watcher = await watch(liveId);
  await ask(liveId, { type: 'mode', mode: 'pick' });
  await ask(liveId, { type: 'open', url: '{{shopUrl}}/login' });
  await watcher.until(() => watcher.pictures.length > 0);
  await watcher.receives((news) => news.type === 'tabs' && news.tabs[0]?.title.startsWith('Sign in') === true);
  const spot = { x: 100, y: 20, button: 'left' as const, count: 1 };
  await use(client, liveId, [{ type: 'down', ...spot }]);
  const news = await watcher.receives((one) => one.type === 'picked');
  expect(news.type === 'picked' && news.picked.ways.length).toBeGreaterThan(0);
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const failure = await failureOf(stranger.client.call(calls.openRecording, { body: { projectUUID } }));
  expect(failure.status).toBe(404);
  const both = { projectUUID, scriptUUID: projectUUID };
  for (const body of [{}, both]) expect((await failureOf(client.call(calls.openRecording, { body }))).status).toBe(400);
});

test('secrets and addresses of variables are recorded as variables', async () => {
  const { uuid, projectUUID } = await script();
  await client.call(calls.createGlobalVariables, {
    body: {
      projectUUID,
      variables: [
        { name: 'shopUrl', value: shop.url },
        { name: 'password', value: 'coffee', isSecret: true },
      ],
    },
  });
  const liveId = await record(uuid);
  const watcher = await watch(liveId);
  await ask(liveId, { type: 'open', url: `${shop.url}/login` });
  await press(liveId, [...tabs(6), ...'coffee']);
  await watcher.until(() =>
    watcher.news.find((news) => news.type === 'step' && news.step.args.value === '{{password}}'),
  );
  expect(watcher.news.find(isStep('openUrl'))).toMatchObject({ step: { args: { url: '{{shopUrl}}/login' } } });
  const failure = await failureOf(ask(liveId, { type: 'open', url: '{{nothing}}/x' }));
  expect(failure.message).toBe(
    'The variable nothing has no value. Give it one in the environment, or enter a whole address.',
  );
});

test('steps are tried in the open browser', async () => {
  const { uuid } = await script();
  const liveId = await record(uuid);
  const watcher = await watch(liveId);
  const steps = [
    openUrl('go', shop.url),
    { id: 'title', keyword: 'verifyTitle', args: { expected: 'Something else' }, timeoutMs: 1000 },
  ];
  await client.call(calls.tryLiveSteps, { body: { liveId, steps } });
  await watcher.receives((news) => news.type === 'trying' && !news.isTrying);
  expect(watcher.news.filter(({ type }) => type === 'tried')).toMatchObject([
    { stepId: 'go', status: 'passed' },
    { stepId: 'title', status: 'failed', expected: 'equals "Something else"', actual: 'Products – Leaf & Bean' },
  ]);
  expect(watcher.news.filter(({ type }) => type === 'step')).toEqual([]);
});

test('one user is in control, another one watches and may take over', async () => {
  const { uuid } = await script();
  const member = await server.createUser(owner, { role: 'ROLE_ADMIN' });
  const liveId = await record(uuid);
  const watcher = await watch(liveId, member.client);
  await watcher.receives((news) => news.type === 'control' && news.userId === owner.userId);
  expect((await failureOf(press(liveId, ['a'], member.client))).message).toContain(
    'is in control of this browser. Take over first.',
  );
  await member.client.call(calls.controlLive, { body: { liveId, action: 'take' } });
  await watcher.receives((news) => news.type === 'control' && news.userId === member.userId);
  await ask(liveId, { type: 'open', url: shop.url }, member.client);
  expect((await failureOf(ask(liveId, { type: 'reload' }))).status).toBe(409);
  await client.call(calls.controlLive, { body: { liveId, action: 'release' } });
  await ask(liveId, { type: 'reload' }, member.client);
  await member.client.call(calls.controlLive, { body: { liveId, action: 'release' } });
  expect((await failureOf(ask(liveId, { type: 'reload' }))).message).toBe(
    'No one is in control of this browser. Take over first.',
  );
});

test('a browser of others is not found', async () => {
  const { uuid } = await script();
  const liveId = await record(uuid);
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const { client: other } = stranger;
  for (const call of [
    () => other.raw(calls.watchLive, { query: { liveId } }),
    () => press(liveId, ['a'], other),
    () => ask(liveId, { type: 'reload' }, other),
    () => other.call(calls.controlLive, { body: { liveId, action: 'take' } }),
    () => other.call(calls.tryLiveSteps, { body: { liveId, steps: [note('x')] } }),
  ])
    expect((await failureOf(call())).status).toBe(404);
});

test('a closed recording notifies its watchers, and the number of open ones is limited', async () => {
  const { uuid } = await script();
  const [first] = [await record(uuid), await record(uuid)];
  const failure = await failureOf(record(uuid));
  expect(failure.message).toContain('All 2 browsers for recording are in use.');
  const watcher = await watch(first!);
  await client.call(calls.closeRecording, { params: { liveId: first! } });
  opened = opened.filter((liveId) => liveId !== first);
  await watcher.receives((news) => news.type === 'ended');
  await watcher.until(() => watcher.hasEnded);
  expect((await failureOf(ask(first!, { type: 'reload' }))).status).toBe(404);
});

test('a run is watched, paused while a user uses its browser, and resumed', async () => {
  const { uuid } = await script();
  const wait = { id: 'wait', keyword: 'waitForText', args: { text: 'Hello,' }, timeoutMs: 60_000 };
  const { runId } = await client.call(calls.executeModuleTest, {
    body: { scriptUUID: uuid, steps: [openUrl('open', `${shop.url}/login`), wait, note('last')] },
  });
  const watcher = await watch(runId);
  await watcher.until(() => watcher.pictures.length > 0);
  await watcher.receives((news) => news.type === 'tabs' && news.tabs[0]?.title.startsWith('Sign in') === true);
  expect((await failureOf(press(runId, ['a']))).status).toBe(409);
  await client.call(calls.controlLive, { body: { liveId: runId, action: 'take' } });
  await watcher.receives((news) => news.type === 'paused' && news.isPaused);
  await press(runId, [...tabs(5), ...'ada@example.org', 'Tab', ...'coffee', 'Enter']);
  await client.call(calls.controlLive, { body: { liveId: runId, action: 'release' } });
  await followRun(client, runId);
  await watcher.receives((news) => news.type === 'ended');
  const report = await client.call(calls.getTestReport, { query: { runId, size: 50 } });
  expect(report.run.status).toBe('passed');
  expect(watcher.news.filter(({ type }) => type === 'step')).toEqual([]);
  expect((await failureOf(client.raw(calls.watchLive, { query: { liveId: runId } }))).message).toContain(
    'shows no browser now',
  );
});

test('a run takes one step at a time', async () => {
  const { uuid } = await script();
  const wait = { id: 'wait', keyword: 'waitForText', args: { text: 'Hello,' }, timeoutMs: 60_000 };
  const steps = [
    openUrl('open', `${shop.url}/login`),
    wait,
    openUrl('list', `${shop.url}/`),
    openUrl('cart', `${shop.url}/cart`),
  ];
  const { runId } = await client.call(calls.executeModuleTest, { body: { scriptUUID: uuid, steps } });
  const watcher = await watch(runId);
  await watcher.receives((news) => news.type === 'tabs' && news.tabs[0]?.title.startsWith('Sign in') === true);
  const control = (action: 'take' | 'release' | 'pause' | 'next') =>
    client.call(calls.controlLive, { body: { liveId: runId, action } });
  await control('take');
  await press(runId, [...tabs(5), ...'ada@example.org', 'Tab', ...'coffee', 'Enter']);
  await watcher.receives((news) => news.type === 'tabs' && news.tabs[0]?.title.startsWith('Products') === true);
  await control('next');
  await control('next');
  await control('release');
  await followRun(client, runId);
  const report = await client.call(calls.getTestReport, { query: { runId, size: 50 } });
  expect(report.run.status).toBe('passed');
});

test('steps that are tried know variables added after the browser was opened', async () => {
  const { uuid, projectUUID } = await script();
  const liveId = await record(uuid);
  const watcher = await watch(liveId);
  await client.call(calls.createGlobalVariables, {
    body: { projectUUID, variables: [{ name: 'late', value: 'Leaf', isSecret: true }] },
  });
  const steps = [
    { id: 'set', keyword: 'setVariable', args: { variable: 'own', value: '{{late}}' } },
    { id: 'use', keyword: 'setVariable', args: { variable: 'again', value: '{{own}}' } },
  ];
  const tried = async (id: string) => {
    await client.call(calls.tryLiveSteps, { body: { liveId, steps: steps.filter((step) => step.id === id) } });
    const told = await watcher.receives((news) => news.type === 'tried' && news.stepId === id);
    await watcher.until(
      () => watcher.news.findLast(({ type }) => type === 'trying' || type === 'tried')?.type === 'trying',
    );
    return told;
  };
  expect(await tried('set')).toMatchObject({ status: 'passed' });
  // What one tried step sets is known to the next.
  expect(await tried('use')).toMatchObject({ status: 'passed' });
});
