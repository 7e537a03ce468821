import type { Client } from '@touchstone/contracts';
import { type FlowRunState, flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { runRoutes } from '@touchstone/contracts/runs';
import type { RepositoryStepInput } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls, runTargetTitle } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun } from '../../api-testing/testing/builders.ts';
import {
  chain,
  documentOf,
  flowRun,
  newFlow,
  runFlow,
  runFlowToEnd,
  start,
  statusesOf,
} from '../../flows/testing/flow-builders.ts';
import { newModule, newScript, note, openUrl } from '../../test-repository/testing/builders.ts';

type Flow = Parameters<typeof documentOf>[0];

let server: TestServer;
let shop: Shop;
let client: Client;
let owner: TestUser;
/** The project of the workflows. */
let projectId: string;
/** The project of the scripts. */
let place: { projectUUID: string; moduleUUID: string };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
  shop = await openShop();
  ({ projectId } = await client.call(orchestrationRoutes.createFolder, { body: { name: 'Journeys' } }));
  place = await newModule(client);
}, 120_000);
afterAll(async () => {
  await shop.close();
  await server.close();
});

const element = (name: string, value: string) => ({ name, locators: [{ by: 'css' as const, value }] });
const set = (variable: string, value: string): RepositoryStepInput => ({
  id: variable,
  keyword: 'setVariable',
  args: { variable, value },
});
/** Signs in to the shop, and reads who is signed in. */
const signIn: RepositoryStepInput[] = [
  openUrl('open', '{{shop}}/login'),
  { id: 'email', keyword: 'setText', target: element('Email', '#email'), args: { value: '{{email}}' } },
  { id: 'password', keyword: 'setText', target: element('Password', '#password'), args: { value: '{{password}}' } },
  { id: 'send', keyword: 'click', target: element('Sign in', 'main form button') },
  { id: 'user', keyword: 'storeText', target: element('User', '#user'), args: { variable: 'user' } },
  set('copy', 'is {{password}}'),
  set('amount', '42'),
];
const wrongTitle = (id: string): RepositoryStepInput => ({
  id,
  keyword: 'verifyTitle',
  args: { expected: 'Nonsense' },
  timeoutMs: 1000,
});
const scriptNode = (scriptId: string, more: object = {}) => ({
  id: 'script',
  kind: 'web-script',
  name: 'Script',
  settings: { scriptId },
  ...more,
});
const newSuite = async (testSuiteName: string, scriptUUIDs: string[]): Promise<string> => {
  const { uuid } = await client.call(calls.createSuite, {
    query: { uuid: place.projectUUID, isSprintUUID: 'false' } as never,
    body: { testSuiteName },
  });
  await client.call(calls.importScripts, { body: { suiteUUID: uuid, scriptUUIDs } });
  return uuid;
};
const nodeOf = ({ nodes }: FlowRunState, id: string) => nodes.find(({ node }) => node === id);
const faultsIn = async (flow: Flow) => {
  const body = { projectId, document: documentOf(flow) };
  return (await client.call(flowRoutes.validateFlow, { body })).faults;
};
const one = (node: ReturnType<typeof scriptNode>): Flow => ({ nodes: [start, node], links: chain('start', 'script') });

