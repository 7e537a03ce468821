import { randomUUID } from 'node:crypto';
import type { Client } from '@touchstone/contracts';
import type { Suite } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { newStep } from '@touchstone/engine-keyword/core';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Run } from '../../runs/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { scriptsStore } from '../store/scripts.store.ts';
import { sprintsStore } from '../store/sprints.store.ts';
import { suitesStore } from '../store/suites.store.ts';
import { newModule, newScript, note } from '../testing/builders.ts';
import { createBringModule } from './bring-module.ts';
import type { Open } from './open.ts';
import { createPaths } from './paths.ts';
import { createReadForRun } from './read-for-run.ts';
import { createScriptVariables } from './script-variables.ts';
import { createShowSuites } from './sprints/show-suites.ts';
import { createSprintFlow } from './sprints/sprint-flow.ts';
import { createSprintParts } from './sprints/sprint-parts.ts';
import { createSuiteMetrics } from './sprints/suite-metrics.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
let actor: Actor;
let open: Open;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
  actor = { ...owner, name: 'Ada' } as unknown as Actor;
  const { sql } = server.platform.database;
  // Access is covered by the tests of the calls.
  open = {
    service: 'web-testing',
    project: async () => undefined,
    script: (_caller: Actor, id: string) => scriptsStore.find(sql, owner.organizationId, id),
    suite: (_caller: Actor, id: string) => suitesStore.find(sql, owner.organizationId, id),
    sprint: (_caller: Actor, id: string) => sprintsStore.find(sql, owner.organizationId, id),
  } as unknown as Open;
}, 120_000);
afterAll(() => server.close());

const newSuite = (uuid: string, testSuiteName: string, isSprint = false, more: object = {}): Promise<Suite> =>
  client.call(calls.createSuite, {
    query: { uuid, isSprintUUID: String(isSprint) } as never,
    body: { testSuiteName, ...more },
  });
const newSprint = async (projectUUID: string, sprintName: string) =>
  (await client.call(calls.createSprint, { query: { projectUUID }, body: { sprintName } })).uuid;
const give = (suiteUUID: string, ...scriptUUIDs: string[]) =>
  client.call(calls.importScripts, { body: { suiteUUID, scriptUUIDs } });
const type = (id: string, text: string) => ({ ...newStep(id, 'comment'), args: { text } });
const set = (id: string, name: string) => newStep(id, 'setVariable', { args: { variable: name, value: '1' } });

test('a script needs the variables that its steps use, except those of its table and those that it has set before', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const variables = createScriptVariables({ platform: server.platform, open });
  const script = await newScript(client, moduleUUID, { steps: [type('a', '{{user}} {{shop}}'), set('b', 'token')] });
  expect(await variables.ofScript(actor, script.uuid)).toEqual({ needed: ['user', 'shop'], set: ['token'] });
  const table = await client.call(calls.createDataTable, {
    body: { projectUUID, tableName: 'Users', columns: ['user'], rows: [['ada']] },
  });
  await client.call(calls.updateScript, {
    query: { moduleUUID },
    body: { uuid: script.uuid, dataTableUUID: table.uuid },
  });
  expect((await variables.ofScript(actor, script.uuid)).needed).toEqual(['shop']);
});

test.each([
  [true, ['shop']],
  [false, ['shop', 'token']],
])('in a chain (%s) a suite needs nothing that an earlier script sets', async (isChaining, needed) => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const first = await newScript(client, moduleUUID, { steps: [type('a', '{{shop}}'), set('b', 'token')] });
  const second = await newScript(client, moduleUUID, { steps: [type('a', '{{token}} {{shop}}')] });
  const { uuid } = await newSuite(projectUUID, 'All', false, { isChaining });
  await give(uuid, first.uuid, second.uuid);
  const variables = createScriptVariables({ platform: server.platform, open });
  expect(await variables.ofSuite(actor, uuid)).toEqual({ needed, set: ['token'] });
});

