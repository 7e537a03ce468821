import type { Client } from '@touchstone/contracts';
import type { Sprint, Suite } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, race, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newModule, newScript } from '../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const newSprint = (projectUUID: string, sprintName: string): Promise<Sprint> =>
  client.call(calls.createSprint, { query: { projectUUID }, body: { sprintName } });
const newSuite = (uuid: string, testSuiteName: string, isSprint = true): Promise<Suite> =>
  client.call(calls.createSuite, { query: { uuid, isSprintUUID: String(isSprint) } as never, body: { testSuiteName } });
const start = (sprintUUID: string) => client.call(calls.startSprint, { body: { sprintUUID } });
const complete = (sprintUUID: string, moveOpenSuitesTo?: string) =>
  client.call(calls.completeSprint, { body: { sprintUUID, ...(moveOpenSuitesTo && { moveOpenSuitesTo }) } });
const inSprint = async (sprintUUID: string) =>
  (await client.call(calls.listAllSprintSuites, { query: { sprintUUID } })).map((one) => one.testSuiteName);
const inTestLab = async (projectUUID: string) =>
  (await client.call(calls.listAllTestLabSuites, { query: { projectUUID } })).map((one) => one.testSuiteName);
const failuresOf = (refused: Promise<unknown>[]) => Promise.all(refused.map((one) => failureOf(one)));
const scriptsOf = async (suiteUUID: string) =>
  (await client.call(calls.listSuiteScripts, { query: { suiteUUID } })).map((one) => one.testScriptName);

test('[web-execution-1] sprints are planned, changed, started, completed and deleted, in that order only', async () => {
  const { projectUUID } = await newModule(client);
  const query = { projectUUID };
  const made = await client.call(calls.createSprint, {
    query,
    body: { sprintName: 'May', sprintDescription: 'Shop', startDate: '2030-05-01', endDate: '2030-05-31' },
  });
  expect(made).toMatchObject({ sprintActive: true, sprintExecutionStatus: 'CREATED', startedAt: null, suiteCount: 0 });
  const { uuid } = made;
  const june = await newSprint(projectUUID, 'June');
  const update = (change: object) => client.call(calls.updateSprint, { query, body: { uuid, ...change } });
  expect(await failureOf(update({ endDate: '2030-04-30' }))).toMatchObject({
    status: 400,
    code: 'TEST_REPOSITORY_SPRINT_ENDS_EARLY',
  });
  expect(await failureOf(update({ sprintName: 'JUNE' }))).toMatchObject({ code: 'TEST_REPOSITORY_SPRINT_NAME_TAKEN' });
  expect(await update({ endDate: null, sprintName: 'Spring' })).toMatchObject({
    sprintName: 'Spring',
    sprintDescription: 'Shop',
    startDate: '2030-05-01',
    endDate: null,
  });
  const early = await failureOf(complete(uuid));
  expect(early.message).toBe('The sprint “Spring” is not started. Start it before you complete it.');
  expect(await start(uuid)).toMatchObject({ sprintExecutionStatus: 'STARTED', startedAt: expect.any(String) });
  expect(await start(june.uuid)).toMatchObject({ sprintExecutionStatus: 'STARTED' });
  expect(await failureOf(start(uuid))).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_SPRINT_STARTED' });
  expect(await complete(uuid)).toMatchObject({
    sprintExecutionStatus: 'COMPLETED',
    sprintActive: false,
    completedAt: expect.any(String),
  });
  const late = [start(uuid), complete(uuid), update({ sprintName: 'X' }), newSuite(uuid, 'Late')];
  for (const refused of await failuresOf(late))
    expect(refused).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_SPRINT_COMPLETED' });
  const names = (list: Sprint[]) => list.map(({ sprintName }) => sprintName);
  expect(names(await client.call(calls.listAllSprints, { query }))).toEqual(['June', 'Spring']);
  expect(names(await client.call(calls.listActiveSprints, { query }))).toEqual(['June']);
  const page = await client.call(calls.listSprints, { query: { ...query, searchTerm: 'SPR', size: 1 } });
  expect(page).toMatchObject({ totalElements: 1, content: [{ uuid }] });
  await client.call(calls.deleteSprint, { params: { id: uuid } });
  expect(await failureOf(client.call(calls.getSprint, { query: { sprintUUID: uuid } }))).toMatchObject({ status: 404 });
});