test('a workflow signs in to the shop in a browser: inputs are variables of the script, what it sets is passed on, and no secret is revealed', async () => {
  const { environmentId } = await client.call(calls.createEnvironment, {
    body: {
      projectUUID: place.projectUUID,
      environmentName: 'Shop',
      variables: [{ name: 'shop', value: shop.url }],
    },
  });
  const { uuid } = await newScript(client, place.moduleUUID, { name: 'Sign in', steps: signIn });
  const script = scriptNode(uuid, {
    environmentId,
    inputs: [
      { name: 'email', type: 'string', required: true, value: '{{who}}@example.com' },
      { name: 'password', type: 'secret', required: true, value: 'coffee' },
    ],
    outputs: [
      { name: 'user', type: 'string' },
      { name: 'copy', type: 'string' },
      { name: 'amount', type: 'number' },
      { name: 'steps', type: 'number' },
      { name: 'status', type: 'string' },
    ],
  });
  const javascript = {
    id: 'js',
    kind: 'javascript',
    name: 'Twice',
    settings: { code: 'return { result: inputs.user + inputs.amount * 2 };' },
    inputs: [
      { name: 'user', type: 'string' as const, required: true },
      { name: 'amount', type: 'number' as const, required: true },
    ],
    outputs: [{ name: 'result', type: 'json' as const }],
  };
  const joint = (port: string) => ({ from: { node: 'script', port }, to: { node: 'js', port } });
  const flowId = await newFlow(client, projectId, {
    nodes: [start, script, javascript],
    links: chain('start', 'script', 'js'),
    joints: [joint('user'), joint('amount')],
  });
  const runId = await runFlow(client, flowId, { who: 'grace' });
  const events = await followRun(client, runId);
  const run = await flowRun(client, runId);
  expect(run.nodes.map(({ node, status, message }) => [node, status, message])).toEqual([
    ['start', 'passed', null],
    ['script', 'passed', null],
    ['js', 'passed', null],
  ]);
  const ended = nodeOf(run, 'script');
  expect(ended?.outputs).toMatchObject({ user: 'grace', copy: 'is ••••', amount: 42, steps: 7, status: 'passed' });
  const childId = ended?.childRunId ?? '';
  const child = await client.call(runRoutes.getRun, { params: { runId: childId } });
  expect(child).toMatchObject({
    kind: 'web-script',
    parentRunId: runId,
    projectId: place.projectUUID,
    link: expect.stringContaining(`/web-testing/web-final-result?run=${childId}`),
  });
  const report = await client.call(calls.getTestReport, { query: { runId: childId, size: 100 } });
  const ofChild = await followRun(client, childId);
  expect(JSON.stringify([run.nodes, events, report, ofChild])).not.toContain('coffee');
  const { rows } = await server.platform.database.pool.query('select plan from runs.run where id = $1', [childId]);
  expect(JSON.stringify(rows)).not.toContain('coffee');
});

test('a failure fails the node with the message of its first failed step, and the error link is followed', async () => {
  const { uuid } = await newScript(client, place.moduleUUID, {
    name: 'Wrong title',
    steps: [openUrl('open', shop.url), set('seen', 'yes'), wrongTitle('first'), note('after')],
  });
  const rescue = {
    id: 'rescue',
    kind: 'data-hub',
    name: 'Rescue',
    inputs: [{ name: 'seen', type: 'string' as const }],
    outputs: [{ name: 'seen', type: 'string' as const }],
  };
  const flowId = await newFlow(client, projectId, {
    nodes: [start, scriptNode(uuid, { outputs: [{ name: 'seen', type: 'string' }] }), rescue],
    links: [...chain('start', 'script'), { id: 'error', from: 'script', to: 'rescue', on: 'error' }],
    joints: [{ from: { node: 'script', port: 'seen' }, to: { node: 'rescue', port: 'seen' } }],
  });
  const run = await runFlowToEnd(client, flowId);
  const ended = nodeOf(run, 'script');
  const report = await client.call(calls.getTestReport, { query: { runId: ended?.childRunId ?? '', size: 100 } });
  expect(ended?.message).toBe(report.steps.find(({ sourceStepId }) => sourceStepId === 'first')?.message);
  expect(ended?.message).toContain('Nonsense');
  expect(ended?.outputs).toMatchObject({ status: 'failed', steps: 4, passedSteps: 2, failedSteps: 1, skippedSteps: 1 });
  expect(nodeOf(run, 'rescue')).toMatchObject({ status: 'passed', outputs: { seen: 'yes' } });
});

test('a suite runs its scripts in their order and counts them', async () => {
  const { uuid: good } = await newScript(client, place.moduleUUID, { steps: [set('order', '1')] });
  const { uuid: bad } = await newScript(client, place.moduleUUID, { name: 'Bad', steps: [wrongTitle('a')] });
  const suiteId = await newSuite('Two', [good, bad]);
  const node = { ...scriptNode(''), kind: 'web-suite', settings: { suiteId, browser: 'chromium', retries: 1 } };
  const ported = { ...node, outputs: [{ name: 'order', type: 'number' as const }] };
  const run = await runFlowToEnd(
    client,
    await newFlow(client, projectId, { nodes: [start, ported], links: chain('start', 'script') }),
  );
  const ended = nodeOf(run, 'script');
  expect(ended).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^Bad: /),
    outputs: { order: 1, scripts: 2, failedScripts: 1, steps: 2 },
  });
});

