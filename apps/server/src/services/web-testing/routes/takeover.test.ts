import type { Client } from '@touchstone/contracts';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { runRoutes } from '@touchstone/contracts/runs';
import type { RepositoryStepInput } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls, type LiveNews } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { type ServerProcess, type ServerRoles, startServerRoles } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { followRun } from '../../api-testing/testing/builders.ts';
import { startTargetServer } from '../../api-testing/testing/target-server.ts';
import { chain, flowRun, newFlow, runFlow, start } from '../../flows/testing/flow-builders.ts';
import { newModule, newScript, note, openUrl } from '../../test-repository/testing/builders.ts';
import { press, runUntilSignedIn, tabs, watchAsPage } from '../testing/watcher.ts';

/**
 * Processes are expensive: one runner executes everything tested here, and is killed once, in the middle of all of it.
 * Another one continues, and each test checks what became of its own run.
 */
/** A step may take as long: the machine may be busy. */
const timeoutMs = 120_000;
const waitOptions = { timeout: 120_000, interval: 100 };
let roles: ServerRoles;
let client: Client;
let shop: Shop;
let target: Awaited<ReturnType<typeof startTargetServer>>;
let runner: ServerProcess;
let started: Awaited<ReturnType<typeof begin>>;
let watched: Awaited<ReturnType<typeof watchRun>>;
beforeAll(async () => {
  const settings = { RUNNER_CONCURRENCY: '8', BROWSER_SLOTS: '8' };
  [roles, shop] = await Promise.all([startServerRoles(inject('postgresUrl'), settings), openShop()]);
  target = await startTargetServer();
  ({ client } = roles);
  watched = await watchRun();
  const killed = await roles.startRunner();
  await watched.watcher.until(() => watched.watcher.pictures.length > 0);
  started = await begin();
  const { watcher } = watched;
  const ofKilled = watcher.news.length;
  await killed.kill('SIGKILL');
  // Nothing of the killed browser follows.
  await watcher.until(() => watcher.news.slice(ofKilled).some((news) => news.type === 'idle'));
  watched.before = { pictures: watcher.pictures.length, news: watcher.news.length };
  runner = await roles.startRunner();
}, 300_000);
afterAll(async () => {
  await roles.close();
  await shop.close();
  await target.close();
});

/**
 * What runs when the runner is killed. Scripts start one after the other: browsers that start at once wait for each
 * other.
 */
async function begin() {
  return {
    session: await saveSession(),
    cut: await beginCut(),
    immediate: await startImmediately(),
    chained: await beginChain(),
    flow: await beginFlow(),
  };
}

/** Waits until a code is entered, without a time limit. */
const code: RepositoryStepInput = {
  id: 'code',
  keyword: 'runJavaScript',
  args: { code: "return '{{$oneTimeCode}}'" },
};
const loop = (id: string, values: string, steps: RepositoryStepInput[]): RepositoryStepInput => ({
  id,
  keyword: 'forEach',
  args: { values },
  steps,
});
const report = (runId: string) => client.call(calls.getTestReport, { query: { runId, size: 100 } });
const runningIn = async (runId: string, id: string) =>
  (await report(runId)).steps.filter(({ sourceStepId, status }) => sourceStepId === id && status === 'running').length;
const waitingIn = (runId: string) => runningIn(runId, 'code');
/** Resolves when this many scripts of a run wait for a code. */
const untilWaiting = (runId: string, count = 1) =>
  vi.waitFor(async () => expect(await waitingIn(runId)).toBe(count), waitOptions);
/** Enters the code as often as the run asks for it, until the run has passed. */
const help = (runId: string) =>
  expect
    .poll(async () => {
      if ((await waitingIn(runId)) > 0)
        await client.call(calls.updateOtpValue, { body: { runId, otpValue: '123456' } }).catch(() => undefined);
      return (await report(runId)).run.status;
    }, waitOptions)
    .toBe('passed');

async function beginCut() {
  // Not a code, which a trace would show.
  const held = openUrl('held', `${target.url}/held/page`);
  const { moduleUUID } = await newModule(client);
  const { uuid: done } = await newScript(client, moduleUUID, { name: 'Done', steps: [openUrl('open', shop.url)] });
  const { uuid: cut } = await newScript(client, moduleUUID, {
    name: 'Cut',
    steps: [openUrl('open', shop.url), loop('loop', 'a\nb', [note('say')]), held, note('last')],
  });
  const { runId } = await client.call(calls.executeTest, {
    body: { scriptUUIDs: [done, cut], recording: 'always', timeoutMs },
  });
  const isHeld = async () => (await runningIn(runId, 'held')) === 1 && target.received.includes('GET /held/page');
  await vi.waitFor(async () => expect(await isHeld()).toBe(true), waitOptions);
  return { runId, before: await report(runId) };
}

