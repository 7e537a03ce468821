import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls, exampleSchema } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../testing/builders.ts';
import { createFindThings } from './suites/find-things.ts';

let server: TestServer;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
});
beforeEach(async () => {
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId, 'Orders');
});
afterAll(() => server.close());

const url = 'https://a.test/';

test('among equal matches, those of the own workspace come first, then the ones changed last', async () => {
  const names = new Map([
    [projectId, 'Shop'],
    [newId(), 'Elsewhere'],
  ]);
  const [own = '', second = ''] = [...names.keys()];
  const row = (id: string, of: string, name: string, updatedAt: number, isWhole = true) => ({
    id,
    projectId: of,
    name,
    updatedAt: new Date(updatedAt),
    isWhole,
  });
  const found: ReturnType<typeof row>[] = [];
  const asked: unknown[] = [];
  const findThings = createFindThings({
    platform: server.platform,
    workspaces: {
      listVisible: async () => [...names].map(([of, projectName]) => ({ projectId: of, projectName })),
    } as never,
    environments: {
      find: async (ids: string[], { most }: { most: number }) => {
        asked.push([ids, most]);
        return found;
      },
    } as never,
  });
  const search = async (text: string, of?: string, size = 10) =>
    (await findThings({} as never, { text, size, ...(of && { projectId: of }) })).map(({ id }) => id);
  found.push(row('old', second, 'Stage', 1), row('new', second, 'Stage', 2), row('own', own, 'Stage', 0));
  expect(await search('stage')).toEqual(['new', 'old', 'own']);
  expect(await search('stage', own)).toEqual(['own', 'new', 'old']);
  expect(await search('stage', second)).toEqual(['new', 'old', 'own']);
  expect(await search('stage', own, 2)).toEqual(['own', 'new']);
  expect(asked[0]).toEqual([[own, second], 200]);
  asked.length = 0;
  expect([await search(''), await search('  ')]).toEqual([[], []]);
  expect(asked).toEqual([]);
  found.push(row('none', own, 'Nothing alike', 3, false));
  expect(await search('stage')).toEqual(['new', 'old', 'own']);
  const [first] = await findThings({} as never, { text: 'stage', size: 1 });
  expect(first).toEqual({
    kind: 'environment',
    id: 'new',
    projectId: second,
    name: 'Stage',
    suiteId: null,
    suiteName: null,
    projectName: 'Elsewhere',
  });
});

test('a conflict with a script that was only created names someone, and strangers cannot tell that it exists', async () => {
  const { scriptId, updatedAt } = await newScript(client, suiteId, { url, scriptName: 'A' });
  const older = new Date(Date.parse(updatedAt) - 1).toISOString();
  const body = { scriptId, scriptName: 'B', method: 'GET' as const, url };
  const save = (by: Client, at: string) => by.call(calls.saveScript, { query: { updatedAt: at }, body });
  expect(await failureOf(save(client, older))).toMatchObject({
    status: 409,
    message: 'Someone saved this script after you opened it. Compare both versions, then save again.',
    data: { updatedByName: 'Someone', script: { scriptName: 'A' } },
  });
  const stranger = await server.createOrganization();
  expect((await failureOf(save(stranger.client, updatedAt))).status).toBe(404);
  expect((await save(client, updatedAt)).scriptName).toBe('B');
});

test('examples keep their ids when a script is saved, and new ones get one', async () => {
  const made = await newScript(client, suiteId, { url, examples: [exampleSchema.parse({ name: 'A', status: 200 })] });
  const { scriptId, scriptName, method, examples: [first] = [] } = made;
  expect(first?.id).toMatch(/^[\da-f-]{36}$/);
  const given = [first, { name: 'B', status: 404 }].map((one) => exampleSchema.parse(one));
  const body = { scriptId, scriptName, method, url, examples: given };
  const { examples = [] } = await client.call(calls.saveScript, { query: {}, body });
  expect(examples.map(({ name }) => name)).toEqual(['A', 'B']);
  expect(examples[0]?.id).toBe(first?.id);
  expect(examples[1]?.id).toMatch(/^[\da-f-]{36}$/);
});

test('a variable is defined by the environment that is asked for, the workspace, or the suite of the script', async () => {
  const owner = await server.createOrganization({ plan: 'PRO' });
  const of = await newProject(owner.client);
  const own = await newSuite(owner.client, of);
  const { environmentId } = await owner.client.call(workspaceRoutes.createEnvironment, {
    body: { projectId: of, environmentName: 'Stage', variables: [{ name: 'inEnvironment', value: '1' }] },
  });
  await owner.client.call(workspaceRoutes.createGlobals, {
    body: { projectId: of, variables: [{ name: 'inWorkspace', value: '1' }] },
  });
  await owner.client.call(calls.createSuiteVariables, {
    body: { suiteId: own, variables: [{ name: 'inSuite', value: '1' }] },
  });
  const names = ['inEnvironment', 'inSuite', 'inWorkspace', 'nowhere'];
  const path = names.map((name) => `{{${name}}}`).join('/');
  const { scriptId } = await newScript(owner.client, own, { url: `https://a.test/${path}` });
  const detect = async (body: object) => {
    const { variables } = await owner.client.call(calls.detectVariables, { body: { projectId: of, ...body } });
    return variables.map(({ name, defined }) => (defined ? name : `no ${name}`));
  };
  const noEnvironment = ['no inEnvironment', 'inSuite', 'inWorkspace', 'no nowhere'];
  const withEnvironment = ['inEnvironment', ...noEnvironment.slice(1)];
  expect(await detect({ scriptId })).toEqual(noEnvironment);
  expect(await detect({ scriptId, environmentId })).toEqual(withEnvironment);
  expect(await detect({ suiteId: own, environmentId })).toEqual(withEnvironment);
  expect(await detect({ text: path, environmentId })).toEqual([
    'inEnvironment',
    'no inSuite',
    'inWorkspace',
    'no nowhere',
  ]);
});
