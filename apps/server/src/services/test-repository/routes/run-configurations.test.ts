import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls, usualRunSettings } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newModule } from '../testing/builders.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const listOf = async (projectUUID: string) =>
  (await client.call(calls.listRunConfigurations, { query: { projectUUID } })).runConfigurations;

test('[web-execution-7] run configurations are created, read, updated and deleted, and the audit log records it', async () => {
  const { projectUUID } = await newModule(client);
  const { environmentId: environmentUUID } = await client.call(calls.createEnvironment, {
    body: { projectUUID, environmentName: 'Staging' },
  });
  const plain = await client.call(calls.createRunConfiguration, { body: { projectUUID, name: 'Plain' } });
  expect(plain).toMatchObject({ projectUUID, environmentUUID: null, ...usualRunSettings });
  const settings = {
    targets: [
      { browser: 'chromium' as const, device: 'Pixel 7' },
      { browser: 'firefox' as const, viewport: { width: 1920, height: 1080 } },
    ],
    timeoutMs: 5000,
    retries: 2,
    parallel: 4,
    evidence: 'always' as const,
    infrastructure: null,
    recording: 'failed' as const,
  };
  const body = { projectUUID, name: 'Nightly', environmentUUID, ...settings };
  const nightly = await client.call(calls.createRunConfiguration, { body });
  expect(nightly).toMatchObject(body);
  expect((await listOf(projectUUID)).map(({ name }) => name)).toEqual(['Nightly', 'Plain']);
  const { uuid } = nightly;
  const change = { uuid, name: 'Weekly', environmentUUID: null, ...settings, parallel: 8 };
  const weekly = await client.call(calls.updateRunConfiguration, { body: change });
  expect(weekly).toMatchObject(change);
  expect((await listOf(projectUUID)).find((one) => one.uuid === uuid)).toEqual(weekly);
  await client.call(calls.deleteRunConfiguration, { query: { uuid } });
  expect(await listOf(projectUUID)).toEqual([plain]);
  expect(await failureOf(client.call(calls.deleteRunConfiguration, { query: { uuid } }))).toMatchObject({
    status: 404,
    code: 'TEST_REPOSITORY_RUN_CONFIGURATION_NOT_FOUND',
  });
  const { rows } = await server.platform.database.pool.query(
    "select action, detail from platform.audit where target = $1 and action like 'run-configuration.%' order by at",
    [uuid],
  );
  expect(rows).toEqual([
    { action: 'run-configuration.created', detail: { name: 'Nightly' } },
    { action: 'run-configuration.changed', detail: { name: 'Weekly' } },
    { action: 'run-configuration.deleted', detail: { name: 'Weekly' } },
  ]);
});

test('a configuration from before recording could be chosen records nothing', async () => {
  const { projectUUID } = await newModule(client);
  const { uuid } = await client.call(calls.createRunConfiguration, {
    body: { projectUUID, name: 'Old', recording: 'always' },
  });
  await server.platform.database.pool.query(
    "update test_repository.run_configuration set settings = settings - 'recording' where id = $1",
    [uuid],
  );
  expect(await listOf(projectUUID)).toMatchObject([{ uuid, recording: 'none' }]);
});

test('a name is unique in a project, and what a configuration references must exist', async () => {
  const { projectUUID } = await newModule(client);
  const create = (given: object) =>
    client.call(calls.createRunConfiguration, { body: { projectUUID, name: 'Nightly', ...given } });
  await create({});
  expect(await failureOf(create({ name: 'nightly' }))).toMatchObject({
    status: 409,
    code: 'TEST_REPOSITORY_RUN_CONFIGURATION_NAME_TAKEN',
  });
  const other = await newModule(client);
  await client.call(calls.createRunConfiguration, { body: { projectUUID: other.projectUUID, name: 'Nightly' } });
  const { environmentId: environmentUUID } = await client.call(calls.createEnvironment, {
    body: { projectUUID: other.projectUUID, environmentName: 'Elsewhere' },
  });
  expect(await failureOf(create({ name: 'A', environmentUUID }))).toMatchObject({ status: 404 });
  const targets = [{ browser: 'chromium' as const, device: 'Brick 1' }];
  expect(await failureOf(create({ name: 'A', targets }))).toMatchObject({ code: 'WEB_TESTING_UNKNOWN_DEVICE' });
  const messageOf = async (given: object) => (await failureOf(create({ name: 'A', ...given }))).details[0]?.message;
  expect(await messageOf({ name: ' ' })).toBe('Please enter a name');
  expect(await messageOf({ parallel: 9 })).toBe('At most 8 scripts run at the same time');
  expect(await messageOf({ targets: [] })).toBe('Choose at least one target');
});