test('a killed runner loses nothing: another one runs the script again and records what has no result', async () => {
  const { runId, before } = started.cut;
  target.release();
  await help(runId);
  const after = await report(runId);
  expect(after.steps.map(({ sourceStepId, status }) => [sourceStepId, status])).toEqual(
    ['open', 'open', 'loop', 'say', 'say', 'held', 'last'].map((id) => [id, 'passed']),
  );
  const recorded = before.steps.filter(({ status }) => status === 'passed');
  expect(recorded.length).toBeGreaterThanOrEqual(5);
  const startOf = new Map(after.steps.map(({ stepId, startedAt }) => [stepId, startedAt]));
  for (const { stepId, startedAt } of recorded) expect(startOf.get(stepId)).toBe(startedAt);
  // What was recorded before the kill is kept, and what was interrupted is recorded anew.
  const kept = ['1 Done', '2 Cut'];
  expect(before.recordings.map(({ network }) => network?.name)).toEqual(['1 Done.har']);
  expect(after.recordings.map(({ network }) => network?.name)).toEqual(kept.map((name) => `${name}.har`));
  const page = { params: { runId }, query: { page: 0, size: 100 } };
  const { content } = await client.call(runRoutes.listRunAttachments, page);
  expect(content.map(({ name }) => name).sort()).toEqual(
    kept.flatMap((name) => [`${name}.avi`, `${name}.har`, `${name}.trace.zip`]),
  );
}, 180_000);

async function startImmediately() {
  const { moduleUUID } = await newModule(client);
  const values = 'a\nb\nc';
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [loop('loop', values, [note('say')]), code, loop('again', values, [note('more')])],
  });
  const targets = [390, 1280].map((width) => ({ browser: 'chromium' as const, viewport: { width, height: 720 } }));
  const { runId } = await client.call(calls.executeTest, {
    body: { scriptUUIDs: [uuid], targets, parallel: 2, timeoutMs },
  });
  await untilWaiting(runId, 2);
  return { runId, before: await report(runId) };
}

test('[web-execution-1] concurrent scripts whose runner was killed are all finished, and nothing is recorded twice', async () => {
  const { runId, before } = started.immediate;
  await help(runId);
  const after = await report(runId);
  const executed = ['loop', 'say', 'say', 'say', 'code', 'again', 'more', 'more', 'more'];
  expect(after.steps.map(({ target, sourceStepId, status }) => [target, sourceStepId, status])).toEqual(
    [0, 1].flatMap((target) => executed.map((id) => [target, id, 'passed'])),
  );
  const recorded = before.steps.filter(({ status }) => status === 'passed');
  expect(recorded.length).toBeGreaterThanOrEqual(8);
  const startOf = new Map(after.steps.map(({ stepId, startedAt }) => [stepId, startedAt]));
  for (const { stepId, startedAt } of recorded) expect(startOf.get(stepId)).toBe(startedAt);
}, 180_000);

async function beginChain() {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid: sets } = await newScript(client, moduleUUID, {
    steps: [{ id: 'set', keyword: 'setVariable', args: { variable: 'order', value: '4711' } }],
  });
  const check = "if ('{{order}}' !== '4711') throw new Error('Another order')";
  const { uuid: uses } = await newScript(client, moduleUUID, {
    steps: [code, { id: 'same', keyword: 'runJavaScript', args: { code: check } }],
  });
  const { uuid: suiteUUID } = await client.call(calls.createSuite, {
    query: { uuid: projectUUID, isSprintUUID: 'false' } as never,
    body: { testSuiteName: 'Chain', isChaining: true },
  });
  await client.call(calls.importScripts, { body: { suiteUUID, scriptUUIDs: [sets, uses] } });
  const { runId } = await client.call(calls.executeTest, { body: { suiteUUID, timeoutMs } });
  await untilWaiting(runId);
  return { runId };
}

test('an interrupted chain has its variables again: its first script is run anew', async () => {
  const { runId } = started.chained;
  await help(runId);
  expect((await report(runId)).steps.map(({ sourceStepId, status }) => [sourceStepId, status])).toEqual([
    ['set', 'passed'],
    ['code', 'passed'],
    ['same', 'passed'],
  ]);
}, 180_000);

const suiteOf = async (runId: string) => (await flowRun(client, runId)).nodes.find(({ node }) => node === 'suite');

