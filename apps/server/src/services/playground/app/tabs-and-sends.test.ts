import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes, playgroundTabLength, playgroundTabLimit } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../api-testing/testing/builders.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let target: Server;
let url: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  target = createServer((request, response) => {
    const status = request.url === '/broken' ? 500 : 200;
    response.writeHead(status, { 'content-type': 'text/plain' });
    response.end(request.url === '/long' ? 'x'.repeat(300_000) : String(request.headers['x-token'] ?? 'ok'));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  target.closeAllConnections();
  target.close();
  await server.close();
});

const save = (client: Client, tabId: string, draft: Record<string, string>) =>
  client.call(calls.savePlaygroundTab, { params: { tabId }, body: { draft } });
const tabsOf = async (client: Client) => (await client.call(calls.listPlaygroundTabs, {})).tabs;
const send = (client: Client, request: object, context: { projectId?: string; environmentId?: string } = {}) =>
  client.call(calls.sendPlayground, { body: { ...context, request: { method: 'GET', url: `${url}/`, ...request } } });
const list = (client: Client, query: object = {}) => client.call(calls.listPlaygroundSends, { query });
const get = (client: Client, sendId: string) => client.call(calls.getPlaygroundSend, { query: { sendId } });

test('users with a tab of the same id see their own draft', async () => {
  const admin = await server.createOrganization();
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  const tabId = newId();
  await save(admin.client, tabId, { url: 'mine' });
  await save(colleague.client, tabId, { url: 'theirs' });
  expect(await tabsOf(admin.client)).toEqual([{ tabId, draft: { url: 'mine' }, updatedAt: expect.any(String) }]);
  await colleague.client.call(calls.deletePlaygroundTabs, { query: { tabIds: [tabId] } });
  expect([await tabsOf(colleague.client), (await tabsOf(admin.client)).length]).toEqual([[], 1]);
  const { rows } = await server.platform.database.pool.query('select draft from playground.tab where id = $1', [tabId]);
  expect(rows[0].draft).not.toContain('mine');
});

test.each([
  { length: playgroundTabLength, isKept: true },
  { length: playgroundTabLength + 1, isKept: false },
])('a tab of $length characters is kept: $isKept', async ({ length, isKept }) => {
  const { client } = await server.createOrganization();
  const draft = { url: 'x'.repeat(length - JSON.stringify({ url: '' }).length) };
  if (isKept) await save(client, newId(), draft);
  else
    expect(await failureOf(save(client, newId(), draft))).toMatchObject({
      status: 413,
      code: 'PLAYGROUND_TAB_TOO_LARGE',
    });
  expect(await tabsOf(client)).toHaveLength(isKept ? 1 : 0);
});

test('with all tabs open, an open one can still change, but no further one opens', async () => {
  const { client } = await server.createOrganization();
  const tabIds = Array.from({ length: playgroundTabLimit }, () => newId());
  for (const tabId of tabIds) await save(client, tabId, { url: tabId });
  expect(await failureOf(save(client, newId(), { url: '' }))).toMatchObject({
    status: 409,
    message: `The playground keeps ${playgroundTabLimit} tabs. Close one to keep this one.`,
  });
  await save(client, tabIds[3] ?? '', { url: 'changed' });
  const tabs = await tabsOf(client);
  expect(tabs.map(({ tabId }) => tabId)).toEqual(tabIds);
  expect(tabs[3]?.draft).toEqual({ url: 'changed' });
  const other = (await server.createOrganization()).client;
  await save(other, newId(), { url: 'room for others' });
});

test('a send is stored as it was sent: with the variables and secrets of its environment resolved and masked', async () => {
  const { client } = await server.createOrganization();
  const projectId = await newProject(client);
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: {
      projectId,
      environmentName: 'Staging',
      variables: [
        { name: 'base', value: url },
        { name: 'token', value: 'rosebud-2026', isSecret: true },
      ],
    },
  });
  const headers = [{ key: 'X-Token', value: '{{token}}' }];
  const request = { scriptName: 'Signed', url: '{{base}}/paid', headers };
  const { sendId, detail } = await send(client, request, { projectId, environmentId });
  expect(detail).toMatchObject({ status: 'passed', statusCode: 200 });
  const [listed] = (await list(client)).content;
  expect(listed).toEqual({
    sendId,
    name: 'Signed',
    method: 'GET',
    url: `${url}/paid`,
    status: 'passed',
    statusCode: 200,
    durationMs: detail.durationMs,
    sentAt: expect.any(String),
  });
  const kept = await get(client, sendId);
  expect(kept).toMatchObject({ ...listed, request: { scriptName: 'Signed', url: '{{base}}/paid' } });
  expect(JSON.stringify(kept)).not.toContain('rosebud-2026');
  const stranger = (await server.createOrganization()).client;
  expect((await failureOf(send(stranger, request, { projectId, environmentId }))).status).toBe(404);
  expect((await list(stranger)).totalElements).toBe(0);
});

