import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { runRoutes } from '@touchstone/contracts/runs';
import type { RepositoryStepInput } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { openShop } from '@touchstone/engine-browser/testing';
import { type ServerRoles, startServerRoles } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { chain, flowRun, newFlow, runFlow, start } from '../../flows/testing/flow-builders.ts';
import { newModule, newScript, note, openUrl } from '../../test-repository/testing/builders.ts';

let roles: ServerRoles;
let runner: Awaited<ReturnType<ServerRoles['startRunner']>>;
beforeAll(async () => {
  roles = await startServerRoles(inject('postgresUrl'));
  runner = await roles.startRunner();
});
afterAll(() => roles.close());

/** Kills the only runner, and starts another one. */
async function replaceRunner(): Promise<void> {
  await runner.kill('SIGKILL');
  runner = await roles.startRunner();
}

test('a runner that is killed loses nothing: another one runs the script again and records what has no result', async () => {
  const shop = await openShop();
  try {
    const { client } = roles;
    const { moduleUUID } = await newModule(client);
    const loop = { id: 'loop', keyword: 'forEach', args: { values: 'a\nb' }, steps: [note('say')] };
    const long = { id: 'long', keyword: 'wait', args: { ms: '4000' } };
    const { uuid: done } = await newScript(client, moduleUUID, { name: 'Done', steps: [openUrl('open', shop.url)] });
    const { uuid: cut } = await newScript(client, moduleUUID, {
      name: 'Cut',
      steps: [openUrl('open', shop.url), loop, long, note('last')],
    });
    const { runId } = await client.call(calls.executeTest, {
      body: { scriptUUIDs: [done, cut], recording: 'always' },
    });
    const report = () => client.call(calls.getTestReport, { query: { runId, size: 100 } });
    const statusOf = async (id: string) => (await report()).steps.find((one) => one.sourceStepId === id)?.status;
    await expect.poll(() => statusOf('long'), { timeout: 60_000, interval: 100 }).toBe('running');
    const before = await report();
    await replaceRunner();
    const statusOfRun = async () => (await client.call(runRoutes.getRun, { params: { runId } })).status;
    await expect.poll(statusOfRun, { timeout: 60_000, interval: 100 }).toBe('passed');
    const after = await report();
    const lines = after.steps.map(({ sourceStepId, status }) => [sourceStepId, status]);
    expect(lines).toEqual([
      ['open', 'passed'],
      ['open', 'passed'],
      ['loop', 'passed'],
      ['say', 'passed'],
      ['say', 'passed'],
      ['long', 'passed'],
      ['last', 'passed'],
    ]);
    const recorded = before.steps.filter(({ status }) => status === 'passed');
    expect(recorded.length).toBeGreaterThanOrEqual(5);
    const startOf = new Map(after.steps.map(({ stepId, startedAt }) => [stepId, startedAt]));
    for (const { stepId, startedAt } of recorded) expect(startOf.get(stepId)).toBe(startedAt);
    // What was recorded before the kill is there, and what was cut off is recorded anew.
    const kept = ['1 Done', '2 Cut'];
    expect(before.recordings.map(({ network }) => network?.name)).toEqual(['1 Done.har']);
    expect(after.recordings.map(({ network }) => network?.name)).toEqual(kept.map((name) => `${name}.har`));
    const page = { params: { runId }, query: { page: 0, size: 100 } };
    const { content } = await client.call(runRoutes.listRunAttachments, page);
    expect(content.map(({ name }) => name).sort()).toEqual(
      kept.flatMap((name) => [`${name}.avi`, `${name}.har`, `${name}.trace.zip`]),
    );
  } finally {
    await shop.close();
  }
}, 180_000);

