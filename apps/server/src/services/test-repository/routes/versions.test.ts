import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, race, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note } from '../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const create = (scriptUUID: string, versionName: string) =>
  client.call(calls.createVersion, { query: { scriptUUID }, body: { versionName } });
const list = (scriptUUID: string, page: object = {}) =>
  client.call(calls.listVersions, { query: { scriptUUID, ...page } });
const restore = (who: Client, scriptVersionUUID: string) =>
  who.call(calls.restoreVersion, { body: { scriptVersionUUID } });

test('[web-repository-4] a restore point is saved, listed, restored after saving the current steps, and deleted', async () => {
  const { moduleUUID } = await newModule(client);
  const { uuid: scriptUUID } = await newScript(client, moduleUUID, { steps: [note('old')] });
  const version = await create(scriptUUID, 'Release 1.0!');
  expect(version).toMatchObject({ versionName: 'Release 1.0!', stepCount: 1, scriptUUID });
  const { revision } = await client.call(calls.getSteps, { query: { scriptUUID } });
  const steps = [note('new'), note('newer')];
  await client.call(calls.saveSteps, { body: { scriptUUID, revision, steps } });
  const read = await client.call(calls.getVersion, { params: { id: version.uuid } });
  expect(read.steps.map(({ id }) => id)).toEqual(['old']);
  const restored = await restore(client, version.uuid);
  expect(restored.steps.map(({ id }) => id)).toEqual(['old']);
  expect(restored.revision).toBe(revision + 2);
  const { content, totalElements } = await list(scriptUUID);
  expect(totalElements).toBe(2);
  expect(content.map(({ versionName, stepCount }) => [versionName, stepCount])).toEqual([
    ['Before restoring “Release 1.0!”', 2],
    ['Release 1.0!', 1],
  ]);
  expect((await list(scriptUUID, { page: 1, size: 1 })).content).toMatchObject([{ uuid: version.uuid }]);
  await client.call(calls.deleteVersion, { query: { scriptVersionUUID: version.uuid } });
  expect((await list(scriptUUID)).totalElements).toBe(1);
  expect(await failureOf(restore(client, version.uuid))).toMatchObject({ status: 404 });
});

test('a script has at most a hundred restore points, and others cannot restore a locked one', async () => {
  const { moduleUUID } = await newModule(client);
  const { uuid: scriptUUID } = await newScript(client, moduleUUID, { steps: [note('a')] });
  const { uuid } = await create(scriptUUID, 'First');
  await server.platform.database.pool.query(
    `insert into test_repository.script_version
     select (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid()))).*
     from test_repository.script_version v, generate_series(2, 99) where v.id = $1`,
    [uuid],
  );
  const last = ['Last', 'One more'].map((name) => () => create(scriptUUID, name));
  expect(await race(server, 'test_repository.script_version', last)).toEqual([
    expect.objectContaining({ status: 409, message: 'A script has at most 100 restore points. Delete some.' }),
  ]);
  expect((await list(scriptUUID)).totalElements).toBe(100);
  await client.call(calls.updateScript, { query: { moduleUUID }, body: { uuid: scriptUUID, isLocked: true } });
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  expect(await failureOf(restore(colleague.client, uuid))).toMatchObject({ code: 'TEST_REPOSITORY_SCRIPT_LOCKED' });
});