test('[web-execution-1] a suite has scripts in an order, each once; a deleted script is removed from it', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const [a, b, c] = [
    await newScript(client, moduleUUID, { name: 'A' }),
    await newScript(client, moduleUUID, { name: 'B' }),
    await newScript(client, moduleUUID, { name: 'C' }),
  ].map(({ uuid }) => uuid) as [string, string, string];
  const { uuid: suiteUUID } = await newSuite(projectUUID, 'Checkout', false);
  const add = (...scriptUUIDs: string[]) => client.call(calls.importScripts, { body: { suiteUUID, scriptUUIDs } });
  const set = (...scriptUUIDs: string[]) => client.call(calls.setSuiteScripts, { body: { suiteUUID, scriptUUIDs } });
  await add(c, a);
  const added = await add(a, b);
  expect(added.suite).toMatchObject({ scriptCount: 3, sprintUUID: null, projectUUID, lastRun: null });
  expect(await scriptsOf(suiteUUID)).toEqual(['C', 'A', 'B']);
  await set(b, c, b);
  expect(await scriptsOf(suiteUUID)).toEqual(['B', 'C']);
  await client.call(calls.deleteScripts, { body: { sourceModuleUUID: moduleUUID, scriptUUIDs: [b] } });
  expect(await scriptsOf(suiteUUID)).toEqual(['C']);
  const other = await newModule(client);
  const { uuid: foreign } = await newScript(client, other.moduleUUID);
  for (const id of [foreign, b])
    expect(await failureOf(add(id))).toMatchObject({ status: 404, code: 'TEST_REPOSITORY_SCRIPT_NOT_FOUND' });
  expect(await client.call(calls.getSuite, { params: { id: suiteUUID } })).toMatchObject({ scriptCount: 1 });
});

test('scripts that several users add to a suite at the same time are all added', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) ids.push((await newScript(client, moduleUUID, { name })).uuid);
  const { uuid: suiteUUID } = await newSuite(projectUUID, 'Checkout', false);
  const add = (scriptUUID: string) =>
    client.call(calls.importScripts, { body: { suiteUUID, scriptUUIDs: [scriptUUID] } });
  await add(ids[0] ?? '');
  const added = await Promise.all(ids.slice(1).map(add));
  expect(added.map(({ suite }) => suite.scriptCount).sort()).toContain(6);
  expect((await scriptsOf(suiteUUID)).sort()).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
});

test('[web-execution-1] suites have unique names in their sprint or test lab, are changed, found and deleted', async () => {
  const { projectUUID } = await newModule(client);
  const sprint = await newSprint(projectUUID, 'One');
  const first = await newSuite(sprint.uuid, 'Pay');
  await newSuite(sprint.uuid, 'Search');
  const lab = await newSuite(projectUUID, 'PAY', false);
  for (const again of await failuresOf([newSuite(sprint.uuid, 'pay'), newSuite(projectUUID, 'pay', false)]))
    expect(again).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_SUITE_NAME_TAKEN' });
  const update = (uuid: string, change: object) =>
    client.call(calls.updateSuite, {
      query: { uuid: sprint.uuid, isSprintUUID: 'true' } as never,
      body: { uuid, ...change },
    });
  expect(await update(first.uuid, { isChaining: true, moduleName: 'Checkout' })).toMatchObject({
    testSuiteName: 'Pay',
    isChaining: true,
    isFunctional: true,
    moduleName: 'Checkout',
    sprintUUID: sprint.uuid,
  });
  expect(await failureOf(update(first.uuid, { testSuiteName: 'SEARCH' }))).toMatchObject({ status: 409 });
  expect(await failureOf(update(lab.uuid, {}))).toMatchObject({ code: 'TEST_REPOSITORY_SUITE_ELSEWHERE' });
  const found = await client.call(calls.listSprintSuites, { query: { sprintUUID: sprint.uuid, searchTerm: 'EAR' } });
  expect(found).toMatchObject({ totalElements: 1, content: [{ testSuiteName: 'Search' }] });
  const labPage = await client.call(calls.listTestLabSuites, { query: { projectUUID } });
  expect(labPage).toMatchObject({ totalElements: 1, content: [{ uuid: lab.uuid }] });
  const remove = (uuid: string, isSelectAll: boolean, suiteUUIDs: string[]) =>
    client.call(calls.deleteSuites, {
      query: { uuid, isSelectAll: String(isSelectAll) } as never,
      body: { suiteUUIDs },
    });
  expect(await failureOf(remove(sprint.uuid, false, [lab.uuid]))).toMatchObject({ status: 404 });
  expect(await remove(sprint.uuid, true, [first.uuid])).toMatchObject({ deleted: 1 });
  expect(await inSprint(sprint.uuid)).toEqual(['Pay']);
  expect(await remove(projectUUID, false, [lab.uuid])).toMatchObject({ deleted: 1, message: 'Suite deleted' });
  await client.call(calls.deleteSprint, { params: { id: sprint.uuid } });
  expect(await failureOf(client.call(calls.getSuite, { params: { id: first.uuid } }))).toMatchObject({ status: 404 });
});

