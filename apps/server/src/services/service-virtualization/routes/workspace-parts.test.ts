import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newAsset, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const upload = async (projectId: string, fileName: string, content: string | Uint8Array) => {
  const bytes = Buffer.from(content);
  const body = { projectId, fileName, contentType: 'text/plain', sizeBytes: bytes.length };
  const { uploadUrl, method, headers } = await client.call(calls.presignUpload, { body });
  return { uploadUrl, response: await fetch(uploadUrl, { method, headers, body: bytes }) };
};

test('[service-virtualization-4] variables are managed, and stubs use them immediately', async () => {
  const place = await newMock(client);
  const { projectId, address } = place;
  const add = (name: string, value: string, isSecret = false) =>
    client.call(calls.createVariables, { body: { projectId, variables: [{ name, value, isSecret }] } });
  const stub = {
    request: { urlPath: '/{{vars.base}}/hi', headers: { 'X-Token': { equalTo: '{{vars.token}}' } } },
    response: { body: '{{vars.greeting}} {{request.path}}' },
  };
  const { assetId } = await newAsset(client, place, stub);
  const warnings = async () => (await client.call(calls.getAsset, { params: { id: assetId } })).warnings;
  expect((await warnings()).map(({ code }) => code)).toEqual(['no-variable', 'no-variable', 'no-variable']);
  await add('base', 'v1');
  await add('token', 's3cret', true);
  const { variables } = await add('greeting', 'Hello');
  expect(await warnings()).toEqual([]);
  const ask = async () => (await fetch(`${address}/v1/hi`, { headers: { 'X-Token': 's3cret' } })).text();
  expect(await ask()).toBe('Hello {{request.path}}');
  const variableId = variables[0]?.variableId ?? '';
  await client.call(calls.updateVariable, { body: { variableId, value: 'Moin' } });
  expect(await ask()).toBe('Moin {{request.path}}');
  const { content } = await client.call(calls.listJournal, { params: { id: projectId }, query: {} });
  const entry = await client.call(calls.getJournalEntry, { params: { id: content[0]?.entryId ?? '' } });
  expect(entry.request.headers).toContainEqual({ name: 'X-Token', value: '***' });
  const listed = await client.call(calls.listVariables, { query: { projectId } });
  expect(listed.variables.map(({ name, value, isSecret }) => [name, value, isSecret])).toEqual([
    ['base', 'v1', false],
    ['greeting', 'Moin', false],
    ['token', '', true],
  ]);
  await client.call(calls.deleteVariables, { query: { projectId, variableIds: [variableId] } });
  expect(await ask()).toBe('{{vars.greeting}} {{request.path}}');
  const other = await newMock(client);
  const ofOther = client.call(calls.deleteVariables, {
    query: { projectId: other.projectId, variableIds: [listed.variables[0]?.variableId ?? ''] },
  });
  expect((await failureOf(ofOther)).status).toBe(404);
});

test('[service-virtualization-4] a file is uploaded through a presigned address, and stubs serve it', async () => {
  const place = await newMock(client);
  const { projectId, address } = place;
  const { assetId } = await newAsset(client, place, {
    request: { url: '/file' },
    response: { bodyFileName: 'a/b.txt' },
  });
  const first = await upload(projectId, 'a/b.txt', 'one');
  expect(first.response.status).toBe(201);
  expect(await first.response.json()).toMatchObject({ fileName: 'a/b.txt', sizeBytes: 3, assetCount: 1 });
  expect(await (await fetch(`${address}/file`)).text()).toBe('one');
  await upload(projectId, 'a/b.txt', 'two!');
  expect(await (await fetch(`${address}/file`)).text()).toBe('two!');
  const list = async () => (await client.call(calls.listMockFiles, { params: { id: projectId }, query: {} })).content;
  const [file] = await list();
  expect(file).toMatchObject({ fileName: 'a/b.txt', sizeBytes: 4, contentType: 'text/plain' });
  const params = { id: file?.fileId ?? '' };
  expect(await (await client.raw(calls.readMockFile, { params })).text()).toBe('two!');
  await client.call(calls.deleteMockFile, { params });
  expect(await list()).toEqual([]);
  expect((await fetch(`${address}/file`)).status).toBe(500);
  const { warnings } = await client.call(calls.getAsset, { params: { id: assetId } });
  expect(warnings).toMatchObject([{ code: 'no-file' }]);
});

test('an upload address accepts only the announced content, and only unmodified', async () => {
  const { projectId } = await newMock(client);
  const presign = (fileName: string, sizeBytes: number) =>
    client.call(calls.presignUpload, { body: { projectId, fileName, sizeBytes } });
  const { uploadUrl } = await presign('a.bin', 5);
  const put = async (url: string, body: string) => (await fetch(url, { method: 'PUT', body })).status;
  expect(await put(uploadUrl, 'toolong')).toBe(400);
  expect(await put(uploadUrl, 'abc')).toBe(400);
  expect(await put(`${uploadUrl.slice(0, -3)}xyz`, 'abcde')).toBe(403);
  expect(await put(uploadUrl, 'abcde')).toBe(201);
  expect(await failureOf(presign('b.bin', 65 * 1024 * 1024))).toMatchObject({ status: 413 });
  for (const name of ['../a', '/a', 'a/../b', 'a\\b'])
    expect(await failureOf(presign(name, 1))).toMatchObject({ status: 400 });
});
