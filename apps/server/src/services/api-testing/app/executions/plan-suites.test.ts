import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { PlannedRun, PlannedStep } from '../../../runs/index.ts';
import type { PlannedVariable } from '../../../workspaces/index.ts';
import type { FunctionalLabel, FunctionalPlan } from '../../domain/executions/functional-plan.ts';
import { apiTestingErrors } from '../../errors.ts';
import { newProject, newScript, newSuite } from '../../testing/builders.ts';
import { createLoadSources } from '../imports/load-source.ts';
import { createCollectScripts } from '../suites/collect-scripts.ts';
import { createOpenSuites } from '../suites/open-suites.ts';
import { createPlanSuites, type RunSuitesInput } from './plan-suites.ts';

let server: TestServer;
let client: Client;
let projectId: string;
let suiteId: string;
let actor: never;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  const { organizationId, userId } = server.admin;
  actor = { organizationId, userId } as never;
  ({ client } = server.admin);
});
beforeEach(async () => {
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId, 'Orders');
});
afterAll(() => server.close());

const variable = (name: string, value = `of ${name}`): PlannedVariable => ({ name, value }) as PlannedVariable;
const script = async (scriptName: string, given: object = {}, of = suiteId) =>
  (await newScript(client, of, { url: 'https://a.test/', scriptName, ...given })).scriptId;
const prepared: PlannedStep = {
  stepId: 'first',
  kind: 'prerequisite',
  title: 'Log in',
  groupId: null,
  sourceId: null,
  plan: {},
  summary: {},
};

interface Given {
  rows?: Record<string, string>[];
  count?: number;
  scopes?: PlannedVariable[][];
  environmentName?: string | null;
  suiteScopes?: Record<string, PlannedVariable[]>;
  dynamicNames?: boolean;
  isOverLimit?: boolean;
}
const surroundings = (given: Given) => {
  const { platform } = server;
  const { rows = [], count = rows.length, scopes = [[]], environmentName = null, suiteScopes = {} } = given;
  const access = createOpenSuites({ platform, workspaces: { open: async () => ({}) } as never });
  return {
    platform,
    workspaces: { open: async () => ({}) },
    variables: { plan: async () => ({ scopes, environmentName }) },
    suiteVariables: { plan: async () => suiteScopes },
    certificates: { plan: async (of: string) => [{ of }] },
    dataFiles: { plan: async () => ({ count, rows: async () => rows }) },
    prerequisites: { plan: async () => ({ steps: [prepared], dynamicNames: given.dynamicNames ?? false }) },
    assertWithinLimit: async () => {
      if (given.isOverLimit) throw new AppError(apiTestingErrors.executionLimit);
    },
    collectScripts: createCollectScripts({ platform, access }),
  } as never;
};
const planRun = (input: Partial<RunSuitesInput> = {}, given: Given = {}) =>
  createPlanSuites(surroundings(given))(actor, { projectId, suiteIds: [suiteId], ...input });
const plan = async (input: Partial<RunSuitesInput> = {}, given: Given = {}) => {
  const planned = await planRun(input, given);
  const steps: PlannedStep[] = [];
  for await (const step of planned.steps as AsyncIterable<PlannedStep>) steps.push(step);
  return { ...planned, plan: planned.plan as FunctionalPlan, label: planned.label as FunctionalLabel, steps };
};
const dataFile = { fileId: newId(), fileName: 'users.csv' };

test.each([
  [undefined, 1],
  [false, 1],
  [true, 8],
  [1, 1],
  [20, 20],
  [0, 1],
])('with parallel %s, %i scripts run at once', async (parallel, expected) => {
  await script('A');
  const made = await plan(parallel === undefined ? {} : { parallel });
  expect(made.plan).toEqual({
    scopes: [[]],
    suiteScopes: {},
    environmentId: null,
    parallel: expected,
    stopOnFailure: false,
    certificates: [{ of: projectId }],
    dynamicNames: false,
  });
});

