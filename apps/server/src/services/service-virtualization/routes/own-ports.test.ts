import { randomBytes } from 'node:crypto';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, freePort, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../api-testing/testing/builders.ts';
import { organizationSwitch } from '../../user-management/testing/switch-organization.ts';
import { newAsset, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
const postgresUrl = inject('postgresUrl');
let server: TestServer;
let owner: TestUser;
let from: number;
/** Two consecutive free ports, so that tests don't wait for each other's. */
const freePorts = async (): Promise<number> => {
  for (;;) {
    const first = await freePort();
    const isTaken = await fetch(`http://127.0.0.1:${first + 1}`).then(
      () => true,
      () => false,
    );
    if (!isTaken) return first;
  }
};
const env = (first: number) => ({ MOCK_PORTS: `${first}-${first + 1}` });
beforeAll(async () => {
  from = await freePorts();
  server = await createTestServer({ postgresUrl, env: env(from) });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
}, 120_000);
afterAll(() => server.close());

const mockOf = (id: string, { client } = owner) => client.call(calls.getMock, { params: { id } });
const switchPort = (id: string, isOn: boolean, { client } = owner) =>
  client.call(calls.switchMockPort, { params: { id }, body: { isOn } });
/**
 * Resolves when a mock listens on its port, which takes a moment; a connection without a call leaves no journal entry.
 */
const listening = async (port: number | null): Promise<void> => {
  const accepts = () =>
    new Promise<boolean>((resolve) => {
      const socket = connectTcp({ host: '127.0.0.1', port: port ?? 0 }, () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
  await expect.poll(accepts, { timeout: 10_000 }).toBe(true);
};
const textAt = async (port: number | null, path: string) => {
  await listening(port);
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
};

test('a mock gets its own port, which serves http and HTTP/2 over TLS with the downloadable authority', async () => {
  const place = await newMock(owner.client);
  const page = {
    status: 200,
    headers: { 'Set-Cookie': 'touchstone_refresh=x' },
    body: 'own {{request.url}}',
    transformers: ['response-template'],
  };
  await newAsset(owner.client, place, { request: { urlPath: '/services/page' }, response: page }, { kind: 'dynamic' });
  const { port, ports, addresses } = await mockOf(place.projectId);
  expect(ports).toEqual({ from, to: from + 1 });
  expect(addresses).toEqual([
    { kind: 'path', url: place.address },
    { kind: 'port', url: `http://127.0.0.1:${port}` },
    { kind: 'tls', url: `https://127.0.0.1:${port}` },
  ]);
  await listening(port);
  const answer = await fetch(`http://127.0.0.1:${port}/services/page?a=1`);
  expect(await answer.text()).toBe('own /services/page?a=1');
  // Browsers share a host's cookies among all its ports, including the product's.
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('content-security-policy')).toBe('sandbox');

  const authority = await fetch(`${server.url}/services/service-virtualization/api/mock-authority`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect(authority.headers.get('content-disposition')).toBe('attachment; filename="touchstone-mock-ca.pem"');
  const ca = await authority.text();
  for (const name of ['localhost', '127.0.0.1'])
    await new Promise((resolve, reject) => {
      request(`https://${name}:${port}/services/none`, { ca, agent: false }, resolve).on('error', reject).end();
    });
  const session = connect(`https://localhost:${port}`, { ca });
  const text = await new Promise<string>((resolve, reject) => {
    session.on('error', reject);
    let got = '';
    const stream = session.request({ ':path': '/services/page', cookie: 'touchstone_refresh=secret' });
    stream.setEncoding('utf8').on('data', (part: string) => {
      got += part;
    });
    stream.on('end', () => resolve(got)).on('error', reject);
  });
  expect([session.alpnProtocol, text]).toEqual(['h2', 'own /services/page']);
  session.close();
  const { content } = await owner.client.call(calls.listJournal, { params: { id: place.projectId }, query: {} });
  expect(content).toHaveLength(4);
  const entry = await owner.client.call(calls.getJournalEntry, { params: { id: content[0]?.entryId ?? '' } });
  expect(JSON.stringify(entry.request)).not.toContain('touchstone_refresh');
  await switchPort(place.projectId, false);
});

test("wss:// on a mock's port opens a conversation, which the journal records as https", async () => {
  const place = await newMock(owner.client);
  const response = {
    webSocket: { messages: [{ body: 'hello {{request.scheme}}' }], close: { code: 1000 } },
    transformers: ['response-template'],
  };
  await newAsset(owner.client, place, { request: { method: 'GET', url: '/chat' }, response }, { kind: 'dynamic' });
  const { port } = await mockOf(place.projectId);
  await listening(port);
  const ca = await (
    await fetch(`${server.url}/services/service-virtualization/api/mock-authority`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    })
  ).text();
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
  };
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: port ?? 0, path: '/chat', ca, headers });
    sent.on('error', reject).on('response', ({ statusCode }) => reject(new Error(`status ${statusCode}`)));
    sent.on('upgrade', (_, socket, head) => {
      const chunks: Buffer[] = [head];
      const read = () => {
        const all = Buffer.concat(chunks);
        // A text frame, and a two-byte frame with a close code.
        if (all.length < 2 + 'hello https'.length + 4) return;
        resolve(all);
        socket.destroy();
      };
      socket.on('error', reject).on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        read();
      });
      read();
    });
    sent.end();
  });
  expect(bytes.subarray(2, 13).toString()).toBe('hello https');
  expect([...bytes.subarray(13)]).toEqual([0x88, 2, 1000 >> 8, 1000 & 255]);
  const { content } = await owner.client.call(calls.listJournal, { params: { id: place.projectId }, query: {} });
  expect(content.map(({ url, status }) => [url, status])).toEqual([['/chat', 101]]);
  await switchPort(place.projectId, false);
});

