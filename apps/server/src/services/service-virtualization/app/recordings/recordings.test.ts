import type { CallInput, Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type MockPlace, newAsset, newKey, newMock } from '../../testing/mock-builders.ts';
import { startRealService } from '../../testing/real-service.ts';
import { auditOf, refusalOf } from '../../testing/seen-by.ts';

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
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
async function realService(answer: Parameters<typeof startRealService>[0]) {
  const real = await startRealService(answer);
  ends.push(real.end);
  return real;
}

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
type Start = CallInput<typeof calls.startRecording>['body'];
type Save = CallInput<typeof calls.saveRecording>['body'];
const start = (projectId: string, targetUrl: string, options: Partial<Start> = {}, by = client) =>
  by.call(calls.startRecording, { body: { projectId, targetUrl, ...options } });
const setStatus = (id: string, status: 'recording' | 'paused' | 'stopped', by = client) =>
  by.call(calls.setRecordingStatus, { params: { id }, body: { status } });
const view = (id: string) => client.call(calls.getRecording, { params: { id } });
const list = (id: string, query: object = {}) => client.call(calls.listRecordings, { params: { id }, query });
const recordedCalls = (id: string, query: object = {}) =>
  client.call(calls.listRecordedCalls, { params: { id }, query });
const preview = (id: string, body: object = {}) => client.call(calls.previewRecording, { params: { id }, body });
const save = (id: string, body: Partial<Save> = {}, by = client) =>
  by.call(calls.saveRecording, { params: { id }, body });
const remove = (id: string) => client.call(calls.deleteRecording, { params: { id } });
const textAt = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();
const assetsOf = async (id: string, by = client) =>
  (await by.call(calls.listAssets, { params: { id }, query: { size: 100 } })).content.toReversed();
const plain = { 'Content-Type': 'text/plain' };
const notFound = [404, 'RECORDING_NOT_FOUND', 'No such recording, or you have no access to it.'];
const underWay = [409, 'RECORDING_UNDER_WAY', 'This recording is under way. Stop it first.'];

/** A stopped recording of calls to these paths. */
async function recorded(paths: string[], answer: Parameters<typeof startRealService>[0], by = client) {
  const real = await realService(answer);
  const place = await newMock(by);
  const { recordingId } = await start(place.projectId, real.url, {}, by);
  for (const path of paths) await textAt(`${place.address}${path}`);
  await setStatus(recordingId, 'stopped', by);
  return { ...place, recordingId, real };
}

test('a recording is returned with all fields from start to end, and both are audited', async () => {
  const real = await realService(({ url }) => ({ status: 203, headers: plain, body: `real ${url}` }));
  const { projectId, address } = await newMock(client);
  const options = {
    isPartial: true,
    methods: ['GET'],
    paths: ['/**'],
    exceptPaths: ['/not'],
    matchHeaders: ['Accept'],
    masksSecrets: false,
  };
  const started = await start(projectId, real.url, options);
  const { recordingId } = started;
  const shown = {
    recordingId: expect.any(String),
    projectId,
    targetUrl: real.url,
    status: 'recording',
    options,
    count: 0,
    sizeBytes: 0,
    problem: null,
    startedAt: instant,
    startedByName: 'Ada Admin',
    stoppedAt: null,
    savedAt: null,
  };
  expect(started).toEqual(shown);
  for (const path of ['/a', '/b?x=1', '/not']) await textAt(`${address}${path}`);
  expect(await setStatus(recordingId, 'recording')).toEqual({ ...shown, count: 2, sizeBytes: 18 });
  expect(await setStatus(recordingId, 'paused')).toMatchObject({ status: 'paused', stoppedAt: null });
  expect(await setStatus(recordingId, 'recording')).toMatchObject({ status: 'recording', stoppedAt: null });
  const stopped = await setStatus(recordingId, 'stopped');
  expect(stopped).toEqual({ ...shown, recordingId, status: 'stopped', count: 2, sizeBytes: 18, stoppedAt: instant });
  expect(await setStatus(recordingId, 'stopped')).toEqual(stopped);
  expect(await view(recordingId)).toEqual(stopped);
  expect(await list(projectId)).toEqual({ page: 0, size: 10, totalElements: 1, content: [stopped] });
  const call = { callId: expect.any(String), at: instant, method: 'GET', status: 203, contentType: 'text/plain' };
  const [a, b] = [
    { ...call, url: '/a', sizeBytes: 7 },
    { ...call, url: '/b?x=1', sizeBytes: 11 },
  ];
  expect(await recordedCalls(recordingId)).toEqual({ page: 0, size: 10, totalElements: 2, content: [b, a] });
  const second = { page: 1, size: 1, totalElements: 2, content: [a] };
  expect(await recordedCalls(recordingId, { page: 1, size: 1 })).toEqual(second);
  const ended = [409, 'RECORDING_ENDED', 'This recording was stopped. Start a new one.'];
  expect(await refusalOf(setStatus(recordingId, 'paused'))).toEqual(ended);
  expect(await auditOf(server, projectId)).toEqual([
    { action: 'mock.recording-started', detail: { targetUrl: real.url }, userId: owner.userId },
    { action: 'mock.recording-stopped', detail: null, userId: owner.userId },
  ]);
});

