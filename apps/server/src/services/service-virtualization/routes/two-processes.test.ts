import { request } from 'node:http';
import { type Client, createClient } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, freePort, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { organizationSwitch } from '../../user-management/testing/switch-organization.ts';
import { changeMock, type MockPlace, newAsset, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
const postgresUrl = inject('postgresUrl');
let owner: TestUser;
const servers: TestServer[] = [];
/** The address each process actually listens on: the product's address is that of the first. */
const origins: string[] = [];
const clients: Client[] = [];
const start = async (roles: string): Promise<void> => {
  const port = await freePort();
  const [beside] = servers;
  const env = { PORT: String(port), TOUCHSTONE_ROLES: roles };
  const server = await (beside
    ? createTestServer({ postgresUrl, env: { ...env, PUBLIC_URL: beside.url }, beside })
    : createTestServer({ postgresUrl, env }));
  servers.push(server);
  owner ??= await server.createOrganization({ plan: 'ENTERPRISE' });
  const baseUrl = `http://127.0.0.1:${port}`;
  origins.push(baseUrl);
  clients.push(createClient({ baseUrl, headers: () => ({ Authorization: `Bearer ${owner.token}` }) }));
};
beforeAll(async () => {
  for (const roles of ['api,scheduler', 'api', 'runner']) await start(roles);
}, 120_000);
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
});

/** The address of a mock at one of the processes. */
const at = (process: number, { address }: MockPlace, path = '') =>
  `${address.replace(origins[0] ?? '', origins[process] ?? '')}${path}`;
const textOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();
const turn = async (place: MockPlace) => {
  for (const [requiredScenarioState, newScenarioState, body] of [
    ['Started', 'two', 'one'],
    ['two', 'Started', 'two'],
  ])
    await newAsset(
      owner.client,
      place,
      {
        scenarioName: 'turn',
        requiredScenarioState,
        newScenarioState,
        request: { urlPath: '/turn' },
        response: { body },
      },
      { kind: 'dynamic' },
    );
};
const codeOf = (url: string) =>
  new Promise<string>((resolve) => {
    request(url, (answer) =>
      // A malformed chunk is noticed with the head or after it, depending on the packets.
      answer
        .resume()
        .on('end', () => resolve(String(answer.statusCode)))
        .on('error', () => resolve('HPE_INVALID_CHUNK_SIZE')),
    )
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end();
  });

test("calls to any process are answered by the mock's host, with everything they contain", async () => {
  const place = await newMock(owner.client);
  await turn(place);
  const body = '{{request.method}} {{request.url}} {{request.headers.x-a}} {{request.body}} {{request.clientIp}}';
  const echo = { urlPath: '/echo' };
  const headers = { 'X-Twice': ['a', 'b'] };
  await newAsset(
    owner.client,
    place,
    { request: echo, response: { status: 201, headers, body, transformers: ['response-template'] } },
    { kind: 'dynamic' },
  );
  const got: string[] = [];
  for (let n = 0; n < 10; n += 1) got.push(await textOf(at(n % 3, place, '/turn')));
  expect(got).toEqual(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? 'one' : 'two')));
  const answer = await fetch(at(1, place, '/echo?q=1'), { method: 'PUT', headers: { 'X-A': 'a' }, body: 'sent' });
  expect([answer.status, answer.headers.get('x-twice'), await answer.text()]).toEqual([
    201,
    'a, b',
    'PUT /echo?q=1 a sent 127.0.0.1',
  ]);
  expect((await fetch(at(1, place, '/echo'), { method: 'HEAD' })).status).toBe(201);
  expect((await fetch(at(1, place, '/nothing'))).status).toBe(404);
  const { content } = await owner.client.call(calls.listJournal, {
    params: { id: place.projectId },
    query: { size: 50 },
  });
  expect(content).toHaveLength(13);
  const { request: seen } = await clients[1]!.call(calls.getJournalEntry, {
    params: { id: content[2]?.entryId ?? '' },
  });
  expect(JSON.stringify(seen).toLowerCase()).not.toContain('touchstone-forwarded');
});

test('mocks of a deactivated organization are unknown in every process, and their conversations end', async () => {
  const [server] = servers;
  if (!server) throw new Error('No server.');
  const setActive = await organizationSwitch(server);
  const other = await server.createOrganization({ plan: 'ENTERPRISE' });
  const place = await newMock(other.client);
  await newAsset(other.client, place, { request: { urlPath: '/hello' }, response: { body: 'hi' } });
  const chat = { webSocket: { messages: [{ body: 'hello' }] } };
  await newAsset(other.client, place, { request: { method: 'GET', url: '/chat' }, response: chat });
  const everywhere = () => Promise.all([0, 1].map((process) => textOf(at(process, place, '/hello'))));
  // The second process hosts it.
  expect([await textOf(at(1, place, '/hello')), await textOf(at(0, place, '/hello'))]).toEqual(['hi', 'hi']);
  const socket = new WebSocket(at(0, place, '/chat').replace(/^http/, 'ws'));
  const ended = new Promise((resolve) => socket.addEventListener('close', () => resolve('ended')));
  await new Promise((resolve) => socket.addEventListener('message', resolve));
  await setActive(other.organizationId, false);
  const unknown = await textOf(at(0, { ...place, address: place.address.replace(/[^/]+$/, 'no-such-mock') }));
  await expect.poll(everywhere, { timeout: 20_000 }).toEqual([unknown, unknown]);
  expect(await ended).toBe('ended');
  await setActive(other.organizationId, true);
  await expect.poll(everywhere, { timeout: 20_000 }).toEqual(['hi', 'hi']);
});

