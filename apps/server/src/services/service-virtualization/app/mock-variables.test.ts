import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newAsset, newMock } from '../testing/mock-builders.ts';
import { refusalOf } from '../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const add = (projectId: string, ...variables: { name: string; value: string; isSecret?: boolean }[]) =>
  client.call(calls.createVariables, { body: { projectId, variables } });
const list = async (projectId: string) => (await client.call(calls.listVariables, { query: { projectId } })).variables;

test('variables of a project apply to its mock only, from the next call', async () => {
  const [place, other] = [await newMock(client), await newMock(client)];
  const { projectId, address } = place;
  await newAsset(client, place, { request: { url: '/a' }, response: { body: '{{vars.a}}{{vars.b}}' } });
  const text = async () => (await fetch(`${address}/a`)).text();
  expect(await text()).toBe('{{vars.a}}{{vars.b}}');
  await add(other.projectId, { name: 'a', value: 'foreign' });
  const { variables } = await add(projectId, { name: 'a', value: '1' }, { name: 'b', value: 's3cret', isSecret: true });
  expect(variables.map(({ name, value, isSecret, suiteId }) => [name, value, isSecret, suiteId])).toEqual([
    ['a', '1', false, projectId],
    ['b', '', true, projectId],
  ]);
  expect(await list(projectId)).toEqual(variables);
  expect(await text()).toBe('1s3cret');
  const [a, b] = variables.map(({ variableId }) => variableId);
  const changed = await client.call(calls.updateVariable, { body: { variableId: a ?? '', value: '2' } });
  expect(changed).toMatchObject({ variableId: a, name: 'a', value: '2' });
  expect(await text()).toBe('2s3cret');
  const remove = (variableIds: string[]) => client.call(calls.deleteVariables, { query: { projectId, variableIds } });
  const foreign = (await list(other.projectId))[0]?.variableId ?? '';
  const unknown = [404, 'VARIABLE_NOT_FOUND', 'No such variable in this project.'];
  for (const ids of [[a ?? '', foreign], [foreign, a ?? ''], [newId()]])
    expect(await refusalOf(remove(ids))).toEqual(unknown);
  expect(await list(projectId)).toHaveLength(2);
  expect(await remove([a ?? ''])).toEqual({ message: 'Deleted' });
  expect(await text()).toBe('{{vars.a}}s3cret');
  expect((await list(projectId)).map(({ variableId }) => variableId)).toEqual([b]);
  expect(await list(other.projectId)).toHaveLength(1);
});