describe('a recording is refused', () => {
  test('if one is running, or the address belongs to the mock itself', async () => {
    const real = await realService(() => ({}));
    const { projectId, address } = await newMock(client);
    const { recordingId } = await start(projectId, real.url);
    expect(await refusalOf(start(projectId, real.url))).toEqual([
      409,
      'ALREADY_RECORDING',
      'This mock records already. Stop that recording first.',
    ]);
    await setStatus(recordingId, 'paused');
    expect((await refusalOf(start(projectId, real.url)))[1]).toBe('ALREADY_RECORDING');
    for (const ask of [preview, save, remove]) expect(await refusalOf(ask(recordingId))).toEqual(underWay);
    await setStatus(recordingId, 'stopped');
    for (const own of [address, `${address}/deeper`, `${address}/`])
      expect(await refusalOf(start(projectId, own))).toEqual([
        400,
        'UPSTREAM_IS_MOCK',
        'This is the address of the mock itself. Give that of the real service.',
      ]);
    expect((await start(projectId, `${address}-other`)).status).toBe('recording');
  });

  test('if the address policy denies its address', async () => {
    const { projectId } = await newMock(client);
    for (const address of ['http://169.254.169.254', 'https://169.254.169.254/latest', 'http://[fe80::1]:8080'])
      expect(await refusalOf(start(projectId, address))).toEqual([
        400,
        'UPSTREAM_REFUSED',
        expect.stringMatching(/^This address can’t be used: .+/),
      ]);
    expect((await list(projectId)).totalElements).toBe(0);
  });

  test('if it does not exist', async () => {
    const pause = (id: string) => setStatus(id, 'paused');
    for (const ask of [view, pause, recordedCalls, preview, save, remove])
      expect(await refusalOf(ask(newId()))).toEqual(notFound);
  });
});

test('ten stopped recordings are kept for up to thirty days', async () => {
  const { projectId, recordingId, real } = await recorded(['/a'], () => ({ body: 'a' }));
  const { pool } = server.platform.database;
  await pool.query(
    `insert into service_virtualization.recording (id, organization_id, project_id, target_url, status, options,
       started_at, started_by_name, stopped_at)
     select gen_random_uuid(), organization_id, project_id, target_url, status, options,
       started_at + n * interval '1 millisecond', started_by_name, stopped_at
     from service_virtualization.recording, generate_series(1, 9) n where id = $1`,
    [recordingId],
  );
  expect((await list(projectId)).content.at(-1)?.recordingId).toBe(recordingId);
  const next = await start(projectId, real.url);
  const kept = await list(projectId);
  expect([kept.totalElements, kept.content[0]?.recordingId]).toEqual([10, next.recordingId]);
  expect(await refusalOf(view(recordingId))).toEqual(notFound);
  const age = (interval: string, offset: number) =>
    pool.query(
      `update service_virtualization.recording set stopped_at = now() - $2::interval
       where id = (select id from service_virtualization.recording where project_id = $1 and status = 'stopped'
         order by started_at desc offset $3 limit 1)`,
      [projectId, interval, offset],
    );
  await age('30 days 1 minute', 0);
  await age('29 days 23 hours 59 minutes', 1);
  await server.platform.jobs.send('service-virtualization.recordings', {});
  await vi.waitFor(async () => expect((await list(projectId)).totalElements).toBe(9), { timeout: 15_000 });
  await setStatus(next.recordingId, 'stopped');
  const params = { id: next.recordingId };
  expect(await client.call(calls.deleteRecording, { params })).toEqual({ message: 'Deleted' });
  expect((await list(projectId)).totalElements).toBe(8);
});