test("faults break the caller's connection in the same way if another process answers", async () => {
  const place = await newMock(owner.client);
  const faults = ['CONNECTION_RESET_BY_PEER', 'EMPTY_RESPONSE', 'RANDOM_DATA_THEN_CLOSE', 'MALFORMED_RESPONSE_CHUNK'];
  for (const fault of faults)
    await newAsset(owner.client, place, { request: { url: `/${fault}` }, response: { fault } }, { kind: 'dynamic' });
  for (const fault of faults)
    expect([fault, await codeOf(at(1, place, `/${fault}`))]).toEqual([fault, await codeOf(at(0, place, `/${fault}`))]);
});

test('state can be read and changed, and edits take effect immediately, at any process', async () => {
  const place = await newMock(owner.client);
  const { projectId: id } = place;
  const params = { id };
  await turn(place);
  // No call has reached the mock yet: a process that only runs tests doesn't become its host.
  await clients[2]!.call(calls.setScenario, { params, body: { name: 'turn', scope: '', state: 'two' } });
  expect(await textOf(at(0, place, '/turn'))).toBe('two');
  for (const client of clients) {
    await client.call(calls.setScenario, { params, body: { name: 'turn', scope: '', state: 'two' } });
    const { scenarios } = await client.call(calls.getMockState, { params });
    expect(scenarios[0]?.state).toBe('two');
    expect(await textOf(at(0, place, '/turn'))).toBe('two');
    await client.call(calls.resetMock, { params, body: { state: true } });
    expect(await textOf(at(1, place, '/turn'))).toBe('one');
    const failure = await failureOf(
      client.call(calls.setScenario, { params, body: { name: 'turn', scope: '', state: 'lost' } }),
    );
    expect(failure).toMatchObject({ status: 400, message: expect.stringContaining('Started, two') });
    const path = `/new-${clients.indexOf(client)}`;
    await newAsset(client, place, { request: { url: path }, response: { body: 'live' } });
    expect(await Promise.all([0, 1, 2].map((process) => textOf(at(process, place, path))))).toEqual([
      'live',
      'live',
      'live',
    ]);
    const tried = await client.call(calls.tryMock, { params, body: { method: 'GET', path, headers: [], body: '' } });
    expect(tried.response.status).toBe(200);
  }
});

test('a WebSocket reaches its mock at any process', async () => {
  const place = await newMock(owner.client);
  const { client } = owner;
  const dynamic = { kind: 'dynamic' } as const;
  await newAsset(
    client,
    place,
    { request: { url: '/ws' }, response: { webSocket: { messages: [{ body: 'hello' }] } } },
    dynamic,
  );
  const bodyPatterns = [{ equalTo: 'ping' }];
  await newAsset(
    client,
    place,
    { request: { method: 'MESSAGE', url: '/ws', bodyPatterns }, response: { body: 'pong' } },
    dynamic,
  );
  for (const process of [0, 1, 2]) {
    const socket = new WebSocket(at(process, place, '/ws').replace('http', 'ws'));
    const got: unknown[] = [];
    await new Promise<void>((resolve, reject) => {
      socket.onerror = () => reject(new Error(`no WebSocket at process ${process}`));
      socket.onmessage = ({ data }) => {
        got.push(data);
        if (got.length === 1) socket.send('ping');
        else resolve();
      };
    });
    expect(got).toEqual(['hello', 'pong']);
    socket.close();
  }
  const refused = new WebSocket(`${origins[0]?.replace('http', 'ws')}/services/none`);
  expect(
    await new Promise((resolve) => {
      refused.onerror = () => resolve('refused');
      refused.onopen = () => resolve('open');
    }),
  ).toBe('refused');
  const { content } = await client.call(calls.listJournal, { params: { id: place.projectId }, query: { size: 50 } });
  expect(content.map(({ method, by }) => `${method} ${by}`).toSorted()).toEqual([
    ...Array(3).fill('GET stub'),
    ...Array(3).fill('MESSAGE stub'),
  ]);
});

test('a forwarded header is trusted only from a process of this installation', async () => {
  const place = await newMock(owner.client);
  await newAsset(owner.client, place, { request: { url: '/in' }, response: { body: 'in' } });
  await changeMock(owner.client, place.projectId, { allowedNetworks: ['10.0.0.0/8'] });
  const claim = {
    key: place.address.split('/').at(-1),
    mount: '',
    url: '/in',
    clientIp: '10.0.0.1',
    scheme: 'http',
    method: 'GET',
  };
  const forged = Buffer.from(JSON.stringify({ ...claim, to: 'mock', atMs: Date.now() })).toString('base64url');
  for (const header of [forged, `${forged}.`, `${forged}.${'A'.repeat(43)}`, '.', 'x'])
    for (const process of [0, 1])
      expect((await fetch(at(process, place, '/in'), { headers: { 'Touchstone-Forwarded': header } })).status).toBe(
        403,
      );
  const asked = (body: string) =>
    fetch(`${origins[0]}/process-call`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-touchstone-message' },
      body,
    });
  for (const body of ['', 'x', forged, `${forged}.${'A'.repeat(43)}`]) expect((await asked(body)).status).not.toBe(200);
});

test('when the process hosting a mock ends, another one continues with its state', async () => {
  const place = await newMock(owner.client);
  await turn(place);
  expect(await textOf(at(0, place, '/turn'))).toBe('one');
  expect(await textOf(at(1, place, '/turn'))).toBe('two');
  expect(await textOf(at(0, place, '/turn'))).toBe('one');
  await servers[0]?.app.stop();
  expect(await textOf(at(1, place, '/turn'))).toBe('two');
  expect(await textOf(at(2, place, '/turn'))).toBe('one');
});
