import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newProject, newScript, newSuite } from '../testing/builders.ts';

const calls = apiTestingRoutes;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

const namesFor = async ({ client }: Pick<TestUser, 'client'>, text: string, projectId?: string) =>
  (await client.call(calls.findThings, { query: { text, ...(projectId ? { projectId } : {}) } })).content.map(
    ({ kind, name, projectName, suiteName }) => [kind, name, projectName, suiteName].filter(Boolean).join(' · '),
  );

test('suites, scripts and environments of all workspaces are found by name, the best first, with one typo a word', async () => {
  const owner = await server.createOrganization();
  const { client } = owner;
  const shop = await newProject(client, 'Shop');
  const store = await newProject(client, 'Store');
  const suiteId = await newSuite(client, shop, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List reorders', url: 'https://shop.test/orders' });
  await newScript(client, suiteId, { scriptName: 'Get customer', url: 'https://shop.test/customers/1' });
  await newSuite(client, store, 'Orders of 100%');
  await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId: store, environmentName: 'Order desk', variables: [] },
  });

  expect(await namesFor(owner, 'orders')).toEqual([
    'suite · Orders · Shop',
    'suite · Orders of 100% · Store',
    'script · List reorders · Shop · Orders',
    'environment · Order desk · Store',
  ]);
  expect(await namesFor(owner, 'cusotmer get')).toEqual(['script · Get customer · Shop · Orders']);
  expect(await namesFor(owner, '100%', store)).toEqual(['suite · Orders of 100% · Store']);
  expect(await namesFor(owner, '%')).toEqual([]);
  expect(await namesFor(owner, '_rder')).toEqual(await namesFor(owner, 'rder'));
  const two = await client.call(calls.findThings, { query: { text: 'orders', size: 2 } });
  expect(two.content).toHaveLength(2);
});

test('users find nothing in a workspace they cannot open', async () => {
  const owner = await server.createOrganization();
  const projectId = await newProject(owner.client, 'Vault');
  await newSuite(owner.client, projectId, 'Hidden treasure');
  const stranger = await server.createOrganization();
  expect(await namesFor(owner, 'treasure')).toEqual(['suite · Hidden treasure · Vault']);
  expect(await namesFor(stranger, 'treasure')).toEqual([]);
});
