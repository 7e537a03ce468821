import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls, type PrerequisiteAction } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, race, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { PlannedStep } from '../../../runs/index.ts';
import { deleteEnvironmentForGood, failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';
import { createPlanPrerequisites } from './plan-prerequisites.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true });
});
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client);
});
afterAll(() => server.close());

const javascript = (code = '1'): PrerequisiteAction => ({ kind: 'javascript', code });
const newPrerequisite = async (name: string, given: object = {}) =>
  (await client.call(calls.createPrerequisite, { body: { projectId, name, action: javascript(), ...given } }))
    .prerequisiteId;
const list = async (of = projectId) =>
  (await client.call(calls.listPrerequisites, { query: { projectId: of } })).prerequisites;
const names = async (of = projectId) => (await list(of)).map(({ name, order }) => `${order} ${name}`);
const pool = () => server.platform.database.pool;

test('a workspace has at most 200 prerequisites, even if several are created at the same time', async () => {
  const first = await newPrerequisite('First');
  await pool().query(
    `insert into api_testing.prerequisite select (jsonb_populate_record(p,
         jsonb_build_object('id', gen_random_uuid(), 'name', 'N' || n, 'position', n))).*
       from api_testing.prerequisite p, generate_series(1, 198) n where p.id = $1`,
    [first],
  );
  const last = ['Last', 'Another'].map((name) => () => newPrerequisite(name));
  expect(await race(server, 'api_testing.prerequisite', last)).toEqual([
    expect.objectContaining({
      status: 409,
      code: 'API_TESTING_TOO_MANY_PREREQUISITES',
      message: 'A workspace can have at most 200 prerequisites. Delete one you no longer need.',
    }),
  ]);
  expect(await list()).toHaveLength(200);
  expect((await list()).at(-1)).toMatchObject({ name: expect.stringMatching(/Last|Another/), order: 199 });
});

test('an order names each prerequisite of the workspace once', async () => {
  const [a, b, c] = [await newPrerequisite('A'), await newPrerequisite('B'), await newPrerequisite('C')];
  const stale = {
    status: 409,
    code: 'API_TESTING_PREREQUISITE_ORDER',
    message: 'The list of prerequisites has changed meanwhile. Reload it and order it again.',
  };
  const reorder = (...prerequisiteIds: string[]) =>
    client.call(calls.reorderPrerequisites, { body: { projectId, prerequisiteIds } });
  for (const ids of [
    [a, b],
    [a, b, c, a],
    [a, b, newId()],
    [a, a, b],
    [newId(), newId(), newId()],
  ])
    expect(await failureOf(reorder(...ids))).toMatchObject(stale);
  expect(await names()).toEqual(['0 A', '1 B', '2 C']);
  const { prerequisites } = await reorder(c, a, b);
  expect(prerequisites.map(({ name, order }) => `${order} ${name}`)).toEqual(['0 C', '1 A', '2 B']);
  expect(await list()).toEqual(prerequisites);
});

test('a database cannot be deleted while prerequisites query it, and can once they do not', async () => {
  const connection = { kind: 'postgresql' as const, host: 'a.test', port: 5432, databaseName: 'd', username: 'u' };
  const database = await client.call(workspaceRoutes.createDatabase, {
    body: { projectId, name: 'Shop', ...connection },
  });
  const { databaseConfigurationId } = database;
  const action = { kind: 'database' as const, databaseConfigurationId, query: 'select 1', result: 'firstRow' as const };
  const used = await newPrerequisite('Query', { action });
  const second = await newPrerequisite('Other query', { action });
  const remove = () => client.call(workspaceRoutes.deleteDatabase, { query: { databaseConfigurationId } });
  const usedBy = (names: string) => ({
    status: 409,
    message: `This database is asked by: ${names}. Change or delete them first.`,
  });
  expect(await failureOf(remove())).toMatchObject(usedBy('Query, Other query'));
  const body = { prerequisiteId: used, action: javascript() };
  expect((await client.call(calls.updatePrerequisite, { body })).action).toEqual(javascript());
  expect(await failureOf(remove())).toMatchObject(usedBy('Other query'));
  await client.call(calls.updatePrerequisite, { body: { prerequisiteId: second, name: 'Renamed' } });
  expect(await failureOf(remove())).toMatchObject(usedBy('Renamed'));
  await client.call(calls.deletePrerequisite, { query: { prerequisiteId: second } });
  await remove();
});

test('values of a prerequisite are for the run only once their environment has been deleted', async () => {
  const newEnvironment = async (environmentName: string) =>
    (await client.call(workspaceRoutes.createEnvironment, { body: { projectId, environmentName } })).environmentId;
  const [stage, live] = [await newEnvironment('Stage'), await newEnvironment('Live')];
  await newPrerequisite('A', { targetEnvironmentId: stage });
  await newPrerequisite('B', { targetEnvironmentId: live });
  await deleteEnvironmentForGood(client, projectId, stage);
  await expect
    .poll(async () => (await list()).map(({ targetEnvironmentId }) => targetEnvironmentId), { timeout: 10_000 })
    .toEqual([null, live]);
});