describe('assets of a recording', () => {
  const answer = ({ url }: { url: string }, count: number) => ({
    status: 201,
    headers: plain,
    body: url.startsWith('/q') ? `${count}` : `at ${url}`,
  });
  const paths = ['/a?x=1', '/q', '/q', '/users/11', '/users/12'];

  test('are previewed with all fields, and none is created yet', async () => {
    const { projectId, recordingId } = await recorded(paths, answer);
    const { content: made } = await recordedCalls(recordingId);
    const [last, , second, first, a] = made.map(({ callId }) => callId);
    const proposed = { method: 'GET', status: 201, calls: 1, step: null, isParameterised: false };
    const step = (number: number) => ({ scenario: expect.any(String), step: number, of: 2 });
    const all = [
      { ...proposed, callId: a, name: 'GET /a', path: '/a?x=1', sizeBytes: 9 },
      { ...proposed, callId: first, name: 'GET /q', path: '/q', sizeBytes: 1, step: step(1) },
      { ...proposed, callId: second, name: 'GET /q', path: '/q', sizeBytes: 1, step: step(2) },
      { ...proposed, callId: expect.any(String), name: 'GET /users/11', path: '/users/11', sizeBytes: 12 },
      { ...proposed, callId: last, name: 'GET /users/12', path: '/users/12', sizeBytes: 12 },
    ];
    expect(await preview(recordingId)).toEqual({
      content: all,
      totalElements: 5,
      page: 0,
      size: 10,
      calls: 5,
      scenarios: 1,
    });
    expect(await preview(recordingId, { page: 1, size: 2 })).toEqual({
      content: all.slice(2, 4),
      totalElements: 5,
      page: 1,
      size: 2,
      calls: 5,
      scenarios: 1,
    });
    const fewer = await preview(recordingId, { repeats: 'last', parameterises: true });
    expect(
      fewer.content.map(({ name, path, calls: of, isParameterised }) => [name, path, of, isParameterised]),
    ).toEqual([
      ['GET /a', '/a?x=1', 1, false],
      ['GET /q', '/q', 2, false],
      ['GET /users/{id}', '/users/{id}', 2, true],
    ]);
    expect(fewer).toMatchObject({ scenarios: 0, calls: 5, totalElements: 3 });
    expect(await assetsOf(projectId)).toEqual([]);
    expect((await view(recordingId)).savedAt).toBeNull();
  });

  test('are created in the suite of the given name or id, or in a new one', async () => {
    const { projectId, suiteId, recordingId } = await recorded(['/a'], answer);
    const suites = async () =>
      (await client.call(calls.listSuites, { params: { id: projectId } })).suites.map((one) => [one.name, one.suiteId]);
    const first = await save(recordingId);
    expect(first).toEqual({ suiteId: expect.any(String), created: 1, disabled: 0 });
    expect(await suites()).toEqual([
      ['Default', suiteId],
      ['Recorded', first.suiteId],
    ]);
    expect((await save(recordingId)).suiteId).toBe(first.suiteId);
    expect((await save(recordingId, { suiteName: 'DEFAULT' })).suiteId).toBe(suiteId);
    expect((await save(recordingId, { suiteId, suiteName: 'Ignored' })).suiteId).toBe(suiteId);
    const named = await save(recordingId, { suiteName: 'Named' });
    expect(await suites()).toEqual([
      ['Default', suiteId],
      ['Named', named.suiteId],
      ['Recorded', first.suiteId],
    ]);
    const inner = await client.call(calls.createSuite, { body: { projectId, parentId: suiteId, name: 'Deep' } });
    expect((await save(recordingId, { suiteName: 'Deep' })).suiteId).not.toBe(inner.suiteId);
    const foreign = await newMock(client);
    expect(await refusalOf(save(recordingId, { suiteId: foreign.suiteId }))).toEqual([
      404,
      'SUITE_NOT_FOUND',
      'No such suite, or you have no access to it.',
    ]);
    const audits: [string, object][] = (await auditOf(server, projectId))
      .filter(({ action }) => action === 'mock.recording-saved')
      .map(({ action, detail }) => [action, detail as object]);
    expect(audits).toEqual(Array(6).fill(['mock.recording-saved', { created: 1 }]));
  });

  test('include the selected calls, answer as the service did, and the recording shows when it was saved', async () => {
    const { projectId, address, recordingId } = await recorded(['/a', '/b', '/q', '/q'], answer);
    const { content } = await preview(recordingId);
    const ids = content.map(({ callId }) => callId);
    expect(await refusalOf(save(recordingId, { leaveOut: ids }))).toEqual([
      409,
      'NOTHING_RECORDED',
      'Nothing of this recording is chosen.',
    ]);
    const colleague = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Bea', lastName: 'Baker' });
    const saved = await save(recordingId, { leaveOut: ids.slice(1, 2) }, colleague.client);
    expect(saved).toMatchObject({ created: 3, disabled: 0 });
    expect((await view(recordingId)).savedAt).toEqual(instant);
    const assets = await assetsOf(projectId);
    expect(
      assets.map(({ name, kind, status, isEnabled, tags, createdByName }) => [
        name,
        kind,
        status,
        isEnabled,
        tags,
        createdByName,
      ]),
    ).toEqual([
      ['GET /a', 'static', '201', true, [], 'Bea Baker'],
      ['GET /q (1 of 2)', 'dynamic', '201', true, [], 'Bea Baker'],
      ['GET /q (2 of 2)', 'dynamic', '201', true, [], 'Bea Baker'],
    ]);
    const params = { id: assets[0]?.assetId ?? '' };
    const versions = await client.call(calls.listAssetVersions, { params, query: {} });
    expect(versions.content).toMatchObject([{ revision: 1, change: 'recorded', createdByName: 'Bea Baker' }]);
    const seen = [];
    for (const path of ['/a', '/q', '/q']) seen.push(await textAt(`${address}${path}`));
    expect(seen).toEqual(['at /a', '1', '2']);
    expect((await fetch(`${address}/b`)).status).toBe(404);
  });

  test('are enabled as far as the plan allows, and disabled on request', async () => {
    const own = await server.createOrganization({ plan: 'PRO' });
    const many = ['/1', '/2', '/3'];
    const { projectId, recordingId, suiteId } = await recorded(many, answer, own.client);
    await newAsset(own.client, { projectId, suiteId }, { request: { url: '/own' }, response: {} });
    const enabled = async () => (await assetsOf(projectId, own.client)).map(({ isEnabled }) => isEnabled);
    const off = await save(recordingId, { isEnabled: false }, own.client);
    expect(off).toMatchObject({ created: 3, disabled: 0 });
    expect(await enabled()).toEqual([true, false, false, false]);
    expect(await save(recordingId, {}, own.client)).toMatchObject({ created: 3, disabled: 0 });
    expect(await save(recordingId, {}, own.client)).toMatchObject({ created: 3, disabled: 2 });
    expect((await enabled()).slice(4)).toEqual([true, true, true, true, false, false]);
  });

  test('are created in order, in batches of a hundred', async () => {
    const many = Array.from({ length: 201 }, (_, n) => `/n${n}`);
    const { projectId, recordingId } = await recorded(many, answer);
    expect(await save(recordingId)).toMatchObject({ created: 201 });
    const pages = await Promise.all(
      [0, 1].map((page) => client.call(calls.listAssets, { params: { id: projectId }, query: { page, size: 200 } })),
    );
    const names = pages.flatMap(({ content }) => content.map(({ name }) => name)).toReversed();
    expect(names).toEqual(many.map((path) => `GET ${path}`));
  });
});