test('a run gets scripts in the order of their ids, with their tables, or unsaved steps instead of the saved ones', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const [first, second] = [
    await newScript(client, moduleUUID, { name: 'First', steps: [note('a')] }),
    await newScript(client, moduleUUID, { name: 'Second', steps: [{ id: 'b', keyword: 'fly' }] }),
  ];
  const table = await client.call(calls.createDataTable, {
    body: { projectUUID, tableName: 'Users', columns: ['user'], rows: [['ada']] },
  });
  const body = { uuid: first.uuid, dataTableUUID: table.uuid };
  await client.call(calls.updateScript, { query: { moduleUUID }, body });
  const readForRun = createReadForRun({ platform: server.platform, open });
  const { scripts } = await readForRun(actor, projectUUID, [second.uuid, first.uuid]);
  expect(scripts).toMatchObject([
    { name: 'Second', moduleName: 'Checkout', table: null, problems: [{ stepId: 'b' }] },
    { name: 'First', steps: [{ id: 'a' }], table: { columns: ['user'], rows: [['ada']] }, problems: [] },
  ]);
  const unsaved = [newStep('x', 'comment'), newStep('x', 'comment')] as never[];
  const tried = await readForRun(actor, projectUUID, [first.uuid], unsaved.slice(1));
  expect(tried.scripts[0]?.steps.map(({ id }) => id)).toEqual(['x']);
  await expect(readForRun(actor, projectUUID, [first.uuid], unsaved)).rejects.toMatchObject({
    code: 'TEST_REPOSITORY_STEP_ID_TWICE',
  });
  const other = await newModule(client);
  await expect(readForRun(actor, other.projectUUID, [first.uuid])).rejects.toMatchObject({
    code: 'TEST_REPOSITORY_SCRIPT_NOT_FOUND',
  });
});

test('scripts and suites have paths, which are resolved in the project first, then in others of the same name', async () => {
  const [here, there, hidden] = [await newModule(client), await newModule(client), await newModule(client)];
  const names = new Map([
    [here.projectUUID, 'Shop'],
    [there.projectUUID, 'Bank'],
  ]);
  const listVisible = async () => [...names].map(([projectId, projectName]) => ({ projectId, projectName }));
  const { scripts, suites } = createPaths({
    platform: server.platform,
    workspaces: { listVisible } as never,
    open,
  });
  const [pay, payThere, secret] = [
    await newScript(client, here.moduleUUID, { name: 'Pay' }),
    await newScript(client, there.moduleUUID, { name: 'Pay there' }),
    await newScript(client, hidden.moduleUUID, { name: 'Secret' }),
  ].map(({ uuid }) => uuid) as [string, string, string];
  expect(await scripts.namesOf(actor, [pay, payThere, secret])).toEqual(
    new Map([
      [pay, ['Shop', 'Checkout', 'Pay']],
      [payThere, ['Bank', 'Checkout', 'Pay there']],
    ]),
  );
  const findScript = (...way: string[]) => scripts.find(actor, here.projectUUID, way);
  expect(await findScript('Bank', 'Checkout', 'Pay')).toBe(pay);
  expect(await findScript('Bank', 'Checkout', 'Pay there')).toBe(payThere);
  expect(await findScript('Shop', 'Checkout', 'Pay there')).toBeUndefined();
  expect(await findScript('Bank', 'Checkout', 'Secret')).toBeUndefined();
  for (const way of [[], ['Shop'], ['Shop', 'Checkout']]) expect(await findScript(...way)).toBeUndefined();

  const sprint = await newSprint(here.projectUUID, 'May');
  const [inSprint, inLab, unseen] = [
    await newSuite(sprint, 'Smoke', true),
    await newSuite(here.projectUUID, 'Smoke'),
    await newSuite(hidden.projectUUID, 'Hidden'),
  ].map(({ uuid }) => uuid) as [string, string, string];
  expect(await suites.namesOf(actor, [inSprint, inLab, unseen])).toEqual(
    new Map([
      [inSprint, ['Shop', 'May', 'Smoke']],
      [inLab, ['Shop', 'Smoke']],
    ]),
  );
  const findSuite = (...way: string[]) => suites.find(actor, here.projectUUID, way);
  expect(await findSuite('Shop', 'Smoke')).toBe(inLab);
  expect(await findSuite('Shop', 'May', 'Smoke')).toBe(inSprint);
  expect(await findSuite('Shop', 'June', 'Smoke')).toBeUndefined();
  for (const way of [[], ['Shop']]) expect(await findSuite(...way)).toBeUndefined();
});

