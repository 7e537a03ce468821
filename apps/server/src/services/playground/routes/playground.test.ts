import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiTestingRoutes, playgroundTabLength, playgroundTabLimit } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newSuite } from '../../api-testing/testing/builders.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let target: Server;
let url: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += String(chunk);
    });
    request.on('end', () => {
      if (request.url === '/never') return;
      const body = JSON.stringify({
        method: request.method,
        url: request.url,
        token: request.headers['x-token'],
        text,
      });
      response.setHeader('content-type', 'application/json').end(body);
    });
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  target.closeAllConnections();
  target.close();
  await server.close();
});

const person = async () => (await server.createOrganization()).client;

test('[api-playground-1] a request of any method, URL, headers, params and body is sent and stored in the history', async () => {
  const client = await person();
  const request = {
    scriptName: 'Make an order',
    method: 'PURGE',
    url: `${url}/orders/{id}`,
    headers: [{ key: 'X-Token', value: 't-1' }],
    queryParams: [{ key: 'dry', value: 'yes' }],
    pathParams: [{ key: 'id', value: '7' }],
    body: { type: 'json', content: '{"a":1}' },
    authentication: { type: 'bearer', token: 'very-secret' },
  } as const;
  const { sendId, detail } = await client.call(calls.sendPlayground, {
    body: {
      request: {
        ...request,
        headers: [...request.headers],
        queryParams: [...request.queryParams],
        pathParams: [...request.pathParams],
      },
    },
  });
  expect(detail).toMatchObject({ status: 'passed', statusCode: 200 });
  expect(detail.exchange?.timing?.totalMs).toBeGreaterThan(0);
  expect(JSON.parse(detail.exchange?.response?.body.text ?? '')).toEqual({
    method: 'PURGE',
    url: '/orders/7?dry=yes',
    token: 't-1',
    text: '{"a":1}',
  });
  const { content, totalElements } = await client.call(calls.listPlaygroundSends, { query: {} });
  expect(totalElements).toBe(1);
  expect(content[0]).toMatchObject({ sendId, name: 'Make an order', method: 'PURGE', statusCode: 200 });
  const kept = await client.call(calls.getPlaygroundSend, { query: { sendId } });
  expect(kept.request).toMatchObject(request);
  expect(kept.detail).toEqual(detail);
  const { rows } = await server.platform.database.pool.query('select content from playground.send where id = $1', [
    sendId,
  ]);
  expect(rows[0].content).not.toContain('very-secret');
});

test('the history is paged and searched, belongs to its user, and is deleted in parts or entirely', async () => {
  const admin = await server.createOrganization();
  const { client } = admin;
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  const send = async (path: string, of = client) =>
    (await of.call(calls.sendPlayground, { body: { request: { method: 'GET', url: `${url}${path}` } } })).sendId;
  const first = await send('/a_b');
  for (const path of ['/second', '/third']) await send(path);
  await send('/own', colleague.client);
  const list = (query: object) => client.call(calls.listPlaygroundSends, { query });
  const page = await list({ size: 2, page: 0 });
  expect([page.totalElements, page.content.map((each) => each.url)]).toEqual([3, [`${url}/third`, `${url}/second`]]);
  expect((await list({ size: 2, page: 1 })).content.map(({ sendId }) => sendId)).toEqual([first]);
  expect((await list({ searchTerm: 'A_B' })).content.map(({ sendId }) => sendId)).toEqual([first]);
  expect((await list({ searchTerm: 'get http' })).totalElements).toBe(3);
  expect((await list({ searchTerm: 'axb' })).totalElements).toBe(0);
  const foreign = { query: { sendId: first } };
  expect(await failureOf(colleague.client.call(calls.getPlaygroundSend, foreign))).toMatchObject({
    status: 404,
    code: 'PLAYGROUND_SEND_NOT_FOUND',
  });
  await colleague.client.call(calls.deletePlaygroundSends, { query: { sendIds: [first] } });
  expect((await list({})).totalElements).toBe(3);
  await client.call(calls.deletePlaygroundSends, { query: { sendIds: [first] } });
  expect((await list({})).totalElements).toBe(2);
  await client.call(calls.deletePlaygroundSends, { query: { all: 'true' } });
  expect((await list({})).totalElements).toBe(0);
  expect((await colleague.client.call(calls.listPlaygroundSends, { query: {} })).totalElements).toBe(1);
  expect(await failureOf(client.call(calls.deletePlaygroundSends, { query: {} }))).toMatchObject({ status: 400 });
});