describe('WireMock clients record', () => {
  let place: MockPlace;
  let admin: (path: string, body?: object) => Promise<[number, Record<string, never>]>;
  beforeAll(async () => {
    place = await newMock(client);
    const key = await newKey(client, place.projectId);
    admin = async (path, body) => {
      const answer = await fetch(`${place.address}/__admin/recordings/${path}`, {
        method: path === 'status' ? 'GET' : 'POST',
        headers: { Authorization: `Token ${key}` },
        ...(body && { body: JSON.stringify(body) }),
      });
      return [answer.status, (await answer.json().catch(() => ({}))) as Record<string, never>];
    };
  });

  test('with the same recordings, whose assets belong to the admin API', async () => {
    const real = await realService(({ url }, count) => ({ headers: plain, body: `${url} ${count}` }));
    const { projectId, address } = place;
    expect(await admin('status')).toEqual([200, { status: 'NeverStarted' }]);
    const [refused, reason] = await admin('start', { targetBaseUrl: address });
    expect([refused, JSON.stringify(reason)]).toEqual([
      422,
      expect.stringContaining('This is the address of the mock itself. Give that of the real service.'),
    ]);
    expect(await admin('stop')).toEqual([400, expect.anything()]);
    const captureHeaders = { Accept: {}, 'X-A': { caseInsensitive: true } };
    const order = { targetBaseUrl: real.url, captureHeaders, repeatsAsScenarios: false };
    expect((await admin('start', order))[0]).toBe(200);
    expect(await admin('status')).toEqual([200, { status: 'Recording' }]);
    // As in WireMock, a running recording continues.
    expect(await admin('start', order)).toEqual([200, {}]);
    const [own] = (await list(projectId)).content;
    expect(own).toMatchObject({
      targetUrl: real.url,
      startedByName: 'Admin API',
      options: { methods: [], paths: [], exceptPaths: [], matchHeaders: ['Accept', 'X-A'], masksSecrets: true },
    });
    for (const path of ['/a', '/a', '/b']) await textAt(`${address}${path}`);
    const [stopped, stubs] = await admin('stop');
    expect(stopped).toBe(200);
    expect((stubs as unknown as { mappings: { name: string; id: string }[] }).mappings).toHaveLength(2);
    expect(await admin('status')).toEqual([200, { status: 'Stopped' }]);
    const [recording] = (await list(projectId)).content;
    expect(recording).toMatchObject({ status: 'stopped', savedAt: instant, count: 3 });
    const { suites } = await client.call(calls.listSuites, { params: { id: projectId } });
    expect(suites.map(({ name, assetCount }) => [name, assetCount])).toEqual([
      ['Admin API', 2],
      ['Default', 0],
    ]);
    await real.end();
    expect([await textAt(`${address}/a`), await textAt(`${address}/a`)]).toEqual(['/a 1', '/a 1']);
  });

  test('with filters, repeated responses as scenarios, and masked values', async () => {
    const real = await realService(({ url }, count) => ({
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url, count, password: 's3cret' }),
    }));
    const { projectId, address } = place;
    const filters = { urlPathPattern: '/api/.*' };
    await admin('start', { targetBaseUrl: real.url, filters, masksSecrets: false });
    for (const path of ['/api/x', '/api/x', '/not']) await textAt(`${address}${path}`);
    const [newest] = (await list(projectId)).content;
    expect((await recordedCalls(newest?.recordingId ?? '')).content.map(({ url }) => url)).toEqual([
      '/api/x',
      '/api/x',
    ]);
    const [, made] = await admin('stop');
    const { mappings } = made as unknown as { mappings: { scenarioName?: string; response: object }[] };
    expect(mappings.map(({ scenarioName }) => typeof scenarioName)).toEqual(['string', 'string']);
    expect(JSON.stringify(mappings)).toContain('s3cret');
    expect(JSON.parse(await textAt(`${address}/api/x`))).toMatchObject({ count: 1 });
    expect(JSON.parse(await textAt(`${address}/api/x`))).toMatchObject({ count: 2 });
  });
});