test('a block runs in the targets of its run configuration, its own settings override it, and it waits for its runners', async () => {
  const { uuid } = await newScript(client, place.moduleUUID, { name: 'Targets', steps: [note('a')] });
  const phone = { browser: 'chromium' as const, device: 'Pixel 7' };
  const wide = { browser: 'chromium' as const, viewport: { width: 1920, height: 1080 } };
  const { uuid: configurationUUID } = await client.call(calls.createRunConfiguration, {
    body: { projectUUID: place.projectUUID, name: 'Two screens', targets: [phone, wide] },
  });
  const childOf = async (settings: object) => {
    const node = scriptNode(uuid, { settings: { scriptId: uuid, ...settings } });
    const run = await runFlowToEnd(client, await newFlow(client, projectId, one(node)));
    const runId = nodeOf(run, 'script')?.childRunId ?? '';
    return client.call(calls.getTestReport, { query: { runId, size: 50 } });
  };
  const both = await childOf({ configurationUUID, recording: 'always' });
  expect(both.targets.map(runTargetTitle)).toEqual(['Chromium · Pixel 7', 'Chromium · 1920 × 1080']);
  expect(both.recordings).toHaveLength(2);
  const own = await childOf({ configurationUUID, targets: [wide] });
  expect(own.targets.map(runTargetTitle)).toEqual(['Chromium · 1920 × 1080']);
  const wrong = scriptNode(uuid, { settings: { scriptId: uuid, browser: 'chromium', targets: [wide] } });
  expect((await faultsIn(one(wrong))).map(({ code }) => code)).toEqual(['INVALID_SETTINGS']);
  const far = scriptNode(uuid, { settings: { scriptId: uuid, infrastructure: 'nowhere' } });
  const runId = await runFlow(client, await newFlow(client, projectId, one(far)));
  const childId = async () => nodeOf(await flowRun(client, runId), 'script')?.childRunId ?? '';
  await expect.poll(childId, { timeout: 20_000 }).not.toBe('');
  await expect
    .poll(async () => (await client.call(runRoutes.getRun, { params: { runId: await childId() } })).status)
    .toBe('queued');
  const { rows } = await server.platform.database.pool.query('select runner_label from runs.run where id = $1', [
    await childId(),
  ]);
  expect(rows).toEqual([{ runner_label: 'nowhere' }]);
  await client.call(runRoutes.stopRun, { params: { runId } });
  await followRun(client, runId);
});

test('a script is stopped with its workflow', async () => {
  const { uuid } = await newScript(client, place.moduleUUID, {
    steps: [openUrl('open', shop.url), { id: 'long', keyword: 'wait', args: { ms: '60000' } }],
  });
  const runId = await runFlow(client, await newFlow(client, projectId, one(scriptNode(uuid))));
  const childOf = async () => nodeOf(await flowRun(client, runId), 'script')?.childRunId ?? '';
  const stepOf = async () => {
    const id = await childOf();
    const report = id && (await client.call(calls.getTestReport, { query: { runId: id } }).catch(() => undefined));
    return report ? report.steps[1]?.status : undefined;
  };
  await expect.poll(stepOf, { timeout: 30_000 }).toBe('running');
  await client.call(runRoutes.stopRun, { params: { runId } });
  await followRun(client, runId);
  const childId = await childOf();
  await followRun(client, childId);
  expect(await client.call(runRoutes.getRun, { params: { runId: childId } })).toMatchObject({ status: 'cancelled' });
  expect((await flowRun(client, runId)).status).toBe('cancelled');
});