test('suites that come to a place at the same time get free names', async () => {
  const { projectUUID } = await newModule(client);
  const sprints: Sprint[] = [];
  for (const name of ['One', 'Two', 'Three']) sprints.push(await newSprint(projectUUID, name));
  const pay: Suite[] = [];
  for (const { uuid } of sprints) pay.push(await newSuite(uuid, 'Pay'));
  const [first = '', second = '', third = ''] = sprints.map(({ uuid }) => uuid);
  await start(third);
  const bring = (suite: Suite | undefined, targetSprintUUID: string | null, action: 'MOVE' | 'CLONE') => () =>
    client.call(calls.importSuites, { body: { suiteUUIDs: [suite?.uuid ?? ''], targetSprintUUID, action } });
  const works = {
    copies: [bring(pay[0], first, 'CLONE'), bring(pay[0], first, 'CLONE')],
    moves: [bring(pay[0], second, 'MOVE'), bring(pay[2], second, 'CLONE')],
    'a completed sprint': [bring(pay[1], null, 'CLONE'), () => complete(third, 'TEST_LAB')],
  };
  for (const [what, two] of Object.entries(works))
    expect([what, await race(server, 'test_repository.suite', two)]).toEqual([what, []]);
  expect(await inSprint(first)).toEqual(['Pay copy', 'Pay copy 2']);
  expect(await inSprint(second)).toEqual(['Pay', 'Pay 2', 'Pay 3']);
  expect(await inTestLab(projectUUID)).toEqual(['Pay', 'Pay 2']);
});

test('[web-execution-1] suites are moved and copied between sprint and test lab, and get free names there', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const script = await newScript(client, moduleUUID, { name: 'A' });
  const sprint = await newSprint(projectUUID, 'One');
  const pay = await newSuite(sprint.uuid, 'Pay');
  await client.call(calls.importScripts, { body: { suiteUUID: pay.uuid, scriptUUIDs: [script.uuid] } });
  await newSuite(projectUUID, 'Pay', false);
  const bring = (suiteUUID: string, targetSprintUUID: string | null, action: 'MOVE' | 'CLONE') =>
    client.call(calls.importSuites, { body: { suiteUUIDs: [suiteUUID], targetSprintUUID, action } });
  const { suites } = await bring(pay.uuid, null, 'CLONE');
  expect(suites).toMatchObject([{ testSuiteName: 'Pay 2', sprintUUID: null, scriptCount: 1 }]);
  expect(await scriptsOf(suites[0]?.uuid ?? '')).toEqual(['A']);
  await bring(pay.uuid, sprint.uuid, 'CLONE');
  expect(await inSprint(sprint.uuid)).toEqual(['Pay', 'Pay copy']);
  expect(await bring(pay.uuid, null, 'MOVE')).toMatchObject({ suites: [{ uuid: pay.uuid, testSuiteName: 'Pay 3' }] });
  expect(await inSprint(sprint.uuid)).toEqual(['Pay copy']);
  const late = await newSprint(projectUUID, 'Two');
  const same = [await newSuite(sprint.uuid, 'Same'), await newSuite(late.uuid, 'Same')].map(({ uuid }) => uuid);
  const moved = await client.call(calls.importSuites, {
    body: { suiteUUIDs: same, targetSprintUUID: null, action: 'MOVE' },
  });
  expect(moved.suites.map(({ testSuiteName }) => testSuiteName)).toEqual(['Same', 'Same 2']);
  const other = await newModule(client);
  const elsewhere = await newSprint(other.projectUUID, 'Elsewhere');
  const far = await newSuite(elsewhere.uuid, 'Far');
  const two = client.call(calls.importSuites, {
    body: { suiteUUIDs: [pay.uuid, far.uuid], targetSprintUUID: null, action: 'MOVE' },
  });
  expect(await failureOf(two)).toMatchObject({ code: 'TEST_REPOSITORY_SUITES_OF_PROJECTS' });
  const renamed = client.call(calls.updateSprint, {
    query: { projectUUID },
    body: { uuid: elsewhere.uuid, sprintName: 'Mine' },
  });
  expect(await failureOf(renamed)).toMatchObject({ code: 'TEST_REPOSITORY_SPRINT_NOT_FOUND' });
  expect(await failureOf(bring(pay.uuid, elsewhere.uuid, 'MOVE'))).toMatchObject({ status: 404 });
});

