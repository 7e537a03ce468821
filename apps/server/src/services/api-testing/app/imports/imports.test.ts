import { type Client, canWrite } from '@touchstone/contracts';
import { apiTestingRoutes as calls, type ScriptInput } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { actFor, userManagementService } from '../../../user-management/index.ts';
import { apiTestingService } from '../../index.ts';
import { draft, failureOf, newProject } from '../../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client);
});
afterAll(() => server.close());

/** A user on whose behalf another service acts. */
const actor = async ({ userId, organizationId }: TestUser) => {
  const origin = { requestId: 'test', address: '192.0.2.7' };
  const person = await actFor(server.app.door(userManagementService), { userId, organizationId }, origin);
  if (!person) throw new Error('The user cannot act.');
  return { ...person, workspaceAccess: canWrite };
};
const readRequests = async (by: TestUser, requests: ScriptInput[]) =>
  server.app.door(apiTestingService).imports.fromRequests(await actor(by), { projectId, title: 'Recorded', requests });

test('requests of another service become an import in their order, and scripts with all their parts', async () => {
  const assertions = [{ kind: 'status' as const, operator: 'equals' as const, expected: 200, enabled: true }];
  const first = draft({ url: 'https://a.test/first', method: 'POST', scriptName: 'First', folder: 'Open', assertions });
  const second = draft({ url: 'https://a.test/second', scriptName: 'Second' });
  const preview = await readRequests(owner, [first, second]);
  const { importId } = preview;
  expect(preview).toEqual({
    importId: expect.any(String),
    format: 'playground',
    title: 'Recorded',
    servers: [],
    requests: [
      { index: 0, name: 'First', method: 'POST', url: first.url, folder: 'Open', assertionCount: 1 },
      { index: 1, name: 'Second', method: 'GET', url: second.url, folder: '', assertionCount: 0 },
    ],
    variables: [],
    environments: [],
    problems: [],
  });
  const made = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  const suiteId = made.suites[0]?.suiteId ?? '';
  expect(made).toEqual({
    suites: [{ suiteId, suiteName: 'Recorded', imported: 2 }],
    environments: [],
    imported: 2,
    problems: [],
  });
  const { content } = await client.call(calls.listScripts, { query: { suiteId } });
  expect(content.map(({ scriptName, method, folder }) => [scriptName, method, folder])).toEqual([
    ['First', 'POST', 'Open'],
    ['Second', 'GET', ''],
  ]);
  const scriptId = content[0]?.scriptId ?? '';
  expect((await client.call(calls.getScript, { query: { scriptId } })).assertions).toMatchObject(assertions);
  expect((await client.call(calls.listImportSources, { query: { suiteId } })).content).toEqual([]);
});

test('only editors of a workspace import requests of other services', async () => {
  const requests = [draft({ url: 'https://a.test/' })];
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  await expect(readRequests(guest, requests)).rejects.toMatchObject({ status: 403 });
  await expect(readRequests(await server.createOrganization(), requests)).rejects.toMatchObject({ status: 404 });
});

/** Imports a Postman collection with these URLs. */
const readUrls = async (...urls: string[]) => {
  const item = urls.map((url, index) => ({ name: `R${index}`, request: { method: 'GET', url } }));
  const body = new FormData();
  body.append('file', new Blob([JSON.stringify({ info: { name: 'Shop' }, item })]), 'shop.json');
  return (await client.call(calls.importPostmanFile, { query: { projectId }, body })).importId;
};
const make = (importId: string) =>
  client.call(calls.makeWorkflow, { body: { projectId, importId, workflowName: 'Flow', links: [] } });

test('requests that cannot be scripts are left out of a workflow and reported; without any other there is none', async () => {
  const invalid = 'http:///nowhere';
  const made = await make(await readUrls('https://a.test/', invalid));
  expect(made).toMatchObject({ scriptCount: 1, problems: [{ place: 'R1: url' }] });
  expect(await failureOf(make(await readUrls(invalid)))).toMatchObject({
    status: 422,
    code: 'API_TESTING_NOTHING_TO_CHAIN',
  });
  const { content } = await client.call(calls.listChainingSuites, { query: { projectId } });
  expect(content.map(({ suiteName }) => suiteName)).toEqual(['Flow']);
});
