import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../api-testing/testing/builders.ts';
import { newModule, newScript } from '../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
}, 120_000);
afterAll(() => server.close());

test('[web-repository-1] projects are listed with counts, found, renamed and deleted with all their content', async () => {
  const { client } = await server.createOrganization({ plan: 'ENTERPRISE' });
  const create = (projectName: string) => client.call(calls.createProject, { body: { projectName } });
  const { uuid, projectId } = await create('Shop');
  expect(uuid).toBe(projectId);
  expect(await failureOf(create('shop'))).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_PROJECT_NAME_TAKEN' });
  expect((await failureOf(create('1 Shop'))).details).toMatchObject([
    { path: 'projectName', message: 'Invalid character' },
  ]);
  await create('Another');
  const { uuid: moduleUUID } = await client.call(calls.createModule, {
    query: { projectId: uuid },
    body: { moduleName: 'Checkout' },
  });
  await newScript(client, moduleUUID);
  const found = await client.call(calls.listProjects, { query: { searchTerm: 'SHO' } });
  expect(found).toMatchObject({ totalElements: 1, content: [{ uuid, moduleCount: 1, scriptCount: 1, role: 'OWNER' }] });
  const all = await client.call(calls.listTeamProjects, { query: {} });
  expect(all.map(({ projectName }) => projectName)).toEqual(['Another', 'Shop']);
  const renamed = await client.call(calls.updateProject, { body: { projectUUID: uuid, projectName: 'Store' } });
  expect(renamed).toMatchObject({ projectName: 'Store', moduleCount: 1 });
  const remove = (projectName: string) =>
    client.call(calls.deleteProject, { params: { id: uuid }, query: { projectName } });
  expect(await failureOf(remove('Shop'))).toMatchObject({ code: 'TEST_REPOSITORY_PROJECT_NAME_MISMATCH' });
  await remove('Store');
  expect(await failureOf(client.call(calls.getModule, { params: { id: moduleUUID } }))).toMatchObject({ status: 404 });
});

test('a restorably deleted project cannot be opened, is listed for its owner, and is restored with all its content', async () => {
  const { client } = await server.createOrganization({ plan: 'ENTERPRISE' });
  const { projectUUID: projectId, moduleUUID } = await newModule(client);
  await newScript(client, moduleUUID);
  const query = { restorable: 'true' as const };
  await client.call(calls.deleteProject, { params: { id: projectId }, query });
  expect(await failureOf(client.call(calls.getProject, { params: { id: projectId } }))).toMatchObject({ status: 404 });
  const listed = async (service: string) =>
    (await client.call(deletedRoutes.listDeletedProjects, { query: { service } })).projects.map((one) => one.projectId);
  expect(await listed('web-testing')).toEqual([projectId]);
  expect(await listed('api-testing')).toEqual([]);
  await client.call(deletedRoutes.restoreDeletedProject, { body: { projectId } });
  const restored = await client.call(calls.getProject, { params: { id: projectId } });
  expect(restored).toMatchObject({ moduleCount: 1, scriptCount: 1 });
  await client.call(calls.deleteProject, { params: { id: projectId }, query });
  await client.call(deletedRoutes.deleteProjectForGood, { query: { projectId } });
  expect(await listed('web-testing')).toEqual([]);
});

test('[web-repository-1] recently worked projects and modules come first with the newest', async () => {
  const { client } = await server.createOrganization({ plan: 'ENTERPRISE' });
  const [first, second] = [await newModule(client), await newModule(client)];
  for (const { projectUUID } of [first, second, first])
    await client.call(calls.getProject, { params: { id: projectUUID } });
  const projects = await client.call(calls.listRecentProjects, { query: {} });
  expect(projects.map(({ uuid }) => uuid)).toEqual([first.projectUUID, second.projectUUID]);
  const { uuid: other } = await client.call(calls.createModule, {
    query: { projectId: first.projectUUID },
    body: { moduleName: 'Other' },
  });
  for (const id of [first.moduleUUID, other]) await client.call(calls.getModule, { params: { id } });
  const modules = await client.call(calls.listRecentModules, { query: { projectUUID: first.projectUUID } });
  expect(modules.map(({ moduleName }) => moduleName)).toEqual(['Other', 'Checkout']);
});

test('[web-repository-1] modules are listed in pages by name, found, renamed and deleted with their scripts', async () => {
  const { client } = owner;
  const { projectUUID, moduleUUID } = await newModule(client);
  const query = { projectId: projectUUID };
  const create = (moduleName: string) => client.call(calls.createModule, { query, body: { moduleName } });
  await create('Accounts');
  expect(await failureOf(create('ACCOUNTS'))).toMatchObject({
    status: 409,
    message: 'A module named “ACCOUNTS” exists in this project already. Choose another name.',
  });
  const page = await client.call(calls.listModules, { query: { ...query, page: 1, size: 1 } });
  expect(page).toMatchObject({ totalElements: 2, content: [{ moduleName: 'Checkout' }] });
  const found = await client.call(calls.listModules, { query: { ...query, searchTerm: 'acc' } });
  expect(found.content.map(({ moduleName }) => moduleName)).toEqual(['Accounts']);
  const renamed = await client.call(calls.updateModule, {
    query: { projectUUID },
    body: { uuid: moduleUUID, moduleName: 'Basket', description: 'All about it' },
  });
  expect(renamed).toMatchObject({ moduleName: 'Basket', description: 'All about it' });
  const other = await newModule(client);
  const foreign = client.call(calls.updateModule, {
    query: { projectUUID: other.projectUUID },
    body: { uuid: moduleUUID, moduleName: 'Mine' },
  });
  expect(await failureOf(foreign)).toMatchObject({ code: 'TEST_REPOSITORY_MODULE_NOT_FOUND' });
  const { uuid: scriptUUID } = await newScript(client, moduleUUID);
  await client.call(calls.deleteModule, { params: { id: moduleUUID } });
  expect(await failureOf(client.call(calls.getSteps, { query: { scriptUUID } }))).toMatchObject({ status: 404 });
});

test('everyone who can open a project is a member of it, with the role where there is one', async () => {
  const { client } = owner;
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  const { projectUUID } = await newModule(client);
  const { members } = await client.call(calls.listProjectMembers, { query: { projectUUID } });
  const roles = new Map(members.map(({ userId, role }) => [userId, role]));
  expect(roles.get(owner.userId)).toBe('OWNER');
  expect(roles.get(colleague.userId)).toBeNull();
});

test('web testing does not list projects of other services and organizations', async () => {
  const projectId = await newProject(owner.client);
  const list = (client: TestUser['client'], id: string) =>
    failureOf(client.call(calls.listModules, { query: { projectId: id } }));
  expect(await list(owner.client, projectId)).toMatchObject({ status: 404, code: 'TEST_REPOSITORY_PROJECT_NOT_FOUND' });
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const { projectUUID, moduleUUID } = await newModule(owner.client);
  expect(await list(stranger.client, projectUUID)).toMatchObject({ status: 404 });
  const created = stranger.client.call(calls.createScript, { query: { moduleUUID }, body: { testScriptName: 'Mine' } });
  expect(await failureOf(created)).toMatchObject({ status: 404, code: 'TEST_REPOSITORY_MODULE_NOT_FOUND' });
});
