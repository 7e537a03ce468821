import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite, runToEnd } from '../../api-testing/testing/builders.ts';
import { newAsset, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const newEnvironment = async (variables: { name: string; value: string; isSecret: boolean }[] = []) => {
  const projectId = await newProject(client);
  const body = { projectId, environmentName: 'Staging', variables };
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, { body });
  return { projectId, environmentId };
};
const listOf = async (environmentId: string) =>
  (await client.call(workspaceRoutes.listEnvironmentVariables, { query: { environmentId } })).variables;
const variablesOf = async (environmentId: string) =>
  (await listOf(environmentId)).map(({ name, value, description }) => [name, value, description]);
const linksOf = async (id: string, by = client) =>
  (await by.call(calls.listEnvironmentLinks, { params: { id } })).links;
const link = (id: string, body: { environmentId: string; variableName?: string; key?: string }) =>
  client.call(calls.linkEnvironment, { params: { id }, body });
const real = { name: 'baseUrl', value: 'https://real.example', isSecret: false };

test('a run with a linked environment is answered by the mock, and by the real service once the link is removed', async () => {
  const place = await newMock(client);
  const id = place.projectId;
  await newAsset(client, place, { request: { urlPath: '/orders' }, response: { body: 'mocked' } });
  const { projectId, environmentId } = await newEnvironment([real]);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { url: '{{baseUrl}}/orders' });
  const made = await link(id, { environmentId });
  expect(made).toMatchObject({ environmentName: 'Staging', variableName: 'baseUrl', isCurrent: true });
  const { projectName } = await client.call(calls.getVirtualizationProject, { params: { id } });
  expect(await variablesOf(environmentId)).toEqual([['baseUrl', place.address, `Address of the mock ${projectName}`]]);
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId], environmentId });
  const run = await client.call(apiTestingRoutes.getExecution, { query: { runId } });
  expect(run).toMatchObject({ total: 1, passed: 1 });
  const { content } = await client.call(calls.listJournal, { params: { id }, query: { runId } });
  expect(content.map(({ url }) => url)).toEqual(['/orders']);

  await client.call(calls.unlinkEnvironment, { params: { id: made.linkId } });
  expect(await variablesOf(environmentId)).toEqual([['baseUrl', 'https://real.example', '']]);
  expect(await linksOf(id)).toEqual([]);
});

test('a variable created by the link is removed with it, and one changed in the meantime stays', async () => {
  const { projectId: id } = await newMock(client);
  const { environmentId } = await newEnvironment();
  const first = await link(id, { environmentId, variableName: 'shopUrl', key: 'mock_abc' });
  expect((await variablesOf(environmentId)).map(([name, value]) => [name, value])).toEqual([
    ['mockKey', ''],
    ['shopUrl', expect.stringContaining('/mock/')],
  ]);
  await client.call(calls.unlinkEnvironment, { params: { id: first.linkId } });
  expect((await variablesOf(environmentId)).map(([name]) => name)).toEqual(['mockKey']);
  const second = await link(id, { environmentId, variableName: 'shopUrl' });
  const { variableId = '' } = (await listOf(environmentId)).find(({ name }) => name === 'shopUrl') ?? {};
  await client.call(workspaceRoutes.updateVariable, { body: { variableId, value: 'https://mine.example' } as never });
  expect(await linksOf(id)).toMatchObject([{ isCurrent: false }]);
  await client.call(calls.unlinkEnvironment, { params: { id: second.linkId } });
  expect((await variablesOf(environmentId)).at(-1)?.slice(0, 2)).toEqual(['shopUrl', 'https://mine.example']);
});

test("linked variables follow the mock's address; a later link to another mock takes over", async () => {
  const [a, b] = [await newMock(client), await newMock(client)];
  const { environmentId } = await newEnvironment([real]);
  const made = await link(a.projectId, { environmentId });
  await client.call(calls.updateMock, { params: { id: a.projectId }, body: { pathKey: 'moved-away' } });
  expect((await variablesOf(environmentId))[0]?.[1]).toMatch(/\/mock\/moved-away$/);
  expect(await linksOf(a.projectId)).toMatchObject([{ isCurrent: true }]);
  expect((await link(b.projectId, { environmentId })).linkId).toBe(made.linkId);
  expect(await linksOf(a.projectId)).toEqual([]);
  await client.call(calls.unlinkEnvironment, { params: { id: made.linkId } });
  expect((await variablesOf(environmentId))[0]?.[1]).toBe('https://real.example');
});

test("a secret is not overwritten, and what the caller can't open is refused or hidden", async () => {
  const { projectId: id } = await newMock(client);
  const { projectId, environmentId } = await newEnvironment([{ name: 'baseUrl', value: 's', isSecret: true }]);
  expect(await failureOf(link(id, { environmentId }))).toMatchObject({
    status: 409,
    message: 'The variable baseUrl is a secret. Choose another name for the address of the mock.',
  });
  const made = await link(id, { environmentId, variableName: 'url' });
  await client.call(workspaceRoutes.updateProject, { body: { projectId, workspaceType: 'PRIVATE' } as never });
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  expect(await linksOf(id, colleague.client)).toEqual([]);
  const unlink = colleague.client.call(calls.unlinkEnvironment, { params: { id: made.linkId } });
  expect((await failureOf(unlink)).status).toBeGreaterThanOrEqual(403);
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const foreign = stranger.client.call(calls.linkEnvironment, { params: { id }, body: { environmentId } });
  expect((await failureOf(foreign)).status).toBe(404);
  const trashId = newId();
  await client.call(workspaceRoutes.deleteEnvironment, { query: { environmentId, trashId } });
  expect(await linksOf(id)).toEqual([]);
  await client.call(deletedRoutes.restoreDeletedVariables, { body: { projectId, trashId } });
  expect(await linksOf(id)).toMatchObject([{ linkId: made.linkId, isCurrent: true }]);
});