test('[web-execution-1] a completed sprint moves open suites to the test lab or another sprint, and is read-only', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const script = await newScript(client, moduleUUID);
  const [first, second] = [await newSprint(projectUUID, 'One'), await newSprint(projectUUID, 'Two')];
  const suite = await newSuite(first.uuid, 'Pay');
  await newSuite(projectUUID, 'Pay', false);
  await start(first.uuid);
  const result = (sprintUUID: string) => client.call(calls.getSprintResult, { query: { sprintUUID } });
  expect(await result(first.uuid)).toMatchObject({ total: 1, passed: 0, failed: 0, notRun: 1 });
  expect(await failureOf(complete(first.uuid, first.uuid))).toMatchObject({
    code: 'TEST_REPOSITORY_SPRINT_INTO_ITSELF',
  });
  expect(await failureOf(complete(first.uuid, 'NOWHERE'))).toMatchObject({
    details: [{ message: 'Give TEST_LAB or the id of a sprint' }],
  });
  const foreign = await newModule(client);
  const elsewhere = await newSprint(foreign.projectUUID, 'Elsewhere');
  expect(await failureOf(complete(first.uuid, elsewhere.uuid))).toMatchObject({
    code: 'TEST_REPOSITORY_SPRINT_NOT_FOUND',
  });
  await complete(first.uuid, second.uuid);
  expect(await inSprint(first.uuid)).toEqual([]);
  expect(await inSprint(second.uuid)).toEqual(['Pay']);
  await start(second.uuid);
  const late = await newSprint(projectUUID, 'Three');
  expect(await failureOf(complete(second.uuid, first.uuid))).toMatchObject({
    code: 'TEST_REPOSITORY_SPRINT_COMPLETED',
  });
  await complete(second.uuid);
  const bring = (action: 'MOVE' | 'CLONE') =>
    client.call(calls.importSuites, { body: { suiteUUIDs: [suite.uuid], targetSprintUUID: late.uuid, action } });
  const add = client.call(calls.importScripts, { body: { suiteUUID: suite.uuid, scriptUUIDs: [script.uuid] } });
  for (const refused of await failuresOf([bring('MOVE'), add]))
    expect(refused).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_SPRINT_COMPLETED' });
  await bring('CLONE');
  await start(late.uuid);
  await complete(late.uuid, 'TEST_LAB');
  expect(await inTestLab(projectUUID)).toEqual(['Pay', 'Pay 2']);
});

test('sprints and suites of another organization are not visible', async () => {
  const { projectUUID } = await newModule(client);
  const sprint = await newSprint(projectUUID, 'One');
  const suite = await newSuite(sprint.uuid, 'Pay');
  const stranger = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  for (const foreign of await failuresOf([
    stranger.call(calls.getSprint, { query: { sprintUUID: sprint.uuid } }),
    stranger.call(calls.listAllSprintSuites, { query: { sprintUUID: sprint.uuid } }),
    stranger.call(calls.listAllTestLabSuites, { query: { projectUUID } }),
    stranger.call(calls.setSuiteScripts, { body: { suiteUUID: suite.uuid, scriptUUIDs: [] } }),
    stranger.call(calls.startSprint, { body: { sprintUUID: sprint.uuid } }),
  ]))
    expect(foreign).toMatchObject({ status: 404 });
});