test('tabs are restored as they were typed, in their order, to their user only', async () => {
  const client = await person();
  const [one, two] = [newId(), newId()];
  const save = (tabId: string, draft: Record<string, string>) =>
    client.call(calls.savePlaygroundTab, { params: { tabId }, body: { draft } });
  await save(one, { method: 'GET', url: 'htt' });
  await save(two, { method: 'POST', url: '' });
  await save(one, { method: 'GET', url: 'https://a' });
  const { tabs } = await client.call(calls.listPlaygroundTabs, {});
  expect(tabs.map(({ tabId, draft }) => [tabId, draft.url])).toEqual([
    [one, 'https://a'],
    [two, ''],
  ]);
  expect((await (await person()).call(calls.listPlaygroundTabs, {})).tabs).toEqual([]);
  const tooLarge = await failureOf(save(newId(), { url: 'x'.repeat(playgroundTabLength) }));
  expect(tooLarge).toMatchObject({ status: 413, code: 'PLAYGROUND_TAB_TOO_LARGE' });
  const others = await Promise.allSettled(Array.from({ length: playgroundTabLimit }, () => save(newId(), { url: '' })));
  expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(playgroundTabLimit - 2);
  expect(await failureOf(save(newId(), { url: '' }))).toMatchObject({ status: 409, code: 'PLAYGROUND_TOO_MANY_TABS' });
  await save(one, { url: 'still' });
  await client.call(calls.deletePlaygroundTabs, { query: { tabIds: [one] } });
  await save(newId(), { url: 'room again' });
});

test('[api-playground-3] sends are imported into a suite of a workspace with their checks and credentials', async () => {
  const client = await person();
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const send = async (request: object) =>
    (await client.call(calls.sendPlayground, { body: { request: { method: 'GET', url: `${url}/x`, ...request } } }))
      .sendId;
  const sendIds = [
    await send({
      scriptName: 'Signed',
      authentication: { type: 'bearer', token: 't' },
      assertions: [{ kind: 'status', operator: 'equals', expected: 200 }],
      preRequestScript: 'pm.variables.set("a", "1");',
      settings: { timeoutMs: 1234 },
    }),
    await send({
      scriptName: 'Form',
      method: 'POST',
      body: { type: 'urlencoded', fields: [{ key: 'a', value: 'b' }] },
    }),
  ];
  const preview = await client.call(calls.importPlayground, { query: { projectId, sendIds } });
  expect(preview).toMatchObject({ format: 'playground', requests: [{ name: 'Signed' }, { name: 'Form' }] });
  const { importId } = preview;
  const done = await client.call(calls.importSelectedApis, { body: { projectId, importId, suiteId } });
  expect(done).toMatchObject({ imported: 2, problems: [] });
  const { content } = await client.call(calls.listScripts, { query: { suiteId } });
  const scripts = await Promise.all(
    content.map(({ scriptId }) => client.call(calls.getScript, { query: { scriptId } })),
  );
  expect(scripts).toMatchObject([
    {
      scriptName: 'Signed',
      authentication: { type: 'bearer', token: 't' },
      assertions: [{ kind: 'status', expected: 200 }],
      preRequestScript: 'pm.variables.set("a", "1");',
      settings: { timeoutMs: 1234 },
    },
    { scriptName: 'Form', body: { type: 'urlencoded', fields: [{ key: 'a', value: 'b' }] } },
  ]);
  const unknown = client.call(calls.importPlayground, { query: { projectId, sendIds: [newId()] } });
  expect(await failureOf(unknown)).toMatchObject({ code: 'PLAYGROUND_SEND_NOT_FOUND' });
});

test.each([
  { name: 'an address without a protocol', body: { request: { method: 'GET', url: 'example' } }, path: 'request.url' },
  { name: 'a protocol other than HTTP', body: { request: { method: 'GET', url: 'ftp://a/' } }, path: 'request.url' },
])('[api-playground-4] $name is rejected at its field', async ({ body, path }) => {
  const refused = await failureOf((await person()).call(calls.sendPlayground, { body }));
  expect(refused).toMatchObject({ status: 400 });
  expect(refused.details).toContainEqual({ path, message: expect.stringMatching(/^Invalid URL/) });
});

test('a stopped send ends as cancelled and stays in the history; the example needs no workspace', async () => {
  const client = await person();
  const stop = new AbortController();
  const sent = client.call(
    calls.sendPlayground,
    { body: { request: { method: 'GET', url: `${url}/never` } } },
    { signal: stop.signal },
  );
  const arrived = new Promise((resolve) => target.once('request', resolve));
  await arrived;
  stop.abort();
  await expect(sent).rejects.toThrow();
  await expect
    .poll(async () => (await client.call(calls.listPlaygroundSends, { query: {} })).content[0]?.status)
    .toBe('cancelled');
  const { requests } = await client.call(calls.useExample, { query: {} });
  const { scriptName, method, url: address, headers, queryParams, assertions } = requests[0]!;
  const { detail } = await client.call(calls.sendPlayground, {
    body: { request: { scriptName, method, url: address, headers, queryParams, assertions } },
  });
  expect(detail).toMatchObject({ status: 'passed', statusCode: 200 });
});