test('a plan contains the environment, its variables with those that override them, and the settings of the run', async () => {
  await script('A');
  const environmentId = newId();
  const given = {
    scopes: [[variable('a')], [variable('b')]],
    environmentName: 'Stage',
    suiteScopes: { [suiteId]: [variable('c')] },
  };
  const input = { environmentId, stopOnFailure: true, overrides: [variable('d')], name: 'Nightly' };
  const made = await plan(input, given);
  expect(made.name).toBe('Nightly');
  expect(made.plan).toMatchObject({
    scopes: [[variable('a'), variable('d')], [variable('b')]],
    suiteScopes: given.suiteScopes,
    environmentId,
    stopOnFailure: true,
  });
  expect(made.label).toEqual({
    environmentName: 'Stage',
    suites: [{ suiteId, suiteName: 'Orders', total: 1 }],
  });
});

test.each<[string, Given, object, object, boolean]>([
  ['in no script', {}, {}, {}, false],
  ['in a script', {}, { url: 'https://a.test/{{$randomCity}}' }, {}, true],
  ['in a variable', { scopes: [[variable('a', '{{$randomCity}}')]] }, {}, {}, true],
  ['in a variable of the suite', { suiteScopes: { s: [variable('a', '{{$guid}}')] } }, {}, {}, true],
  ['in a prerequisite that runs', { dynamicNames: true }, {}, { runPrerequisites: true }, true],
  ['in a prerequisite that does not run', { dynamicNames: true }, {}, {}, false],
  ['in a data file, perhaps', { rows: [{ a: '1' }] }, {}, { dataFile }, true],
])('dynamic names %s', async (_name, given, content, input, expected) => {
  await script('A', content);
  expect((await plan(input, given)).plan.dynamicNames).toBe(expected);
});

test('prerequisites run first, then the scripts of each suite in order; suites without scripts are left out', async () => {
  const authentication = { type: 'bearer' as const, token: 'secret' };
  const a = await script('A', { authentication });
  const b = await script('B', { method: 'POST' });
  const empty = await newSuite(client, projectId, 'Empty');
  const { steps } = await plan({ suiteIds: [empty, suiteId], runPrerequisites: true, given: { own: '1' } });
  expect(steps.map(({ kind, title }) => [kind, title])).toEqual([
    ['prerequisite', 'Log in'],
    ['suite', 'Orders'],
    ['request', 'A'],
    ['request', 'B'],
  ]);
  const [, container, first, second] = steps;
  expect(container).toEqual({
    stepId: expect.any(String),
    kind: 'suite',
    parentId: null,
    title: 'Orders',
    isContainer: true,
    groupId: suiteId,
    sourceId: null,
    plan: {},
    summary: {},
  });
  expect(second).toEqual({
    stepId: expect.any(String),
    kind: 'request',
    title: 'B',
    searchText: 'B\nhttps://a.test/',
    parentId: container?.stepId,
    groupId: suiteId,
    sourceId: b,
    sourceRevision: expect.any(String),
    plan: expect.objectContaining({ scriptId: b, sealedAuthentication: null, scope: { own: '1' }, group: suiteId }),
    summary: { suiteId, suiteName: 'Orders', scriptId: b, method: 'POST', url: 'https://a.test/' },
  });
  expect(first?.plan).toMatchObject({
    scriptId: a,
    sealedAuthentication: { value: expect.any(String), place: `api_testing.script.authentication:${a}` },
  });
  expect(first?.plan).not.toHaveProperty('authentication');
  expect(JSON.stringify(steps)).not.toContain('secret');
  expect((await plan({ suiteIds: [suiteId] })).steps[1]?.plan).not.toHaveProperty('scope');
});