test('a script of another workspace, and an unknown environment, cannot be referenced', async () => {
  const suiteId = await newSuite(client, await newProject(client));
  const { scriptId } = await newScript(client, suiteId, { url: 'https://a.test/' });
  const own = await newScript(client, await newSuite(client, projectId), { url: 'https://a.test/' });
  const action = (id: string): PrerequisiteAction => ({ kind: 'script', scriptId: id, dataHandlers: [] });
  const prerequisiteId = await newPrerequisite('Own', { action: action(own.scriptId) });
  for (const id of [scriptId, newId()]) {
    const change = client.call(calls.updatePrerequisite, { body: { prerequisiteId, action: action(id) } });
    expect(await failureOf(change)).toMatchObject({ status: 404, code: 'API_TESTING_SCRIPT_NOT_FOUND' });
  }
  expect((await failureOf(newPrerequisite('New', { targetEnvironmentId: newId() }))).status).toBe(404);
  expect(await names()).toEqual(['0 Own']);
});

test('only enabled prerequisites run, unless they are named', async () => {
  const off = await newPrerequisite('Off', { enabled: false });
  const run = (body: object = {}) => client.call(calls.runPrerequisites, { body: { projectId, ...body } });
  expect(await failureOf(run())).toMatchObject({
    status: 409,
    code: 'API_TESTING_NO_PREREQUISITES',
    message: 'There is no enabled prerequisite to run. Create or enable one first.',
  });
  const on = await newPrerequisite('On');
  const titles = async (runId: string) => {
    const text = 'select title from runs.step where run_id = $1 order by index';
    return (await pool().query(text, [runId])).rows.map(({ title }) => title);
  };
  expect(await titles((await run()).runId)).toEqual(['On']);
  expect(await titles((await run({ prerequisiteIds: [on, off] })).runId)).toEqual(['Off', 'On']);
  expect(await titles((await run({ prerequisiteIds: [off, off] })).runId)).toEqual(['Off']);
  expect(await failureOf(run({ prerequisiteIds: [off, newId()] }))).toMatchObject({
    status: 404,
    code: 'API_TESTING_PREREQUISITE_NOT_FOUND',
  });
  const { rows } = await pool().query(
    "select name from runs.run where project_id = $1 and kind = 'api-prerequisites'",
    [projectId],
  );
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['Prerequisites']));
});

test('a run of tests is not retried as a run of prerequisites', async () => {
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { url: 'https://a.test/' });
  const { runId } = await client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  expect(await failureOf(client.call(calls.retryPrerequisites, { body: { runId } }))).toMatchObject({
    status: 409,
    code: 'API_TESTING_NO_PREREQUISITE_RUN',
    message: 'This run is not a run of prerequisites. Retry it from its report.',
  });
});

test('guests only see prerequisites; strangers see nothing', async () => {
  const prerequisiteId = await newPrerequisite('A');
  const { runId } = await client.call(calls.runPrerequisites, { body: { projectId } });
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const stranger = await server.createOrganization();
  const body = { projectId, name: 'B', action: javascript() };
  for (const [{ client: by }, status] of [
    [guest, 403],
    [stranger, 404],
  ] as const)
    for (const call of [
      () => by.call(calls.createPrerequisite, { body }),
      () => by.call(calls.updatePrerequisite, { body: { prerequisiteId, name: 'B' } }),
      () => by.call(calls.deletePrerequisite, { query: { prerequisiteId } }),
      () => by.call(calls.reorderPrerequisites, { body: { projectId, prerequisiteIds: [prerequisiteId] } }),
      () => by.call(calls.runPrerequisites, { body: { projectId } }),
      () => by.call(calls.retryPrerequisites, { body: { runId } }),
    ])
      expect((await failureOf(call())).status).toBe(status);
  const read = (by: Client) => by.call(calls.listPrerequisites, { query: { projectId } });
  expect((await read(guest.client)).prerequisites).toHaveLength(1);
  expect((await failureOf(read(stranger.client))).status).toBe(404);
});

test.each<[string, PrerequisiteAction, boolean]>([
  ['a script that uses none', javascript('1'), false],
  ['a script that uses one', javascript('pm.variables.replaceIn("{{$randomCity}}")'), true],
  ['a query', { kind: 'database', databaseConfigurationId: newId(), query: 'select {{$guid}}' } as never, true],
  ['a saved request, perhaps', { kind: 'script', scriptId: newId(), dataHandlers: [] }, true],
])('dynamic names in the prerequisite: %s', async (_name, action, dynamicNames) => {
  const id = await newPrerequisite('A');
  await pool().query('update api_testing.prerequisite set action = $2 where id = $1', [id, JSON.stringify(action)]);
  const limited: unknown[] = [];
  const { plan, planRun } = createPlanPrerequisites({
    platform: server.platform,
    variables: { plan: async (...asked: unknown[]) => ({ scopes: [[asked.at(-1)]], environmentName: 'Stage' }) },
    certificates: { plan: async (of: string) => [{ of }] },
    assertWithinLimit: async (caller: unknown) => void limited.push(caller),
  } as never);
  const planned = await plan(projectId);
  const scriptId = action.kind === 'script' ? action.scriptId : null;
  const step = {
    stepId: expect.any(String),
    kind: 'prerequisite',
    title: 'A',
    groupId: null,
    sourceId: null,
    plan: { prerequisiteId: id },
    summary: { action: action.kind, scriptId },
  };
  expect(planned).toEqual({ dynamicNames, steps: [step] });
  const run = await planRun({} as never, { projectId, environmentId: 'e' });
  const steps: PlannedStep[] = [];
  for await (const one of run.steps as AsyncIterable<PlannedStep>) steps.push(one);
  expect({ ...run, steps }).toEqual({
    name: 'Prerequisites',
    label: { environmentName: 'Stage', suites: [] },
    plan: { scopes: [['e']], parallel: 1, stopOnFailure: true, dynamicNames, certificates: [{ of: projectId }] },
    steps: [step],
  });
  expect(limited).toHaveLength(1);
});
