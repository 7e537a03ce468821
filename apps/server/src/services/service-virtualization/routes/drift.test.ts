import type { CallInput, Client } from '@touchstone/contracts';
import { type DriftVerdict, serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newAsset, newMock } from '../testing/mock-builders.ts';
import { type RealAnswer, startRealService } from '../testing/real-service.ts';

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

type Order = CallInput<typeof calls.startDriftCheck>['body'];
const begin = (projectId: string, targetUrl: string, order: Partial<Order> = {}) =>
  client.call(calls.startDriftCheck, { body: { projectId, targetUrl, ...order } });
const view = (id: string) => client.call(calls.getDriftCheck, { params: { id } });
const findingsOf = async (id: string, verdict?: DriftVerdict) =>
  (await client.call(calls.listDriftFindings, { params: { id }, query: { size: 200, ...(verdict && { verdict }) } }))
    .content;
async function check(projectId: string, targetUrl: string, order: Partial<Order> = {}) {
  const { checkId } = await begin(projectId, targetUrl, order);
  await expect.poll(async () => (await view(checkId)).status, { timeout: 30_000 }).toBe('finished');
  return { checkId, findings: await findingsOf(checkId) };
}
const json = (value: unknown, headers: Record<string, string> = {}): RealAnswer => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** Records a service's answers to these calls. */
async function recorded(targetUrl: string, requests: [path: string, init?: RequestInit][]) {
  const place = await newMock(client);
  const { projectId, address } = place;
  const { recordingId: id } = await client.call(calls.startRecording, { body: { projectId, targetUrl } });
  for (const [path, init] of requests) await (await fetch(`${address}${path}`, init)).text();
  await client.call(calls.setRecordingStatus, { params: { id }, body: { status: 'stopped' } });
  await client.call(calls.saveRecording, { params: { id }, body: {} });
  return place;
}

