import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { environmentRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../api-testing/testing/builders.ts';
import { chain, flowRun, newFlow, start } from '../testing/flow-builders.ts';

let server: TestServer;
let client: Client;
let colleague: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
  colleague = await server.createUser(server.admin, { role: 'ROLE_ADMIN', firstName: 'Bo', lastName: 'Baker' });
}, 120_000);
afterAll(() => server.close());

const newEnvironment = async (projectId: string, environmentName: string) =>
  (await client.call(environmentRoutes.createEnvironment, { body: { projectId, environmentName } })).environmentId;
const newConfiguration = (projectId: string, name: string, given: object = {}) =>
  client.call(flowRoutes.createConfiguration, { body: { projectId, name, ...given } });
const list = async (projectId: string) =>
  (await client.call(flowRoutes.listConfigurations, { query: { projectId } })).content;
const nowhere = '0199a000-0000-7000-8000-000000000000';

test('run configurations are listed by name, in their own workspace, with who changed them last', async () => {
  const [projectId, other] = [await newProject(client), await newProject(client)];
  const environmentId = await newEnvironment(projectId, 'Staging');
  const plain = await newConfiguration(projectId, 'nightly');
  const full = await newConfiguration(projectId, 'Daily', { environmentId, variables: { size: 3 }, parallel: 4 });
  await newConfiguration(other, 'Nightly');
  expect(full).toEqual({
    configurationId: expect.any(String),
    projectId,
    name: 'Daily',
    environmentId,
    variables: { size: 3 },
    parallel: 4,
    updatedAt: expect.any(String),
    updatedByName: 'Ada Admin',
  });
  expect(plain).toMatchObject({ environmentId: null, variables: {}, parallel: null });
  expect(await list(projectId)).toEqual([full, plain]);
  expect((await list(other)).map(({ name }) => name)).toEqual(['Nightly']);

  const changed = await colleague.client.call(flowRoutes.updateConfiguration, {
    params: { configurationId: full.configurationId },
    body: { name: 'Weekly' },
  });
  expect(changed).toMatchObject({ name: 'Weekly', environmentId: null, variables: {}, parallel: null });
  expect([changed.configurationId, changed.updatedByName]).toEqual([full.configurationId, 'Bo Baker']);
  expect(await list(projectId)).toEqual([plain, changed]);
});

test('a name that is taken in the workspace is refused, whatever its case', async () => {
  const projectId = await newProject(client);
  const { configurationId } = await newConfiguration(projectId, 'Nightly');
  await newConfiguration(projectId, 'Daily');
  const taken = { status: 409, code: 'FLOWS_CONFIGURATION_TAKEN', message: expect.stringContaining('"DAILY"') };
  expect(await failureOf(newConfiguration(projectId, 'DAILY'))).toMatchObject(taken);
  const rename = (name: string) =>
    client.call(flowRoutes.updateConfiguration, { params: { configurationId }, body: { name } });
  expect(await failureOf(rename('DAILY'))).toMatchObject(taken);
  expect((await rename('NIGHTLY')).name).toBe('NIGHTLY');
});

test('a configuration uses environments of its own workspace only', async () => {
  const [projectId, other] = [await newProject(client), await newProject(client)];
  const foreign = await newEnvironment(other, 'Foreign');
  const { configurationId } = await newConfiguration(projectId, 'Nightly');
  for (const environmentId of [foreign, nowhere]) {
    expect((await failureOf(newConfiguration(projectId, 'Other', { environmentId }))).status).toBe(404);
    const update = { params: { configurationId }, body: { name: 'Changed', environmentId } };
    expect((await failureOf(client.call(flowRoutes.updateConfiguration, update))).status).toBe(404);
  }
  expect(await list(projectId)).toMatchObject([{ name: 'Nightly', environmentId: null }]);
});

