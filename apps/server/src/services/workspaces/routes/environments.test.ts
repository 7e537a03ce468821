import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';

const calls = apiTestingRoutes;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

const text = (name: string, value: string) => ({ name, value, isSecret: false });

test('creates, reads, renames, clones and deletes environments and their variables [environments-variables-1]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'staging', variables: [text('a', '1')] },
  });
  const added = await client.call(workspaceRoutes.createVariables, {
    body: { environmentId, variables: [{ name: 'key', value: 'hidden', isSecret: true }] },
  });
  expect(added.variables).toMatchObject([{ name: 'key', value: '', isSecret: true }]);
  const changed = await client.call(workspaceRoutes.updateVariable, {
    body: { variableId: added.variables[0]?.variableId ?? '', name: 'key2' },
  });
  expect(changed).toMatchObject({ name: 'key2', isSecret: true, value: '' });
  await client.call(workspaceRoutes.renameEnvironment, { body: { environmentId, environmentName: 'stage' } });
  const copy = await client.call(workspaceRoutes.cloneEnvironment, { query: { environmentId } });
  expect(copy).toMatchObject({ environmentName: 'stage copy', variableCount: 2 });
  const { variables } = await client.call(workspaceRoutes.listEnvironmentVariables, {
    query: { environmentId: copy.environmentId },
  });
  const secretId = variables.find((variable) => variable.isSecret)?.variableId ?? '';
  expect(
    await failureOf(client.call(workspaceRoutes.updateVariable, { body: { variableId: secretId, isSecret: false } })),
  ).toMatchObject({ status: 409, code: 'API_TESTING_SECRET_NEEDS_VALUE' });
  expect(
    await client.call(workspaceRoutes.updateVariable, {
      body: { variableId: secretId, isSecret: false, value: 'shown' },
    }),
  ).toMatchObject({ value: 'shown' });
  await client.call(workspaceRoutes.deleteVariables, { query: { projectId, variableIds: [changed.variableId] } });
  expect(
    (await client.call(workspaceRoutes.listEnvironmentVariables, { query: { environmentId } })).variables.map(
      (v) => v.name,
    ),
  ).toEqual(['a']);
  await client.call(workspaceRoutes.deleteEnvironment, { query: { environmentId } });
  expect(
    (await client.call(workspaceRoutes.listEnvironments, { query: { projectId } })).environments.map(
      (e) => e.environmentName,
    ),
  ).toEqual(['stage copy']);
});

test('keeps secret values sealed in the database', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'e', variables: [{ name: 'k', value: 'plain-secret', isSecret: true }] },
  });
  const rows = await server.platform.database.pool.query(
    'select value from workspaces.variable where project_id = $1',
    [projectId],
  );
  expect(rows.rows[0].value).toMatch(/^v1:/);
});

test('rejects globals on the FREE plan and in a free workspace, with their texts [environments-variables-2]', async () => {
  const free = await server.createOrganization({ plan: 'FREE' });
  const projectId = await newProject(free.client);
  const body = { projectId, variables: [text('a', '1')] };
  expect(await failureOf(free.client.call(workspaceRoutes.createGlobals, { body }))).toMatchObject({
    status: 403,
    message: 'Global variables are not allowed in Free Plan',
  });
  const { client } = server.admin;
  const own = await newProject(client);
  await client.call(workspaceRoutes.createGlobals, { body: { ...body, projectId: own } });
  await server.platform.database.pool.query(`update workspaces.project set workspace_plan = 'FREE' where id = $1`, [
    own,
  ]);
  expect(
    await failureOf(client.call(workspaceRoutes.createGlobals, { body: { ...body, projectId: own } })),
  ).toMatchObject({
    message: 'Global variables are not allowed in Workspace Free Plan',
  });
});

test.each([
  ['an empty name', { name: '', value: '1' }, 'variables.0.name', 'Please enter variable name.'],
  ['a name with a space', { name: 'a b', value: '1' }, 'variables.0.name', 'Please give valid variable name.'],
  ['a value that is no text', { name: 'a', value: 7 }, 'variables.0.value', 'Please give valid variable values.'],
])('rejects %s [environments-variables-3]', async (_name, variable, path, message) => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'e' },
  });
  const error = await failureOf(
    client.call(workspaceRoutes.createVariables, { body: { environmentId, variables: [variable as never] } }),
  );
  expect(error.details).toContainEqual({ path, message });
});

test('rejects a duplicate name in one environment, allows it in another', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const make = (environmentName: string) =>
    client.call(workspaceRoutes.createEnvironment, {
      body: { projectId, environmentName, variables: [text('same', '1')] },
    });
  const { environmentId } = await make('one');
  await make('two');
  expect(
    await failureOf(
      client.call(workspaceRoutes.createVariables, { body: { environmentId, variables: [text('same', '2')] } }),
    ),
  ).toMatchObject({ status: 409, code: 'API_TESTING_VARIABLE_NAME_TAKEN' });
});

test('finds the variables that are used and reports which have a value [environments-variables-4]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'e', variables: [text('base', 'http://a.test')] },
  });
  await newScript(client, suiteId, {
    url: '{{base}}/{{missing}}',
    dataHandlers: [{ name: 'made', source: 'jsonPath', path: '$.a', enabled: true }],
  });
  await newScript(client, suiteId, { url: '{{base}}/{{made}}' });
  const found = await client.call(calls.detectVariables, { body: { projectId, environmentId, suiteId } });
  expect(found.variables).toEqual([
    { name: 'base', defined: true },
    { name: 'made', defined: true },
    { name: 'missing', defined: false },
  ]);
});