test('recorded requests are sent again; differences are reported with their location, and applied as a new version', async () => {
  let version = 1;
  const real = await realService(({ url }, count) =>
    url === '/queue'
      ? json({ left: 5 - (((count - 1) % 2) + version) })
      : url === '/users/1'
        ? json({ name: version === 1 ? 'Ann' : 'Anna', token: `t${version}`, ...(version === 2 && { mail: null }) })
        : url === '/text'
          ? { headers: { 'X-Kind': `v${version}` }, body: `one\ntwo ${version}` }
          : url === '/gone' && version === 2
            ? { status: 410 }
            : json({ url }, { Date: `${version}`, 'X-Request-Id': `${count}` }),
  );
  const paths = ['/same', '/users/1', '/queue', '/queue', '/text', '/gone'];
  const { projectId, address } = await recorded(real.url, [
    ...paths.map((path): [string] => [path]),
    ['/orders', { method: 'POST', body: '{"n":1}' }],
  ]);
  const first = await check(projectId, real.url);
  expect(first.findings.map(({ verdict }) => verdict)).toEqual([
    'same',
    'same',
    'same',
    'same',
    'same',
    'same',
    'skipped',
  ]);
  expect(first.findings.at(-1)?.message).toContain('POST may change the service');
  expect(real.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  version = 2;
  const { checkId, findings } = await check(projectId, real.url, { isSafeOnly: false });
  expect(real.asked.filter(({ method, body }) => method === 'POST' && body === '{"n":1}')).toHaveLength(2);
  expect(findings.map(({ url, verdict }) => `${url} ${verdict}`)).toEqual([
    '/same same',
    '/users/1 changed',
    '/queue changed',
    '/queue changed',
    '/text changed',
    '/gone changed',
    '/orders same',
  ]);
  const [, user, , , text, gone] = findings;
  expect(user?.differences).toEqual([
    { place: 'body $.name', mock: '"Ann"', service: '"Anna"' },
    { place: 'body $.mail', mock: null, service: 'null' },
  ]);
  expect(text?.differences).toEqual([
    { place: 'headers.X-Kind', mock: 'v1', service: 'v2' },
    { place: 'body line 2', mock: 'two 1', service: 'two 2' },
  ]);
  expect(gone?.differences[0]).toEqual({ place: 'status', mock: '200', service: '410' });
  expect(gone?.message).toBe('Status, headers, body changed.');
  const changed = await findingsOf(checkId, 'changed');
  const findingIds = changed.map(({ findingId }) => findingId);
  const apply = () => client.call(calls.applyDrift, { params: { id: checkId }, body: { findingIds } });
  expect(await apply()).toEqual({ applied: 5, left: [] });
  expect((await apply()).left).toHaveLength(5);
  expect(await (await fetch(`${address}/users/1`)).json()).toEqual({ name: 'Anna', token: '***', mail: null });
  expect((await fetch(`${address}/gone`)).status).toBe(410);
  const { content } = await client.call(calls.listAssetVersions, {
    params: { id: user?.assetId ?? '' },
    query: {},
  });
  expect(content.map(({ revision, change }) => [revision, change])).toEqual([
    [2, 'drift check'],
    [1, 'recorded'],
  ]);
  const again = await check(projectId, real.url);
  expect(again.findings.map(({ verdict }) => verdict)).toEqual([
    'same',
    'same',
    'same',
    'same',
    'same',
    'same',
    'skipped',
  ]);
  const list = await client.call(calls.listDriftChecks, { params: { id: projectId }, query: {} });
  expect(list.content.map(({ counts }) => counts.changed)).toEqual([0, 5, 0]);
});

test('optionally only shapes are compared; headers of a check are sent and then deleted', async () => {
  let number = 1;
  const real = await realService(({ headers }) =>
    headers.authorization === 'Bearer s3cr3t' ? json([{ id: number, at: `${number}` }]) : { status: 401 },
  );
  const { projectId } = await recorded(real.url, [['/list', { headers: { Authorization: 'Bearer s3cr3t' } }]]);
  number = 2;
  const headers = [{ name: 'Authorization', value: 'Bearer s3cr3t' }];
  expect((await check(projectId, real.url)).findings[0]?.differences[0]).toMatchObject({ service: '401' });
  expect((await check(projectId, real.url, { headers })).findings[0]).toMatchObject({ verdict: 'changed' });
  const { checkId, findings } = await check(projectId, real.url, { headers, compares: 'shape' });
  expect(findings[0]).toMatchObject({ verdict: 'same' });
  const rows = await server.platform.database.pool.query('select * from service_virtualization.drift_check');
  expect(rows.rows.every(({ headers: kept }) => kept === null)).toBe(true);
  await client.call(calls.deleteDriftCheck, { params: { id: checkId } });
  expect(await failureOf(view(checkId))).toMatchObject({ status: 404 });
});

test("assets that can't be requested have a reason; an unavailable service is reported", async () => {
  const place = await newMock(client);
  const { projectId } = place;
  const real = await realService(() => ({}));
  expect(await failureOf(begin(projectId, real.url))).toMatchObject({
    code: 'SERVICE_VIRTUALIZATION_NOTHING_TO_CHECK',
  });
  const stubs: [stub: Record<string, unknown>, kind?: 'dynamic'][] = [
    [{ request: { urlPattern: '/a.*' }, response: {} }],
    [{ request: { url: '/fault' }, response: { fault: 'EMPTY_RESPONSE' } }],
    [{ request: { url: '/p' }, response: { proxyBaseUrl: 'http://127.0.0.1:1' } }, 'dynamic'],
    [{ request: { url: '/b', method: 'POST', bodyPatterns: [{ contains: 'x' }] }, response: {} }],
    [{ request: { url: '/h', headers: { A: { matches: 'x+' } } }, response: {} }],
    [{ request: { url: '/away' }, response: {} }],
  ];
  for (const [stub, kind] of stubs) await newAsset(client, place, stub, kind && { kind });
  await real.end();
  const { findings } = await check(projectId, real.url, { isSafeOnly: false });
  expect(findings.map(({ verdict, message }) => `${verdict}: ${message}`)).toEqual([
    'skipped: Its address is a pattern: no address to ask is known.',
    'skipped: Its answer is a fault.',
    'skipped: It asks another service itself.',
    'skipped: Its body is a pattern: no body to send is known.',
    'skipped: It does not match the request that can be made of it, such as a header that it asks for.',
    expect.stringMatching(/^unreachable: .*ECONNREFUSED/),
  ]);
  expect(await failureOf(begin(projectId, place.address))).toMatchObject({ status: 400 });
});

test("a check can be cancelled; a project runs one at a time; a template's answer is not replaced", async () => {
  const held: (() => void)[] = [];
  let isHolding = false;
  const real = await realService(async () => {
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    return json({ real: true });
  });
  const place = await newMock(client);
  const { projectId } = place;
  const template = { body: '{{request.path}}', transformers: ['response-template'] };
  await newAsset(client, place, { request: { url: '/t' }, response: template }, { kind: 'dynamic' });
  const { checkId, findings } = await check(projectId, real.url);
  expect(findings).toMatchObject([{ verdict: 'changed', canApply: false }]);
  const body = { findingIds: findings.map(({ findingId }) => findingId) };
  expect(await client.call(calls.applyDrift, { params: { id: checkId }, body })).toMatchObject({ applied: 0 });
  const response = { headers: { 'Content-Type': 'application/json' }, jsonBody: { real: true } };
  for (let n = 0; n < 20; n += 1) await newAsset(client, place, { request: { url: `/s/${n}` }, response });
  isHolding = true;
  const started = await begin(projectId, real.url);
  // The service answers after the check was cancelled.
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(8);
  expect(await failureOf(begin(projectId, real.url))).toMatchObject({ status: 409 });
  expect(await client.call(calls.cancelDriftCheck, { params: { id: started.checkId }, body: {} })).toMatchObject({
    status: 'cancelled',
  });
  for (const answer of held.splice(0)) answer();
  // Requests in progress are reported; no others are sent.
  await expect.poll(async () => (await view(started.checkId)).counts.same).toBe(7);
  expect(await view(started.checkId)).toMatchObject({
    status: 'cancelled',
    total: 21,
    counts: { changed: 1, waiting: 13 },
  });
});
