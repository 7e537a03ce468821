import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { CallInput, Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, inLength, type TestServer } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { changeMock, newAsset, newKey, newMock } from '../testing/mock-builders.ts';
import { startRealService } from '../testing/real-service.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
});
afterAll(() => server.close());
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function realService(answer: Parameters<typeof startRealService>[0]) {
  const real = await startRealService(answer);
  ends.push(real.end);
  return real;
}

type Start = CallInput<typeof calls.startRecording>['body'];
const start = (projectId: string, targetUrl: string, options: Partial<Start> = {}) =>
  client.call(calls.startRecording, { body: { projectId, targetUrl, ...options } });
const setStatus = (id: string, status: 'recording' | 'paused' | 'stopped') =>
  client.call(calls.setRecordingStatus, { params: { id }, body: { status } });
const preview = (id: string, body: Partial<CallInput<typeof calls.previewRecording>['body']> = {}) =>
  client.call(calls.previewRecording, { params: { id }, body: { size: 200, ...body } });
const save = (id: string, body: Partial<CallInput<typeof calls.saveRecording>['body']> = {}) =>
  client.call(calls.saveRecording, { params: { id }, body });
const recordedUrls = async (id: string) =>
  (await client.call(calls.listRecordedCalls, { params: { id }, query: { size: 200 } })).content
    .map(({ method, url }) => `${method} ${url}`)
    .toReversed();
const textAt = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();
const assetsOf = async (projectId: string) => {
  const { content } = await client.call(calls.listAssets, { params: { id: projectId }, query: { size: 200 } });
  return Promise.all(content.map(({ assetId: id }) => client.call(calls.getAsset, { params: { id } })));
};

test('a service is recorded, previewed, saved and then replaced by the mock', async () => {
  const real = await realService(({ url }, count) => ({
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': `${count}` },
    body: url === '/queue' ? JSON.stringify({ left: 3 - count }) : JSON.stringify({ url }),
  }));
  const { projectId, address } = await newMock(client);
  const { recordingId, status } = await start(projectId, real.url);
  expect(status).toBe('recording');
  const paths = ['/orders?open=true', '/queue', '/queue', '/orders?open=true', '/queue', '/orders?open=true'];
  const seen: string[] = [];
  for (const path of paths) seen.push(await textAt(`${address}${path}`));
  expect(await recordedUrls(recordingId)).toEqual(paths.map((path) => `GET ${path}`));
  expect(await client.call(calls.getRecording, { params: { id: recordingId } })).toMatchObject({ count: 6 });
  expect(await failureOf(preview(recordingId))).toMatchObject({ status: 409 });
  await setStatus(recordingId, 'stopped');
  const planned = await preview(recordingId);
  expect(planned.content.map(({ path, calls: of, step }) => [path, of, step?.step, step?.of])).toEqual([
    ['/orders?open=true', 3, undefined, undefined],
    ['/queue', 1, 1, 3],
    ['/queue', 1, 2, 3],
    ['/queue', 1, 3, 3],
  ]);
  expect(planned).toMatchObject({ calls: 6, scenarios: 1, totalElements: 4 });
  expect((await preview(recordingId, { repeats: 'last' })).totalElements).toBe(2);
  expect(await save(recordingId)).toMatchObject({ created: 4, disabled: 0 });
  await real.end();
  const replayed: string[] = [];
  for (const path of paths) replayed.push(await textAt(`${address}${path}`));
  expect(replayed).toEqual(seen);
  const { suites } = await client.call(calls.listSuites, { params: { id: projectId } });
  expect(suites.map(({ name }) => name)).toContain('Recorded');
  const { content } = await client.call(calls.listRecordings, { params: { id: projectId }, query: {} });
  expect(content[0]?.savedAt).not.toBeNull();
  // A second recording into the same project gets its own scenarios.
  expect(new Set((await assetsOf(projectId)).map(({ scenarioName }) => scenarioName)).size).toBe(2);
});

const encodings = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync };
const bytesOf = (seed: number, length: number) =>
  Uint8Array.from({ length }, (_, at) => (seed * 31 + at * at * 7 + (at >> 3)) % 256);