async function beginFlow() {
  const { projectUUID, moduleUUID } = await newModule(client);
  const set = (variable: string) => ({
    id: variable,
    keyword: 'setVariable',
    args: { variable, value: '{{given}}' },
  });
  const { uuid: done } = await newScript(client, moduleUUID, { steps: [set('before')] });
  const { uuid: cut } = await newScript(client, moduleUUID, { steps: [code, set('after')] });
  const { uuid: suiteId } = await client.call(calls.createSuite, {
    query: { uuid: projectUUID, isSprintUUID: 'false' } as never,
    body: { testSuiteName: 'Two' },
  });
  await client.call(calls.importScripts, { body: { suiteUUID: suiteId, scriptUUIDs: [done, cut] } });
  const { projectId } = await client.call(orchestrationRoutes.createFolder, { body: { name: 'Journeys' } });
  const suite = {
    id: 'suite',
    kind: 'web-suite',
    name: 'Suite',
    settings: { suiteId },
    inputs: [{ name: 'given', type: 'string' as const, value: '4711' }],
    outputs: ['before', 'after'].map((name) => ({ name, type: 'number' as const })),
  };
  const flowId = await newFlow(client, projectId, { nodes: [start, suite], links: chain('start', 'suite') });
  const runId = await runFlow(client, flowId);
  const childId = await vi.waitFor(async () => {
    const suiteRunId = (await suiteOf(runId))?.childRunId;
    if (!suiteRunId) throw new Error('The suite has no run yet.');
    return suiteRunId;
  }, waitOptions);
  await untilWaiting(childId);
  return { runId, childId };
}

test('a workflow whose script is interrupted gets the variables of the earlier scripts and of the one that is run again', async () => {
  const { runId, childId } = started.flow;
  await help(childId);
  await expect.poll(async () => (await flowRun(client, runId)).status, waitOptions).toBe('passed');
  expect(await suiteOf(runId)).toMatchObject({ attempt: 1, outputs: { before: 4711, after: 4711, steps: 3 } });
}, 180_000);

const label = (value: string) => ({ name: value, locators: [{ by: 'label' as const, value }] });

/** Runs a script to its end, and returns what didn't pass. */
async function failuresOf(moduleUUID: string, steps: RepositoryStepInput[]) {
  const { uuid } = await newScript(client, moduleUUID, { steps });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], timeoutMs } });
  await followRun(client, runId);
  return (await report(runId)).steps.flatMap(({ status, message }) => (status === 'passed' ? [] : [message]));
}

async function saveSession() {
  const { moduleUUID } = await newModule(client);
  const failures = await failuresOf(moduleUUID, [
    openUrl('open', `${shop.url}/login`),
    { id: 'email', keyword: 'setText', args: { value: 'ada@example.org' }, target: label('Email') },
    { id: 'password', keyword: 'setText', args: { value: 'coffee' }, target: label('Password') },
    { id: 'enter', keyword: 'pressKey', args: { keys: 'Enter' }, target: label('Password') },
    { id: 'hello', keyword: 'waitForText', args: { text: 'Hello,' } },
    { id: 'save', keyword: 'saveSession', args: { name: 'Ada' } },
  ]);
  return { moduleUUID, failures };
}

test('a run at another runner finds the session', async () => {
  const { moduleUUID, failures } = started.session;
  expect(failures).toEqual([]);
  const steps: RepositoryStepInput[] = [
    { id: 'use', keyword: 'useSession', args: { name: 'Ada' } },
    openUrl('again', `${shop.url}/`),
    { id: 'hello', keyword: 'waitForText', args: { text: 'Hello, ada' } },
  ];
  expect(await failuresOf(moduleUUID, steps)).toEqual([]);
}, 180_000);

/** A user watches a run that no runner has taken yet. */
async function watchRun() {
  const runId = await runUntilSignedIn(client, shop.url);
  const watcher = await watchAsPage(client, runId);
  await watcher.receives((news) => news.type === 'idle');
  return { runId, watcher, before: { pictures: 0, news: 0 } };
}

test('a run of a runner process is watched and used, from before it starts and beyond the end of its process', async () => {
  const { runId, watcher, before } = watched;
  await watcher.until(() => watcher.pictures.length > before.pictures);
  // The page of the killed browser reported this, too: keys sent before the new browser has its page have no effect.
  const isSignInTab = (news: LiveNews) => news.type === 'tabs' && news.tabs[0]?.title.startsWith('Sign in') === true;
  await watcher.until(() => watcher.news.slice(before.news).some(isSignInTab));
  await client.call(calls.controlLive, { body: { liveId: runId, action: 'take' } });
  await watcher.receives((news) => news.type === 'paused' && news.isPaused);
  await press(client, runId, [...tabs(5), ...'ada@example.org', 'Tab', ...'coffee', 'Enter']);
  await client.call(calls.controlLive, { body: { liveId: runId, action: 'release' } });
  await followRun(client, runId);
  await watcher.receives((news) => news.type === 'ended');
  expect((await report(runId)).run.status).toBe('passed');
}, 180_000);

test('a process accepts no message that another process has not signed', async () => {
  const address = /http:\/\/\S+(?=\/health\/ready)/.exec(runner.output())?.[0];
  const claim = Buffer.from(JSON.stringify({ name: 'web-testing.act', input: {}, atMs: Date.now() }));
  for (const body of ['x', `${claim.toString('base64url')}.${'A'.repeat(43)}`]) {
    const headers = { 'content-type': 'application/x-touchstone-message' };
    expect((await fetch(`${address}/process-call`, { method: 'POST', headers, body })).status).toBe(403);
  }
});
