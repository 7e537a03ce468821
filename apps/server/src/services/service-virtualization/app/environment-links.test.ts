import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newProject } from '../../api-testing/testing/builders.ts';
import { newMock } from '../testing/mock-builders.ts';
import { auditOf, newViewer, refusalOf } from '../testing/seen-by.ts';

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

const newEnvironment = async (...variables: { name: string; value: string; isSecret: boolean }[]) => {
  const projectId = await newProject(client);
  const body = { projectId, environmentName: 'Staging', variables };
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, { body });
  return { projectId, environmentId };
};
const variablesOf = async (environmentId: string) =>
  (await client.call(workspaceRoutes.listEnvironmentVariables, { query: { environmentId } })).variables;
const shown = async (environmentId: string) =>
  (await variablesOf(environmentId)).map(({ name, value, isSecret, enabled, description }) => [
    name,
    value,
    isSecret,
    enabled,
    description,
  ]);
const change = (variableId: string, values: object) =>
  client.call(workspaceRoutes.updateVariable, { body: { variableId, ...values } as never });
const link = (id: string, body: { environmentId: string } & Record<string, unknown>, by = client) =>
  by.call(calls.linkEnvironment, { params: { id }, body });
const unlink = (id: string, by = client) => by.call(calls.unlinkEnvironment, { params: { id } });
const linksOf = async (id: string, by = client) =>
  (await by.call(calls.listEnvironmentLinks, { params: { id } })).links;
const nameOf = async (id: string) =>
  (await client.call(calls.getVirtualizationProject, { params: { id } })).projectName;
const noLink = [404, 'LINK_NOT_FOUND', 'No such link, or you have no access to it.'];

test('a link is returned with all fields, sets the variable to the address of the mock and is audited', async () => {
  const { projectId: id, address } = await newMock(client);
  const { projectId, environmentId } = await newEnvironment();
  const project = await client.call(workspaceRoutes.getProject, { query: { projectId } });
  const name = await nameOf(id);
  const made = await link(id, { environmentId, variableName: 'shopUrl', key: 'mock_key' });
  const one = {
    linkId: expect.any(String),
    workspaceId: projectId,
    workspaceName: project.projectName,
    environmentId,
    environmentName: 'Staging',
    variableName: 'shopUrl',
    addressKind: 'path',
    isCurrent: true,
  };
  expect(made).toEqual(one);
  const second = await link(id, { environmentId });
  expect(await linksOf(id)).toEqual([made, { ...one, linkId: second.linkId, variableName: 'baseUrl' }]);
  expect(await shown(environmentId)).toEqual([
    ['baseUrl', address, false, true, `Address of the mock ${name}`],
    ['mockKey', '', true, true, `Key of the mock ${name}. Send it as X-Mock-Key.`],
    ['shopUrl', address, false, true, `Address of the mock ${name}`],
  ]);
  const entry = { action: 'mock.linked', detail: { environmentId }, userId: owner.userId };
  expect(await auditOf(server, id)).toEqual([entry, entry]);
  const none = [400, 'NO_SUCH_ADDRESS', 'This mock has no address of this kind.'];
  for (const addressKind of ['port', 'tls', 'host'])
    expect(await refusalOf(link(id, { environmentId, addressKind }))).toEqual(none);
  expect(await unlink(made.linkId)).toEqual({ message: 'Link ended' });
  expect(await refusalOf(unlink(made.linkId))).toEqual(noLink);
  expect(await refusalOf(unlink(newId()))).toEqual(noLink);
  expect((await shown(environmentId)).map(([of]) => of)).toEqual(['baseUrl', 'mockKey']);
  expect(await linksOf(id)).toHaveLength(1);
});