test('a port is kept across restarts, assigned to one mock only, and linked environments follow it', async () => {
  // This server is stopped before the test ends.
  const range = await freePorts();
  const own = await createTestServer({ postgresUrl, env: env(range) });
  const user = await own.createOrganization({ plan: 'ENTERPRISE' });
  const { client } = user;
  const [first, second, third] = [await newMock(client), await newMock(client), await newMock(client)];
  for (const place of [first, second, third])
    await newAsset(client, place, { request: { url: '/who' }, response: { body: place.projectId } });
  const [one, two] = [await mockOf(first.projectId, user), await mockOf(second.projectId, user)];
  expect([one.port, two.port].sort()).toEqual([range, range + 1]);
  expect((await mockOf(third.projectId, user)).port).toBeNull();
  expect(await failureOf(switchPort(third.projectId, true, user))).toMatchObject({ status: 409 });
  expect(await textAt(one.port, '/who')).toBe(first.projectId);

  const projectId = await newProject(client);
  const body = { projectId, environmentName: 'Staging', variables: [] };
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, { body });
  const linkedTo = async () =>
    (await client.call(workspaceRoutes.listEnvironmentVariables, { query: { environmentId } })).variables[0]?.value;
  const link = { params: { id: third.projectId }, body: { environmentId, addressKind: 'port' as const } };
  expect(await failureOf(client.call(calls.linkEnvironment, link))).toMatchObject({ status: 400 });
  await client.call(calls.linkEnvironment, { ...link, params: { id: first.projectId } });
  expect(await linkedTo()).toBe(`http://127.0.0.1:${one.port}`);

  // The port goes to another mock; the link follows its own mock to the remaining address, and back to a new port.
  await switchPort(first.projectId, false, user);
  expect(await linkedTo()).toBe(first.address);
  expect((await switchPort(third.projectId, true, user)).port).toBe(one.port);
  expect(await textAt(one.port, '/who')).toBe(third.projectId);
  await switchPort(second.projectId, false, user);
  expect((await switchPort(first.projectId, true, user)).port).toBe(two.port);
  expect(await linkedTo()).toBe(`http://127.0.0.1:${two.port}`);

  // Another process of this machine takes over the ports when this one ends.
  const next = await createTestServer({ postgresUrl, env: env(range), beside: own });
  try {
    await own.app.stop();
    const asked = () => textAt(two.port, '/who').catch(() => 'none');
    await expect.poll(asked, { timeout: 40_000 }).toBe(first.projectId);
  } finally {
    await next.close();
    await own.close();
  }
}, 120_000);

test('calls in progress on a port are answered when it is removed, and an installation without ports says so', async () => {
  const own = await createTestServer({ postgresUrl, env: env(await freePorts()) });
  try {
    const { client } = await own.createOrganization({ plan: 'ENTERPRISE' });
    const place = await newMock(client);
    await newAsset(client, place, {
      request: { url: '/slow' },
      response: { body: 'slow', fixedDelayMilliseconds: 500 },
    });
    const params = { id: place.projectId };
    const { port } = await client.call(calls.getMock, { params });
    const asked = textAt(port, '/slow');
    const query = { searchTerm: '/slow' };
    const arrived = async () => (await client.call(calls.listJournal, { params, query })).totalElements;
    await expect.poll(arrived, { timeout: 10_000 }).toBe(1);
    const { addresses } = await client.call(calls.switchMockPort, { params, body: { isOn: false } });
    expect(addresses).toHaveLength(1);
    expect(await asked).toBe('slow');
    await expect(fetch(`http://127.0.0.1:${port}/slow`)).rejects.toThrow();
  } finally {
    await own.close();
  }
  const plain = await createTestServer({ postgresUrl });
  try {
    const { client } = await plain.createOrganization({ plan: 'ENTERPRISE' });
    const { projectId } = await newMock(client);
    const given = { params: { id: projectId }, body: { isOn: true } };
    const failure = await failureOf(client.call(calls.switchMockPort, given));
    expect(failure.message).toContain('MOCK_PORTS');
  } finally {
    await plain.close();
  }
}, 60_000);

test('the mock of a deactivated organization is unknown at all its addresses, and back with its state once it is active', async () => {
  const setActive = await organizationSwitch(server);
  const other = await server.createOrganization({ plan: 'ENTERPRISE' });
  const place = await newMock(other.client);
  await newAsset(other.client, place, { request: { url: '/hello' }, response: { body: 'hi' } });
  const { port } = await switchPort(place.projectId, true, other);
  expect(await textAt(port, '/hello')).toBe('hi');
  const at = async (address: string) => {
    const answer = await fetch(`${address}/hello`);
    return [answer.status, await answer.text()];
  };
  expect(await at(place.address)).toEqual([200, 'hi']);
  await setActive(other.organizationId, false);
  const unknown = await at(place.address.replace(/[^/]+$/, 'no-such-mock'));
  await expect.poll(() => at(place.address), { timeout: 20_000 }).toEqual(unknown);
  const refused = () =>
    fetch(`http://127.0.0.1:${port}/hello`).then(
      () => false,
      () => true,
    );
  await expect.poll(refused, { timeout: 20_000 }).toBe(true);
  await setActive(other.organizationId, true);
  await expect.poll(() => at(place.address), { timeout: 20_000 }).toEqual([200, 'hi']);
  expect(await textAt(port, '/hello')).toBe('hi');
});