test('a revision changes with what a script sends, not with its name', async () => {
  const scriptId = await script('A', { description: 'One' });
  const revision = async () => (await plan()).steps[1]?.sourceRevision;
  const save = async (given: object) => {
    const body = { scriptId, scriptName: 'A', method: 'GET' as const, url: 'https://a.test/', ...given };
    await client.call(calls.saveScript, { query: {}, body });
    return revision();
  };
  const first = await revision();
  expect(await save({ scriptName: 'B', description: 'Two' })).toBe(first);
  const second = await save({ method: 'PUT' });
  expect(second).not.toBe(first);
  expect(await save({ authentication: { type: 'bearer', token: 'a' } })).not.toBe(first);
});

test('with a data file, the scripts run once for each row, grouped and labelled by row', async () => {
  await script('A');
  await script('B');
  await newSuite(client, projectId, 'Empty');
  const rows = [
    { user: 'ana', key: '1' },
    { user: 'ben', key: '2' },
  ];
  const input = { dataFile: { ...dataFile, labelColumn: 'user' }, given: { key: '0', own: 'x' } };
  const { steps, label } = await plan(input, { rows });
  expect(label).toEqual({
    environmentName: null,
    suites: [{ suiteId, suiteName: 'Orders', total: 4 }],
    data: { fileName: 'users.csv', rows: 2 },
  });
  expect(steps.map(({ kind, title }) => [kind, title])).toEqual([
    ['suite', 'Orders'],
    ['iteration', 'ana'],
    ['request', 'A (ana)'],
    ['request', 'B (ana)'],
    ['iteration', 'ben'],
    ['request', 'A (ben)'],
    ['request', 'B (ben)'],
  ]);
  const [suite, ana, first, , ben, , last] = steps;
  expect([ana?.parentId, ben?.parentId]).toEqual([suite?.stepId, suite?.stepId]);
  expect([first?.parentId, last?.parentId]).toEqual([ana?.stepId, ben?.stepId]);
  expect(first?.plan).toMatchObject({ scope: { own: 'x', user: 'ana', key: '1' } });
  expect(last?.summary).toMatchObject({ iteration: { index: 1, label: 'ben' } });
  expect((await plan({ dataFile }, { rows })).steps[1]?.title).toBe('iteration 1');
});

test.each([
  [50_000, true],
  [50_001, false],
])('two scripts with %i rows may run: %s', async (count, isAllowed) => {
  await script('A');
  await script('B');
  const made = planRun({ dataFile }, { count });
  if (isAllowed) expect((await made).label).toMatchObject({ suites: [{ total: 100_000 }], data: { rows: 50_000 } });
  else
    await expect(made).rejects.toMatchObject({
      code: 'API_TESTING_TOO_MANY_STEPS',
      message:
        'These are 100002 requests, 50001 rows with 2 scripts each. A run has at most 100000: choose fewer rows.',
    });
});

test('a started run is remembered as the last of its suites, and its data file only if whole suites ran', async () => {
  const scriptId = await script('A');
  const stored = async () => {
    const text = 'select last_run_id as run, data_file as file from api_testing.suite where id = $1';
    return (await server.platform.database.pool.query(text, [suiteId])).rows[0];
  };
  const start = async (input: Partial<RunSuitesInput>) => {
    const runId = newId();
    const planned: PlannedRun = await planRun(input, { count: 1 });
    await planned.stored?.({ runId } as never);
    return runId;
  };
  const first = await start({});
  expect(await stored()).toEqual({ run: first, file: null });
  const second = await start({ scriptIds: [scriptId], dataFile });
  expect(await stored()).toEqual({ run: second, file: null });
  const third = await start({ scriptIds: [], dataFile });
  expect(await stored()).toEqual({ run: third, file: dataFile });
  const fourth = await start({});
  expect(await stored()).toEqual({ run: fourth, file: dataFile });
});

test('nothing is planned beyond the limit of executions', async () => {
  await script('A');
  await expect(plan({}, { isOverLimit: true })).rejects.toMatchObject({ code: 'API_TESTING_EXECUTION_LIMIT' });
  const load = createLoadSources(surroundings({ isOverLimit: true })).read(actor, { projectId, suiteIds: [suiteId] });
  await expect(load).rejects.toMatchObject({ code: 'API_TESTING_EXECUTION_LIMIT' });
});
