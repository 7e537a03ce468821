import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newModule } from '../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const listOf = async (projectUUID: string) =>
  (await client.call(calls.listKnownTargets, { query: { projectUUID } })).knownTargets;
const button = (name: string) => ({
  name,
  locators: [
    { by: 'role' as const, value: 'button', name },
    { by: 'css' as const, value: '#buy' },
  ],
  frame: [{ by: 'css' as const, value: '#shop' }],
  fingerprint: { tag: 'button' },
});

test('known targets are stored completely, listed by name, changed and deleted', async () => {
  const { projectUUID } = await newModule(client);
  const pageUrl = 'https://shop.example/';
  const search = await client.call(calls.createKnownTarget, { body: { projectUUID, target: button('Search') } });
  const buy = await client.call(calls.createKnownTarget, { body: { projectUUID, target: button('buy'), pageUrl } });
  expect(buy).toMatchObject({ projectUUID, target: button('buy'), pageUrl });
  expect(search.pageUrl).toBe('');
  expect((await listOf(projectUUID)).map(({ target }) => target.name)).toEqual(['buy', 'Search']);
  const { uuid } = buy;
  const change = { uuid, target: { ...button('Buy now'), frame: [] }, pageUrl: '' };
  expect(await client.call(calls.updateKnownTarget, { body: change })).toMatchObject(change);
  await client.call(calls.deleteKnownTarget, { query: { uuid } });
  expect(await listOf(projectUUID)).toEqual([search]);
  expect((await failureOf(client.call(calls.deleteKnownTarget, { query: { uuid } }))).code).toBe(
    'TEST_REPOSITORY_KNOWN_TARGET_NOT_FOUND',
  );
});

test('a name is unique in a project, whatever its case, and a target needs a name and a locator', async () => {
  const { projectUUID } = await newModule(client);
  const save = (target: ReturnType<typeof button>) =>
    client.call(calls.createKnownTarget, { body: { projectUUID, target } });
  await save(button('Buy'));
  expect((await failureOf(save(button('BUY')))).message).toBe(
    'A known target named “BUY” exists in this project already. Choose another name.',
  );
  expect((await failureOf(save(button('  ')))).status).toBe(400);
  expect((await failureOf(save({ ...button('None'), locators: [] }))).status).toBe(400);
});

test('viewers of a project change no known target, and deleting the project deletes them', async () => {
  const { projectUUID } = await newModule(client);
  const { uuid } = await client.call(calls.createKnownTarget, { body: { projectUUID, target: button('Buy') } });
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const other = stranger.client;
  expect((await failureOf(other.call(calls.listKnownTargets, { query: { projectUUID } }))).status).toBe(404);
  expect((await failureOf(other.call(calls.deleteKnownTarget, { query: { uuid } }))).status).toBe(404);
  await client.call(calls.deleteProject, { params: { id: projectUUID }, query: {} });
  const { rows } = await server.platform.database.pool.query(
    'select count(*)::int as n from test_repository.known_target where project_id = $1',
    [projectUUID],
  );
  expect(rows).toEqual([{ n: 0 }]);
});