describe('an existing variable', () => {
  const real = { name: 'baseUrl', value: 'https://real.example', isSecret: false };

  test('is restored as it was, disabled and with its description, even after several links', async () => {
    const [a, b] = [await newMock(client), await newMock(client)];
    const { environmentId } = await newEnvironment(real);
    const [before] = await variablesOf(environmentId);
    await change(before?.variableId ?? '', { description: 'Mine', enabled: false });
    const first = await link(a.projectId, { environmentId });
    expect(await shown(environmentId)).toEqual([
      ['baseUrl', a.address, false, true, `Address of the mock ${await nameOf(a.projectId)}`],
    ]);
    const second = await link(b.projectId, { environmentId });
    expect([second.linkId, (await shown(environmentId))[0]?.[1]]).toEqual([first.linkId, b.address]);
    expect(await linksOf(a.projectId)).toEqual([]);
    await unlink(second.linkId);
    expect(await shown(environmentId)).toEqual([['baseUrl', real.value, false, false, 'Mine']]);
  });

  test('stays as it is if it was changed or recreated after linking', async () => {
    const { projectId: id, address } = await newMock(client);
    const { projectId, environmentId } = await newEnvironment(real);
    const made = await link(id, { environmentId });
    const [before] = await variablesOf(environmentId);
    await change(before?.variableId ?? '', { value: 'https://changed.example' });
    expect(await linksOf(id)).toMatchObject([{ isCurrent: false }]);
    await unlink(made.linkId);
    expect((await shown(environmentId))[0]?.[1]).toBe('https://changed.example');
    const again = await link(id, { environmentId });
    await client.call(workspaceRoutes.deleteVariables, {
      query: { projectId, variableIds: [before?.variableId ?? ''], trashId: newId() },
    } as never);
    expect(await linksOf(id)).toMatchObject([{ isCurrent: false }]);
    const body = { environmentId, variables: [{ name: 'baseUrl', value: address, isSecret: false }] };
    await client.call(workspaceRoutes.createVariables, { body } as never);
    expect(await linksOf(id)).toMatchObject([{ isCurrent: true }]);
    await unlink(again.linkId);
    expect((await shown(environmentId))[0]?.[1]).toBe(address);
  });

  test('makes its link outdated while it is disabled', async () => {
    const { projectId: id } = await newMock(client);
    const { environmentId } = await newEnvironment(real);
    await link(id, { environmentId });
    const [variable] = await variablesOf(environmentId);
    await change(variable?.variableId ?? '', { enabled: false });
    expect(await linksOf(id)).toMatchObject([{ isCurrent: false }]);
  });

  test('is not replaced if it is a secret', async () => {
    const { projectId: id } = await newMock(client);
    const { environmentId } = await newEnvironment({ name: 'baseUrl', value: 's', isSecret: true });
    expect(await refusalOf(link(id, { environmentId }))).toEqual([
      409,
      'SECRET_VARIABLE',
      'The variable baseUrl is a secret. Choose another name for the address of the mock.',
    ]);
    expect(await linksOf(id)).toEqual([]);
    expect(await auditOf(server, id)).toEqual([]);
  });
});

test('a key replaces the existing variable', async () => {
  const { projectId: id } = await newMock(client);
  const { environmentId } = await newEnvironment({ name: 'mockKey', value: 'plain', isSecret: false });
  const [before] = await variablesOf(environmentId);
  await change(before?.variableId ?? '', { enabled: false });
  await link(id, { environmentId, key: 'mock_new' });
  const variables = await variablesOf(environmentId);
  expect(variables.map(({ name, isSecret, enabled }) => [name, isSecret, enabled])).toEqual([
    ['baseUrl', false, true],
    ['mockKey', true, true],
  ]);
  expect(variables[1]?.variableId).toBe(before?.variableId);
});

test('variables follow the address of their mock if they still hold it and the caller may change them', async () => {
  const { projectId: id, address } = await newMock(client);
  const [followed, changed, hidden] = [await newEnvironment(), await newEnvironment(), await newEnvironment()];
  for (const { environmentId } of [changed, hidden, followed]) await link(id, { environmentId });
  const [mine] = await variablesOf(changed.environmentId);
  await change(mine?.variableId ?? '', { value: 'https://mine.example' });
  await client.call(workspaceRoutes.updateProject, {
    body: { projectId: hidden.projectId, workspaceType: 'PRIVATE' },
  } as never);
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  const body = { pathKey: `moved-${id.slice(-8)}` };
  await colleague.client.call(calls.updateMock, { params: { id }, body });
  const moved = address.replace(/[^/]+$/, body.pathKey);
  const values = [];
  for (const { environmentId } of [followed, changed, hidden]) values.push((await shown(environmentId))[0]?.[1]);
  expect(values).toEqual([moved, 'https://mine.example', address]);
  expect((await linksOf(id)).map(({ environmentId, isCurrent }) => [environmentId, isCurrent])).toEqual([
    [changed.environmentId, false],
    [hidden.environmentId, false],
    [followed.environmentId, true],
  ]);
  expect((await linksOf(id, colleague.client)).map(({ environmentId }) => environmentId)).toEqual([
    changed.environmentId,
    followed.environmentId,
  ]);
  expect(values[0]).not.toBe(address);
});

test('a viewer of an environment can neither link nor unlink it', async () => {
  const { projectId: id } = await newMock(client);
  const { projectId, environmentId } = await newEnvironment();
  await client.call(workspaceRoutes.updateProject, { body: { projectId, workspaceType: 'PRIVATE' } } as never);
  const viewer = await newViewer(server, owner, projectId);
  const made = await link(id, { environmentId });
  const refused = [
    403,
    'API_TESTING_VIEWER_MAY_NOT_EDIT',
    'You can view this workspace but not change it. Ask its owner for the editor role.',
  ];
  expect(await refusalOf(link(id, { environmentId, variableName: 'other' }, viewer.client))).toEqual(refused);
  expect(await refusalOf(unlink(made.linkId, viewer.client))).toEqual(refused);
  expect(await linksOf(id, viewer.client)).toEqual([made]);
  expect(await refusalOf(link(id, { environmentId: newId() }))).toEqual([
    404,
    'API_TESTING_ENVIRONMENT_NOT_FOUND',
    'No such environment. It may have been deleted.',
  ]);
});