test('the editor says what is missing, was deleted or is invalid; what is deleted later fails its node', async () => {
  const { uuid } = await newScript(client, place.moduleUUID, { name: 'Soon gone', steps: [note('a')] });
  const suiteId = await newSuite('Soon gone', [uuid]);
  const codes = async (node: object) =>
    (await faultsIn(one(node as never))).map(({ code, message }) => [code, message]);
  expect(await codes({ ...scriptNode(''), settings: {} })).toEqual([['MISSING_SCRIPT', 'Choose a script.']]);
  expect(await codes({ ...scriptNode(''), kind: 'web-suite', settings: {} })).toEqual([
    ['MISSING_SUITE', 'Choose a suite.'],
  ]);
  expect(await codes(scriptNode(uuid))).toEqual([]);
  const wrong = scriptNode(uuid, { settings: { scriptId: uuid, timeoutMs: 5 } });
  expect(await codes(wrong)).toEqual([
    ['INVALID_SETTINGS', expect.stringMatching(/^Correct the setting timeoutMs: .+\.$/)],
  ]);
  const flowId = await newFlow(client, projectId, {
    nodes: [start, { id: 'ask', kind: 'approval', name: 'Ask', settings: { to: [owner.email] } }, scriptNode(uuid)],
    links: chain('start', 'ask', 'script'),
  });
  const runId = await runFlow(client, flowId);
  await expect
    .poll(async () => nodeOf(await flowRun(client, runId), 'ask')?.status, { timeout: 20_000 })
    .toBe('waiting');
  await client.call(calls.deleteScripts, { body: { sourceModuleUUID: place.moduleUUID, scriptUUIDs: [uuid] } });
  await client.call(flowRoutes.signalFlowRun, { params: { runId }, body: { node: 'ask', outcome: 'approved' } });
  await followRun(client, runId);
  expect(nodeOf(await flowRun(client, runId), 'script')).toMatchObject({
    status: 'failed',
    message: 'What "Script" refers to was deleted, or you have no access to it.',
  });
  expect(await codes(scriptNode(uuid))).toEqual([['DELETED_SCRIPT', 'The script of "Script" was deleted.']]);
  await client.call(calls.deleteSuites, {
    query: { uuid: place.projectUUID },
    body: { suiteUUIDs: [suiteId] },
  });
  const ofSuite = { ...scriptNode(''), kind: 'web-suite', settings: { suiteId } };
  expect(await codes(ofSuite)).toEqual([['DELETED_SCRIPT', 'The script of "Script" was deleted.']]);
  expect(await failureOf(runFlow(client, await newFlow(client, projectId, one(scriptNode(uuid)))))).toMatchObject({
    code: 'FLOWS_HAS_FAULTS',
  });
});

test('ports are what scripts need and set; what the project has a value for is not required', async () => {
  const { uuid } = await newScript(client, place.moduleUUID, { name: 'Ports', steps: signIn });
  await client.call(calls.createGlobalVariables, {
    body: { projectUUID: place.projectUUID, variables: [{ name: 'email', value: 'ada@example.com' }] },
  });
  const query = { projectId: place.projectUUID, kind: 'web-script', referenceId: uuid };
  const ports = await client.call(flowRoutes.getFlowPorts, { query });
  expect(ports.inputs.map(({ name, required }) => [name, required])).toEqual([
    ['shop', true],
    ['email', false],
    ['password', true],
  ]);
  const builtIn = ['status', 'steps', 'passedSteps', 'failedSteps', 'skippedSteps', 'durationMs'];
  expect(ports.outputs.map(({ name }) => name)).toEqual(['user', 'copy', 'amount', ...builtIn]);
  const suiteId = await newSuite('Ports', [uuid]);
  const ofSuite = await client.call(flowRoutes.getFlowPorts, {
    query: { projectId: place.projectUUID, kind: 'web-suite', referenceId: suiteId },
  });
  expect(ofSuite.outputs.map(({ name }) => name)).toEqual([
    'user',
    'copy',
    'amount',
    ...builtIn,
    'scripts',
    'failedScripts',
  ]);
});

test('a workflow exported to another project finds its script and its suite by their names', async () => {
  const { uuid } = await newScript(client, place.moduleUUID, { name: 'By file', steps: [note('a')] });
  const suiteId = await newSuite('By file', [uuid]);
  const suite = { ...scriptNode(''), id: 'suite', kind: 'web-suite', settings: { suiteId } };
  const flowId = await newFlow(client, projectId, {
    nodes: [start, scriptNode(uuid), suite],
    links: chain('start', 'script', 'suite'),
  });
  const file = await client.call(flowRoutes.exportFlow, { params: { flowId } });
  const moved = JSON.parse(
    JSON.stringify(file).replaceAll(uuid, crypto.randomUUID()).replaceAll(suiteId, crypto.randomUUID()),
  );
  const { folderUuid } = await client.call(orchestrationRoutes.createFolder, { body: { name: 'Other' } });
  const made = await client.call(orchestrationRoutes.importWorkflow, { body: { folderUuid, file: moved } });
  expect(made.missing).toEqual([]);
  expect(made.document.flow.nodes.map(({ settings }) => settings)).toEqual([{}, { scriptId: uuid }, { suiteId }]);
  expect(statusesOf(await runFlowToEnd(client, made.flowId))).toEqual({
    start: 'passed',
    script: 'passed',
    suite: 'passed',
  });
});