test('[web-execution-1] scripts that ran at once when their runner was killed are all finished, and nothing is recorded twice', async () => {
  const { client } = roles;
  const { moduleUUID } = await newModule(client);
  const loop = (id: string, steps: RepositoryStepInput[]) => ({
    id,
    keyword: 'forEach',
    args: { values: 'a\nb\nc' },
    steps,
  });
  // Both wait here until a code is entered, without a time limit.
  const code = { id: 'code', keyword: 'runJavaScript', args: { code: "return '{{$oneTimeCode}}'" } };
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [loop('loop', [note('say')]), code, loop('again', [note('more')])],
  });
  const targets = [390, 1280].map((width) => ({ browser: 'chromium' as const, viewport: { width, height: 720 } }));
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], targets, parallel: 2 } });
  const report = () => client.call(calls.getTestReport, { query: { runId, size: 100 } });
  const waiting = async () => (await report()).steps.filter(({ status }) => status === 'running').length;
  await expect.poll(waiting, { timeout: 60_000, interval: 50 }).toBe(2);
  const before = await report();
  await replaceRunner();
  const helped = async () => {
    if ((await waiting()) > 0)
      await client.call(calls.updateOtpValue, { body: { runId, otpValue: '123456' } }).catch(() => undefined);
    return (await report()).run.status;
  };
  await expect.poll(helped, { timeout: 60_000, interval: 100 }).toBe('passed');
  const after = await report();
  const executed = ['loop', 'say', 'say', 'say', 'code', 'again', 'more', 'more', 'more'];
  expect(after.steps.map(({ target, sourceStepId, status }) => [target, sourceStepId, status])).toEqual(
    [0, 1].flatMap((target) => executed.map((id) => [target, id, 'passed'])),
  );
  const recorded = before.steps.filter(({ status }) => status === 'passed');
  expect(recorded.length).toBeGreaterThanOrEqual(8);
  const startOf = new Map(after.steps.map(({ stepId, startedAt }) => [stepId, startedAt]));
  for (const { stepId, startedAt } of recorded) expect(startOf.get(stepId)).toBe(startedAt);
}, 180_000);

test('a chain that is interrupted has its variables again: its first script is run anew', async () => {
  const { client } = roles;
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid: sets } = await newScript(client, moduleUUID, {
    steps: [{ id: 'set', keyword: 'setVariable', args: { variable: 'order', value: '4711' } }],
  });
  const code = "if ('{{order}}' !== '4711') throw new Error('Another order')";
  const { uuid: uses } = await newScript(client, moduleUUID, {
    steps: [
      { id: 'long', keyword: 'wait', args: { ms: '4000' } },
      { id: 'same', keyword: 'runJavaScript', args: { code } },
    ],
  });
  const { uuid: suiteUUID } = await client.call(calls.createSuite, {
    query: { uuid: projectUUID, isSprintUUID: 'false' } as never,
    body: { testSuiteName: 'Chain', isChaining: true },
  });
  await client.call(calls.importScripts, { body: { suiteUUID, scriptUUIDs: [sets, uses] } });
  const { runId } = await client.call(calls.executeTest, { body: { suiteUUID } });
  const report = () => client.call(calls.getTestReport, { query: { runId, size: 100 } });
  const statusOfLong = async () => (await report()).steps[1]?.status;
  await expect.poll(statusOfLong, { timeout: 60_000, interval: 100 }).toBe('running');
  await replaceRunner();
  const statusOfRun = async () => (await report()).run.status;
  await expect.poll(statusOfRun, { timeout: 60_000, interval: 100 }).toBe('passed');
  const lines = (await report()).steps.map(({ sourceStepId, status }) => [sourceStepId, status]);
  expect(lines).toEqual([
    ['set', 'passed'],
    ['long', 'passed'],
    ['same', 'passed'],
  ]);
}, 180_000);

test('a workflow whose script is interrupted gets the variables of the scripts before and of the one that is run again', async () => {
  const { client } = roles;
  const { projectUUID, moduleUUID } = await newModule(client);
  const set = (variable: string) => ({
    id: variable,
    keyword: 'setVariable',
    args: { variable, value: '{{given}}' },
  });
  const { uuid: done } = await newScript(client, moduleUUID, { steps: [set('before')] });
  const { uuid: cut } = await newScript(client, moduleUUID, {
    steps: [{ id: 'long', keyword: 'wait', args: { ms: '4000' } }, set('after')],
  });
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
  const suiteOf = async () => (await flowRun(client, runId)).nodes.find(({ node }) => node === 'suite');
  const statusOfLong = async () => {
    const childId = (await suiteOf())?.childRunId;
    const query = { runId: childId ?? '' };
    const report = childId ? await client.call(calls.getTestReport, { query }).catch(() => undefined) : undefined;
    return report?.steps[1]?.status;
  };
  await expect.poll(statusOfLong, { timeout: 60_000, interval: 100 }).toBe('running');
  await replaceRunner();
  await expect.poll(async () => (await flowRun(client, runId)).status, { timeout: 60_000 }).toBe('passed');
  expect(await suiteOf()).toMatchObject({ attempt: 1, outputs: { before: 4711, after: 4711, steps: 3 } });
}, 180_000);