/** A sprint with suites whose last runs have these statuses; null: never run. */
async function sprintOf(statuses: (Run['status'] | null)[]) {
  const place = await newModule(client);
  const script = await newScript(client, place.moduleUUID);
  const sprint = await newSprint(place.projectUUID, 'May');
  const known: Run[] = [];
  for (const [index, status] of statuses.entries()) {
    const { uuid } = await newSuite(sprint, `Suite ${index}`, true);
    await give(uuid, script.uuid);
    if (!status) continue;
    const counts = { total: 4, passed: 1, failed: 1, error: 1, skipped: 1, cancelled: 0, queued: 0, running: 0 };
    const createdAt = new Date(Date.UTC(2026, 2, index + 1));
    const run = { runId: randomUUID(), status, counts, createdAt, durationMs: 1000.4 } as Run;
    known.push(run);
    await server.platform.database.pool.query('update test_repository.suite set last_run_id = $2 where id = $1', [
      uuid,
      run.runId,
    ]);
  }
  const runs = {
    listByIds: async (_organizationId: string, ids: readonly string[]) =>
      known.filter(({ runId }) => ids.includes(runId)),
  } as never;
  const needs = { platform: server.platform, runs, open, workspaces: { hold: async () => undefined } as never };
  const showSuites = createShowSuites(needs);
  const flow = createSprintFlow({ ...needs, showSuites, parts: createSprintParts(needs) });
  return { ...place, sprint, flow, numbers: createSuiteMetrics(needs) };
}

test('a sprint counts the last run of each of its suites; one that is still running counts as not run', async () => {
  const { sprint, flow, numbers, projectUUID } = await sprintOf(['passed', 'failed', 'error', 'running', null]);
  expect(await numbers.ofSprint(actor, sprint)).toEqual({
    suites: { total: 5, passed: 1, failed: 2, notRun: 2 },
    passRate: 33.3,
    scripts: 5,
    steps: { total: 12, passed: 3, failed: 6, skipped: 3 },
    durationMs: 3001,
    lastRunAt: '2026-03-04T00:00:00.000Z',
  });
  const none = { total: 0, passed: 0, failed: 0, skipped: 0 };
  expect(await numbers.ofTestLab(actor, projectUUID)).toEqual({
    suites: { total: 0, passed: 0, failed: 0, notRun: 0 },
    passRate: null,
    scripts: 0,
    steps: none,
    durationMs: 0,
    lastRunAt: null,
  });
  const result = await flow.result(actor, sprint);
  expect(result).toMatchObject({ total: 5, passed: 1, failed: 2, notRun: 2, sprint: { sprintName: 'May' } });
  expect(result.suites.map(({ testSuiteName, lastRun }) => [testSuiteName, lastRun?.status ?? null])).toEqual([
    ['Suite 0', 'passed'],
    ['Suite 1', 'failed'],
    ['Suite 2', 'error'],
    ['Suite 3', 'running'],
    ['Suite 4', null],
  ]);
});

test('suites that passed stay in a completed sprint, all others are moved to the target', async () => {
  const { projectUUID, sprint, flow } = await sprintOf(['passed', 'failed', null, 'passed']);
  await flow.start(actor, sprint);
  await flow.complete(actor, sprint, 'TEST_LAB');
  const names = (list: Suite[]) => list.map(({ testSuiteName }) => testSuiteName);
  expect(names(await client.call(calls.listAllSprintSuites, { query: { sprintUUID: sprint } }))).toEqual([
    'Suite 0',
    'Suite 3',
  ]);
  expect(names(await client.call(calls.listAllTestLabSuites, { query: { projectUUID } }))).toEqual([
    'Suite 1',
    'Suite 2',
  ]);
});

test('a module provided by a service gets a free name, and its scripts keep their order', async () => {
  const { projectUUID } = await newModule(client);
  const workspaces = { hold: async () => undefined } as never;
  const { bringModule } = createBringModule({ platform: server.platform, workspaces, variables: {} as never, open });
  const scripts = ['Sign in', 'Buy'].map((testScriptName) => ({
    testScriptName,
    objective: `To ${testScriptName}`,
    tagName: ['sample'],
    steps: [newStep('a', 'comment', { args: { text: testScriptName } })] as never,
  }));
  const brought = { moduleName: 'Checkout', description: 'Samples', scripts };
  const { moduleUUID, scriptUUIDs } = await bringModule(actor, projectUUID, brought);
  const view = await client.call(calls.getModule, { params: { id: moduleUUID } });
  expect(view).toMatchObject({ moduleName: 'Checkout 2', description: 'Samples', scriptCount: 2 });
  const listed = await client.call(calls.listModuleScripts, { query: { moduleUUID } });
  expect(listed.map(({ uuid, testScriptName, stepCount }) => [uuid, testScriptName, stepCount])).toEqual([
    [scriptUUIDs[0], 'Sign in', 1],
    [scriptUUIDs[1], 'Buy', 1],
  ]);
  const twice = [note('a'), note('a')] as never;
  const bad = { ...brought, scripts: [{ ...scripts[0], steps: twice }] } as typeof brought;
  await expect(bringModule(actor, projectUUID, bad)).rejects.toMatchObject({ code: 'TEST_REPOSITORY_STEP_ID_TWICE' });
});