test('a workspace can have 200 configurations, even if several are created at the same time', async () => {
  const projectId = await newProject(client);
  await server.platform.database.pool.query(
    `insert into flows.configuration (id, organization_id, project_id, name, variables, updated_by, updated_by_name)
     select gen_random_uuid(), $1, $2, 'C ' || n, '{}', $3, 'Ada' from generate_series(1, 198) n`,
    [server.admin.organizationId, projectId, server.admin.userId],
  );
  const last = await Promise.allSettled(['A', 'B', 'C', 'D'].map((name) => newConfiguration(projectId, name)));
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await failureOf(newConfiguration(projectId, 'One more'))).toMatchObject({
    status: 422,
    code: 'FLOWS_TOO_MANY_CONFIGURATIONS',
    message: 'A workspace can have 200 run configurations. Delete one you no longer need.',
  });
});

test('viewers read configurations but cannot change them; other organizations cannot read them', async () => {
  const projectId = await newProject(client);
  const { configurationId } = await newConfiguration(projectId, 'Nightly');
  const guest = (await server.createUser(server.admin, { role: 'ROLE_GUEST' })).client;
  const stranger = (await server.createOrganization()).client;
  const listBy = (by: Client) => by.call(flowRoutes.listConfigurations, { query: { projectId } });
  expect((await listBy(guest)).content).toHaveLength(1);
  expect((await failureOf(listBy(stranger))).status).toBe(404);
  const params = { configurationId };
  for (const [by, status] of [
    [guest, 403],
    [stranger, 404],
  ] as const) {
    const calls = [
      by.call(flowRoutes.createConfiguration, { body: { projectId, name: 'New' } }),
      by.call(flowRoutes.updateConfiguration, { params, body: { name: 'Changed' } }),
      by.call(flowRoutes.deleteConfiguration, { params }),
    ];
    expect((await Promise.all(calls.map(failureOf))).map((refusal) => refusal.status)).toEqual(calls.map(() => status));
  }
  expect((await list(projectId)).map(({ name }) => name)).toEqual(['Nightly']);
  await client.call(flowRoutes.deleteConfiguration, { params });
  expect(await list(projectId)).toEqual([]);
  const again = await failureOf(client.call(flowRoutes.deleteConfiguration, { params }));
  expect(again).toMatchObject({ status: 404, code: 'FLOWS_CONFIGURATION_NOT_FOUND' });
});

test('values given at the start of a run take precedence over its configuration', async () => {
  const projectId = await newProject(client);
  const [staging, production] = [
    await newEnvironment(projectId, 'Staging'),
    await newEnvironment(projectId, 'Production'),
  ];
  const given = { environmentId: staging, variables: { region: 'eu', size: 3 }, parallel: 2 };
  const { configurationId } = await newConfiguration(projectId, 'Nightly', given);
  const flowId = await newFlow(client, projectId, {
    nodes: [start, { id: 'stop', kind: 'stop', name: 'Stop' }],
    links: chain('start', 'stop'),
    parallel: 7,
  });
  const configurationOf = async (body: object) => {
    const { runId } = await client.call(flowRoutes.runFlow, { params: { flowId }, body });
    const { configuration, document } = await flowRun(client, runId);
    return { ...configuration, used: document.flow.parallel };
  };
  expect(await configurationOf({ configurationId })).toEqual({
    name: 'Nightly',
    environmentId: staging,
    environmentName: 'Staging',
    variables: { region: 'eu', size: 3 },
    parallel: 2,
    used: 2,
  });
  const own = { environmentId: production, variables: { region: 'us' }, parallel: 9 };
  expect(await configurationOf({ configurationId, ...own })).toEqual({
    name: 'Nightly',
    environmentId: production,
    environmentName: 'Production',
    variables: { region: 'us', size: 3 },
    parallel: 9,
    used: 9,
  });
  expect(await configurationOf({})).toEqual({
    name: null,
    environmentId: null,
    environmentName: null,
    variables: {},
    parallel: null,
    used: 7,
  });
});