test(`recorded calls replay byte-identical and in order, nothing is made twice (${inLength(200, 1000)} calls)`, {
  timeout: 240_000,
}, async () => {
  const total = inLength(200, 1000);
  const names = Object.keys(encodings) as (keyof typeof encodings)[];
  const real = await realService(({ method, url, body }, count) => {
    const number = Number(/\d+/.exec(url)?.[0]);
    const isFixed = number % 5 === 0;
    const seed = number + body.length + (isFixed ? 0 : count * 13);
    const content =
      number % 2 === 0
        ? bytesOf(seed, 20 + (seed % 300))
        : Buffer.from(JSON.stringify({ method, url, ü: 'ß\u2028', n: isFixed ? 0 : count }));
    const encoding = number % 3 === 0 ? names[number % names.length] : undefined;
    return {
      status: 200 + (number % 3),
      headers: {
        'Content-Type': number % 2 === 0 ? 'application/octet-stream' : 'application/json',
        'X-Count': isFixed ? '0' : String(count),
        ...(encoding && { 'Content-Encoding': encoding }),
      },
      body: encoding ? encodings[encoding](content) : content,
    };
  });
  const sent = Array.from({ length: total }, (_, n) => ({
    path: `/r/${(n * 7) % Math.ceil(total / 5)}`,
    body: n % 3 === 0 ? `{"n":${n % 2}}` : n % 7 === 0 ? bytesOf(n % 2, 40) : undefined,
  }));
  const { projectId, address } = await newMock(client);
  const run = async () => {
    const seen: string[] = [];
    for (const { path, body } of sent) {
      const response = await fetch(`${address}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        ...(body !== undefined && { body }),
      });
      const bytes = Buffer.from(await response.arrayBuffer()).toString('base64');
      seen.push(`${response.status} ${response.headers.get('x-count')} ${bytes}`);
    }
    return seen;
  };
  const { recordingId } = await start(projectId, real.url);
  const recorded = await run();
  await setStatus(recordingId, 'stopped');
  const { calls: count, totalElements } = await preview(recordingId);
  expect(count).toBe(total);
  const { created } = await save(recordingId);
  expect(created).toBe(totalElements);
  await real.end();
  expect(await run()).toEqual(recorded);
  // Requests with a constant answer become one asset each; the others as many as they had answers.
  const keys = sent.map(({ path, body }) => `${path} ${body === undefined ? '' : Buffer.from(body).toString('hex')}`);
  const isFixed = (key: string) => Number(/\d+/.exec(key)?.[0]) % 5 === 0;
  const fixed = new Set(keys.filter(isFixed)).size;
  expect(created).toBe(fixed + keys.filter((key) => !isFixed(key)).length);
  expect(real.asked).toHaveLength(total);
});

test('credentials are masked before anything is stored', async () => {
  const real = await realService(() => ({
    headers: {
      'Content-Type': 'application/json',
      'Set-Cookie': 'sid=s3cr3t-cookie; HttpOnly',
      'X-Key': 's3cr3t-variable',
    },
    body: '{"user":"ann","access_token":"s3cr3t-token","pin":"1"}',
  }));
  const { projectId, address } = await newMock(client);
  await client.call(calls.createVariables, {
    body: { projectId, variables: [{ name: 'key', value: 's3cr3t-variable', isSecret: true }] },
  });
  const { recordingId } = await start(projectId, real.url, { matchHeaders: ['Authorization', 'Accept'] });
  const answer = await fetch(`${address}/login?api_key=s3cr3t-query&x=1`, {
    method: 'POST',
    headers: { Authorization: 'Bearer s3cr3t-bearer', Cookie: 'sid=s3cr3t-sent', Accept: 'application/json' },
    body: '{"password":"s3cr3t-password"}',
  });
  // The recording caller gets the real answer.
  expect(await answer.text()).toContain('s3cr3t-token');
  expect(real.asked[0]?.headers.authorization).toBe('Bearer s3cr3t-bearer');
  const rows = await server.platform.database.pool.query('select * from service_virtualization.recorded_call');
  expect(JSON.stringify(rows.rows)).not.toContain('s3cr3t');
  await setStatus(recordingId, 'stopped');
  await save(recordingId);
  const [asset] = await assetsOf(projectId);
  expect(JSON.stringify(asset)).not.toContain('s3cr3t');
  expect(asset?.stub).toMatchObject({
    request: {
      urlPath: '/login',
      queryParameters: { api_key: { matches: '.+' }, x: { equalTo: '1' } },
      headers: { Authorization: { matches: '.+' }, Accept: { equalTo: 'application/json' } },
    },
    response: { headers: { 'Set-Cookie': 'sid=***; HttpOnly', 'X-Key': '***' } },
  });
  const replay = await fetch(`${address}/login?api_key=other&x=1`, {
    method: 'POST',
    headers: { Authorization: 'Bearer other', Accept: 'application/json' },
    body: '{"password":"other"}',
  });
  expect(await replay.json()).toEqual({ user: 'ann', access_token: '***', pin: '1' });
});

test('rules define what is recorded; partially recorded mocks answer with their stubs; a paused one records nothing', async () => {
  const real = await realService(({ url }) => ({ body: `real ${url}` }));
  const place = await newMock(client);
  const { projectId, address } = place;
  await newAsset(client, place, { request: { urlPath: '/known' }, response: { body: 'stub' } });
  const first = await start(projectId, real.url, {
    isPartial: true,
    methods: ['GET'],
    paths: ['/api/**', '/known'],
    exceptPaths: ['/api/*/private'],
  });
  expect(await textAt(`${address}/known`)).toBe('stub');
  for (const path of ['/api/a', '/api/b/private', '/other', '/api/b/c/d'])
    expect(await textAt(`${address}${path}`)).toBe(`real ${path}`);
  await textAt(`${address}/api/a`, { method: 'POST' });
  expect(await recordedUrls(first.recordingId)).toEqual(['GET /api/a', 'GET /api/b/c/d']);
  await setStatus(first.recordingId, 'paused');
  expect(await textAt(`${address}/api/paused`)).toBe('real /api/paused');
  await setStatus(first.recordingId, 'recording');
  expect(await textAt(`${address}/api/again`)).toBe('real /api/again');
  expect((await recordedUrls(first.recordingId)).at(-1)).toBe('GET /api/again');
  await setStatus(first.recordingId, 'stopped');
  expect((await fetch(`${address}/other`)).status).toBe(404);
  expect(await failureOf(setStatus(first.recordingId, 'recording'))).toMatchObject({ status: 409 });
  // Not partial: the service answers even if a stub would.
  const second = await start(projectId, real.url);
  expect(await textAt(`${address}/known`)).toBe('real /known');
  expect(await failureOf(start(projectId, real.url))).toMatchObject({ status: 409 });
  expect(await failureOf(client.call(calls.deleteRecording, { params: { id: second.recordingId } }))).toMatchObject({
    status: 409,
  });
  await setStatus(second.recordingId, 'stopped');
  await client.call(calls.deleteRecording, { params: { id: second.recordingId } });
  expect(await failureOf(recordedUrls(second.recordingId))).toMatchObject({ status: 404 });
});

test('requests that differ only in values that their answers repeat become one asset with a template', async () => {
  const real = await realService(({ method, url, body }) => ({
    headers: { 'Content-Type': 'application/json', Location: url },
    body:
      method === 'POST'
        ? JSON.stringify({ ok: true, ...(JSON.parse(body) as object) })
        : JSON.stringify({ id: Number(url.split('/')[2]), self: url }),
  }));
  const { projectId, address } = await newMock(client);
  const { recordingId } = await start(projectId, real.url);
  for (const path of ['/users/11', '/users/12', '/users/13', '/plain']) await textAt(`${address}${path}`);
  const post = (name: string) =>
    textAt(`${address}/users`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    });
  for (const name of ['Ann', 'Bob']) await post(name);
  await setStatus(recordingId, 'stopped');
  expect((await preview(recordingId)).totalElements).toBe(6);
  const planned = await preview(recordingId, { parameterises: true });
  expect(planned.content.map(({ path, calls: of, isParameterised }) => [path, of, isParameterised])).toEqual([
    ['/users/{id}', 3, true],
    ['/plain', 1, false],
    ['/users', 2, true],
  ]);
  const leaveOut = [planned.content[1]!.callId];
  expect(await save(recordingId, { parameterises: true, leaveOut, suiteName: 'Users' })).toMatchObject({ created: 2 });
  await real.end();
  expect(JSON.parse(await textAt(`${address}/users/77`))).toEqual({ id: 77, self: '/users/77' });
  expect(JSON.parse(await post('Cy "C"'))).toEqual({ ok: true, name: 'Cy "C"' });
  expect((await fetch(`${address}/plain`)).status).toBe(404);
});

test('invalid addresses and addresses of the mock itself are refused with a reason', async () => {
  const { projectId, address } = await newMock(client);
  expect(await failureOf(start(projectId, address))).toMatchObject({ code: 'SERVICE_VIRTUALIZATION_UPSTREAM_IS_MOCK' });
  expect(await failureOf(start(projectId, 'http://169.254.169.254'))).toMatchObject({
    code: 'SERVICE_VIRTUALIZATION_UPSTREAM_REFUSED',
  });
  expect(await failureOf(start(projectId, 'https://user:pass@example.com'))).toMatchObject({ status: 400 });
  // Two mocks that call each other: the cycle is detected where it closes.
  const other = await newMock(client);
  await changeMock(client, other.projectId, { proxyTo: address });
  const { recordingId } = await start(projectId, other.address);
  const circle = await fetch(`${address}/round`);
  expect(circle.status).toBe(508);
  expect(await circle.text()).toContain('leads back to this mock');
  await setStatus(recordingId, 'stopped');
  const away = await realService(() => ({}));
  await away.end();
  const next = await start(projectId, away.url);
  const answer = await fetch(`${address}/away`);
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain(`${away.url}/away could not be reached`);
  expect(await recordedUrls(next.recordingId)).toEqual([]);
  const { content } = await client.call(calls.listJournal, { params: { id: projectId }, query: {} });
  const entry = await client.call(calls.getJournalEntry, { params: { id: content[0]!.entryId } });
  expect(entry.notes.join()).toContain('could not be reached');
});

/** The admin API for a mock's recordings. */
const adminOf = (address: string, key: string) => async (method: string, path: string, body?: object) => {
  const response = await fetch(`${address}/__admin/recordings/${path}`, {
    method,
    headers: { Authorization: `Token ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, value: text === '' ? undefined : (JSON.parse(text) as unknown) };
};

test.each([
  ['hides credentials', {}, false],
  ['keeps credentials where it is told to', { masksSecrets: false }, true],
])('a recording through the admin API %s', async (_name, options, isThere) => {
  const real = await realService(() => ({ body: 'ok' }));
  const { projectId, address } = await newMock(client);
  const admin = adminOf(address, await newKey(client, projectId));
  expect(await admin('POST', 'start', { targetBaseUrl: real.url, ...options })).toMatchObject({ status: 200 });
  await textAt(`${address}/login?api_key=s3cr3t`);
  await admin('POST', 'stop');
  expect(JSON.stringify(await assetsOf(projectId)).includes('s3cr3t')).toBe(isThere);
});

test("WireMock's clients record through the admin API, with the same recordings", async () => {
  const real = await realService(({ url }, count) => ({ body: `${url} ${count}` }));
  const { projectId, address } = await newMock(client);
  const key = await newKey(client, projectId);
  const admin = adminOf(address, key);
  expect((await admin('GET', 'status')).value).toEqual({ status: 'NeverStarted' });
  expect((await admin('POST', 'stop')).status).toBe(400);
  expect((await admin('POST', 'start', { targetBaseUrl: address })).status).toBe(422);
  const filters = { urlPathPattern: '/keep/.*' };
  expect(await admin('POST', 'start', { targetBaseUrl: real.url, filters })).toMatchObject({ status: 200 });
  expect((await admin('GET', 'status')).value).toEqual({ status: 'Recording' });
  for (const path of ['/keep/a', '/keep/a', '/skip'])
    await textAt(`${address}${path}`, { headers: { 'X-Mock-Key': key } });
  expect(real.asked.every(({ headers }) => headers['x-mock-key'] === undefined)).toBe(true);
  const { content } = await client.call(calls.listRecordings, { params: { id: projectId }, query: {} });
  expect(content).toMatchObject([{ status: 'recording', startedByName: 'Admin API', count: 2 }]);
  expect((await admin('POST', 'stop')).value).toMatchObject({ meta: { total: 2 } });
  expect((await admin('GET', 'status')).value).toEqual({ status: 'Stopped' });
  const all = await client.call(calls.listRecordings, { params: { id: projectId }, query: {} });
  expect(all.content[0]?.savedAt).not.toBeNull();
  expect(await assetsOf(projectId)).toHaveLength(2);
  expect(await textAt(`${address}/keep/a`)).toBe('/keep/a 1');
  expect(await textAt(`${address}/keep/a`)).toBe('/keep/a 2');
  await changeMock(client, projectId, { proxyTo: real.url });
  await textAt(`${address}/snap`);
  const snapshot = await admin('POST', 'snapshot', { filters: { url: '/snap' }, outputFormat: 'IDS' });
  expect(snapshot.value).toMatchObject({ meta: { total: 1 } });
  await changeMock(client, projectId, { proxyTo: null });
  expect(await textAt(`${address}/snap`)).toBe('/snap 1');
});