test('failed requests and requests without a response are kept, too', async () => {
  const { client } = await server.createOrganization();
  const assertions = [{ kind: 'status', operator: 'equals', expected: 200, enabled: true }];
  await send(client, { url: `${url}/broken`, assertions });
  await send(client, { url: 'http://127.0.0.1:1/closed' });
  const { content } = await list(client);
  expect(content).toMatchObject([
    { url: 'http://127.0.0.1:1/closed', status: 'error', statusCode: null, name: 'Request' },
    { url: `${url}/broken`, status: 'failed', statusCode: 500 },
  ]);
});

test('long bodies are cut in the history, not in the response', async () => {
  const { client } = await server.createOrganization();
  const { sendId, detail } = await send(client, { url: `${url}/long` });
  expect(detail.exchange?.response?.body.text).toHaveLength(300_000);
  const kept = (await get(client, sendId)).detail.exchange?.response?.body.text ?? '';
  expect(kept.length).toBeLessThan(201_000);
  expect(kept.startsWith('x'.repeat(200_000))).toBe(true);
});

test('the history keeps the newest 500 sends of each user', async () => {
  const admin = await server.createOrganization();
  const { client, organizationId, userId } = admin;
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  const theirs = await send(colleague.client, {});
  const { sendId } = await send(client, { scriptName: 'Oldest' });
  await server.platform.database.pool.query(
    `insert into playground.send select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
       'sent_at', s.sent_at + n * interval '1 millisecond'))).* from playground.send s, generate_series(1, 499) n where s.id = $1`,
    [sendId],
  );
  await server.platform.database.pool.query(
    `update playground.send set sent_at = sent_at - interval '1 hour' where organization_id = $1 and user_id = $2`,
    [organizationId, userId],
  );
  expect((await list(client)).totalElements).toBe(500);
  await send(client, { scriptName: 'Newest' });
  const { totalElements, content } = await list(client, { size: 1 });
  expect([totalElements, content[0]?.name]).toEqual([500, 'Newest']);
  expect(await failureOf(get(client, sendId))).toMatchObject({ status: 404, code: 'PLAYGROUND_SEND_NOT_FOUND' });
  expect((await get(colleague.client, theirs.sendId)).sendId).toBe(theirs.sendId);
});

test('sends are imported in the order in which they were sent, all or none', async () => {
  const admin = await server.createOrganization();
  const { client } = admin;
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  const projectId = await newProject(client);
  const [first, second] = [await send(client, { scriptName: 'First' }), await send(client, { scriptName: 'Second' })];
  const foreign = await send(colleague.client, { scriptName: 'Foreign' });
  const preview = (sendIds: string[]) => client.call(calls.importPlayground, { query: { projectId, sendIds } });
  const { title, requests } = await preview([second.sendId, first.sendId, second.sendId]);
  expect([title, requests.map(({ name }) => name)]).toEqual(['Playground', ['First', 'Second']]);
  const missing = { status: 404, code: 'PLAYGROUND_SEND_NOT_FOUND' };
  expect(await failureOf(preview([first.sendId, foreign.sendId]))).toMatchObject(missing);
  const sample = await client.call(calls.importPlayground, { query: { projectId } });
  expect(sample.requests.length).toBeGreaterThan(0);
});

test('viewers may look, but send and change nothing', async () => {
  const admin = await server.createOrganization();
  const guest = (await server.createUser(admin, { role: 'ROLE_GUEST' })).client;
  const refused = [
    send(guest, {}),
    save(guest, newId(), { url: '' }),
    guest.call(calls.deletePlaygroundSends, { query: { all: 'true' } }),
    guest.call(calls.deletePlaygroundTabs, { query: { tabIds: [newId()] } }),
  ];
  expect((await Promise.all(refused.map(failureOf))).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect([await tabsOf(guest), (await list(guest)).totalElements]).toEqual([[], 0]);
});
