import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { CallInput, Client } from '@touchstone/contracts';
import type { DriftVerdict } from '@touchstone/contracts/service-virtualization';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createAuthority, issueCertificate } from '@touchstone/engine-mock';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { changeMock, type MockPlace, newAsset, newMock } from '../../testing/mock-builders.ts';
import { startRealService } from '../../testing/real-service.ts';
import { auditOf, refusalOf } from '../../testing/seen-by.ts';
import { driftQueue } from './run-drift-check.ts';

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
type Order = CallInput<typeof calls.startDriftCheck>['body'];
const begin = (projectId: string, targetUrl: string, order: Partial<Order> = {}) =>
  client.call(calls.startDriftCheck, { body: { projectId, targetUrl, ...order } });
const view = (id: string) => client.call(calls.getDriftCheck, { params: { id } });
const pageOf = (id: string, query: object = {}) => client.call(calls.listDriftFindings, { params: { id }, query });
const findingsOf = async (id: string, verdict?: DriftVerdict) =>
  (await pageOf(id, { size: 200, ...(verdict && { verdict }) })).content;
const ended = (id: string, status = 'finished') =>
  vi.waitFor(async () => expect((await view(id)).status).toBe(status), { timeout: 30_000 });
async function check(projectId: string, targetUrl: string, order: Partial<Order> = {}) {
  const { checkId } = await begin(projectId, targetUrl, order);
  await ended(checkId);
  return { checkId, findings: await findingsOf(checkId) };
}
const apply = (id: string, findingIds: string[]) =>
  client.call(calls.applyDrift, { params: { id }, body: { findingIds } });
const cancel = (id: string) => client.call(calls.cancelDriftCheck, { params: { id }, body: {} });
const lines = (findings: Awaited<ReturnType<typeof findingsOf>>) =>
  findings.map(({ assetName, verdict, message }) => `${assetName} ${verdict} ${message}`.trim());
const text = (path: string, body: string, more: object = {}) => ({
  request: { method: 'GET', urlPath: path, ...more },
  response: { status: 200, headers: { 'Content-Type': 'text/plain' }, body },
});
const plain = { 'Content-Type': 'text/plain' };

test('a check and its findings are returned with all fields, and its start is audited', async () => {
  const real = await realService(({ url }) => ({ headers: plain, body: url === '/a' ? 'one\nthree' : url }));
  const place = await newMock(client);
  const { projectId } = place;
  const made = await newAsset(client, place, text('/a', 'one\ntwo'), { name: 'A' });
  await newAsset(client, place, text('/b', '/b'), { name: 'B' });
  await newAsset(client, place, { ...text('/c', '/c'), request: { method: 'post', urlPath: '/c' } }, { name: 'C' });
  const started = await begin(projectId, `${real.url}/`);
  const shown = {
    checkId: expect.any(String),
    projectId,
    targetUrl: `${real.url}/`,
    isSafeOnly: true,
    compares: 'values',
    total: 3,
    message: null,
    startedAt: instant,
    startedByName: 'Ada Admin',
  };
  const counts = { waiting: 3, same: 0, changed: 0, unreachable: 0, skipped: 0 };
  expect(started).toEqual({ ...shown, status: 'running', counts, finishedAt: null });
  await ended(started.checkId);
  const finished = {
    ...shown,
    checkId: started.checkId,
    startedAt: started.startedAt,
    status: 'finished',
    counts: { ...counts, waiting: 0, same: 1, changed: 1, skipped: 1 },
    finishedAt: instant,
  };
  expect(await view(started.checkId)).toEqual(finished);
  const list = await client.call(calls.listDriftChecks, { params: { id: projectId }, query: {} });
  expect(list).toEqual({ page: 0, size: 10, totalElements: 1, content: [finished] });
  const finding = { findingId: expect.any(String), canApply: false, differences: [], appliedAt: null };
  const changed = {
    ...finding,
    assetId: made.assetId,
    assetName: 'A',
    method: 'GET',
    url: '/a',
    verdict: 'changed',
    message: 'Body changed.',
    differences: [{ place: 'body line 2', mock: 'two', service: 'three' }],
    durationMs: expect.any(Number),
    canApply: true,
  };
  const { content, ...page } = await pageOf(started.checkId);
  expect(page).toEqual({ page: 0, size: 10, totalElements: 3 });
  expect(content).toEqual([
    changed,
    {
      ...finding,
      assetId: expect.any(String),
      assetName: 'B',
      method: 'GET',
      url: '/b',
      verdict: 'same',
      message: '',
      durationMs: expect.any(Number),
    },
    {
      ...finding,
      assetId: expect.any(String),
      assetName: 'C',
      method: 'POST',
      url: '/c',
      verdict: 'skipped',
      message: 'POST may change the service. It is sent only where a check says so.',
      durationMs: null,
    },
  ]);
  for (const { durationMs } of content.slice(0, 2)) expect(durationMs).toBeLessThan(10_000);
  const second = await pageOf(started.checkId, { page: 1, size: 2 });
  expect(second).toEqual({ page: 1, size: 2, totalElements: 3, content: content.slice(2) });
  expect(await pageOf(started.checkId, { verdict: 'changed' })).toEqual({
    ...page,
    totalElements: 1,
    content: [changed],
  });
  expect(real.asked.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(['GET /a', 'GET /b']);
  expect(await auditOf(server, projectId)).toEqual([
    { action: 'mock.drift-check-started', detail: { targetUrl: `${real.url}/` }, userId: owner.userId },
  ]);
});

test('a real response is applied to its asset once, if neither has changed', async () => {
  const real = await realService(() => ({ status: 203, headers: plain, body: 'real' }));
  const place = await newMock(client);
  const { projectId, address } = place;
  const delayed = text('/a', 'mock');
  const stub = { ...delayed, response: { ...delayed.response, statusMessage: 'Old', fixedDelayMilliseconds: 1 } };
  const a = await newAsset(client, place, stub, { name: 'A' });
  const b = await newAsset(client, place, text('/b', 'mock'), { name: 'B' });
  const c = await newAsset(client, place, text('/c', 'mock'), { name: 'C' });
  const template = { ...text('/d', '{{request.path}}'), response: { body: 'x', transformers: ['response-template'] } };
  await newAsset(client, place, template, { name: 'D', kind: 'dynamic' });
  await newAsset(client, place, { ...text('/e', ''), request: { method: 'HEAD', urlPath: '/e' } }, { name: 'E' });
  const { checkId, findings } = await check(projectId, real.url);
  expect(findings.map(({ assetName, verdict, canApply }) => [assetName, verdict, canApply])).toEqual([
    ['A', 'changed', true],
    ['B', 'changed', true],
    ['C', 'changed', true],
    ['D', 'changed', false],
    ['E', 'changed', false],
  ]);
  await client.call(calls.updateAsset, { body: { assetId: b.assetId, revision: 1, name: 'B2' } });
  await client.call(calls.deleteAssets, { body: { projectId, assetIds: [c.assetId] } });
  const ids = findings.map(({ findingId }) => findingId);
  const left = (reasons: [index: number, reason: string][]) =>
    reasons.map(([index, reason]) => ({ findingId: ids[index], reason }));
  expect((await fetch(`${address}/a`)).status).toBe(200);
  const reasons: [number, string][] = [
    [1, 'The asset was changed since the check. Check again.'],
    [2, 'The asset was deleted.'],
    [3, 'This answer can’t become that of the asset: edit the asset.'],
    [4, 'This answer can’t become that of the asset: edit the asset.'],
  ];
  expect(await apply(checkId, [...ids, ids[0] ?? ''])).toEqual({ applied: 1, left: left(reasons) });
  expect(await apply(checkId, [ids[0] ?? ''])).toEqual({ applied: 0, left: left([[0, 'This was applied already.']]) });
  const answer = await fetch(`${address}/a`);
  expect([answer.status, await answer.text()]).toEqual([203, 'real']);
  const saved = await client.call(calls.getAsset, { params: { id: a.assetId } });
  expect(saved).toMatchObject({ revision: 2, status: '203', kind: 'static', updatedByName: 'Ada Admin' });
  expect(saved.stub).toEqual({
    request: { method: 'GET', urlPath: '/a' },
    response: { fixedDelayMilliseconds: 1, status: 203, headers: expect.any(Object), body: 'real' },
  });
  const [first, , third] = await findingsOf(checkId);
  expect(first).toMatchObject({ canApply: false, appliedAt: instant, assetId: a.assetId });
  expect(third).toMatchObject({ canApply: false, appliedAt: null, assetId: null, assetName: 'C' });
  const other = await check(projectId, real.url);
  const notThere = [404, 'FINDING_NOT_FOUND', 'This check has no such finding.'];
  expect(await refusalOf(apply(checkId, [other.findings[0]?.findingId ?? '', ids[1] ?? '']))).toEqual(notThere);
  expect(await refusalOf(apply(checkId, [newId()]))).toEqual(notThere);
  const applied = (await auditOf(server, projectId)).filter(({ action }) => action === 'mock.drift-applied');
  expect(applied.map(({ detail }) => detail)).toEqual([{ applied: 1 }, { applied: 0 }]);
});

test('headers of a check override the headers of the asset, case-insensitively', async () => {
  const real = await realService(({ headers }) => ({
    headers: plain,
    body: `${headers['x-a']} ${headers['x-b']} ${headers['x-c']}`,
  }));
  const place = await newMock(client);
  const headers = { 'X-A': { equalTo: '1' }, 'X-B': { equalTo: '2' } };
  await newAsset(client, place, text('/a', '3 2 4', { headers }), { name: 'A' });
  const given = [
    { name: 'x-a', value: '3' },
    { name: 'X-C', value: '4' },
  ];
  const { checkId, findings } = await check(place.projectId, real.url, { headers: given });
  expect(lines(findings)).toEqual(['A same']);
  const { rows } = await server.platform.database.pool.query(
    'select headers from service_virtualization.drift_check where id = $1',
    [checkId],
  );
  expect(rows).toEqual([{ headers: null }]);
});

describe('an asset is compared', () => {
  test('regardless of state: scenario, values and caller', async () => {
    const real = await realService(({ url }) => ({ headers: plain, body: url }));
    const place = await newMock(client);
    const step = { scenarioName: 'S', requiredScenarioState: 'later', newScenarioState: 'end' };
    await newAsset(client, place, { ...text('/a', '/a'), ...step }, { name: 'Step', kind: 'dynamic' });
    const state = {
      state: { who: { equalTo: 'ana' } },
      host: 'a.test',
      port: 8443,
      scheme: 'https',
      clientIp: '10.0.0.1',
    };
    await newAsset(client, place, text('/b', '/b', state), { name: 'State', kind: 'dynamic' });
    await newAsset(client, place, { ...text('/c', '/c'), setState: { a: '1' } }, { name: 'Sets', kind: 'dynamic' });
    const { findings } = await check(place.projectId, real.url);
    expect(lines(findings)).toEqual(['Step same', 'State same', 'Sets same']);
  });

  test('with its file, its variables and its events', async () => {
    const real = await realService(({ url }) =>
      url === '/events'
        ? { headers: { 'Content-Type': 'text/event-stream' }, body: 'data: 1\n\ndata: 2\n\n' }
        : { headers: plain, body: 'content' },
    );
    const place = await newMock(client);
    const { projectId } = place;
    const body = { projectId, fileName: 'a.txt', sizeBytes: 7 };
    const { uploadUrl } = await client.call(calls.presignUpload, { body });
    await fetch(uploadUrl, { method: 'PUT', body: 'content' });
    const variables = [{ name: 'path', value: '/named' }];
    await client.call(calls.createVariables, { body: { projectId, variables } });
    const { body: _body, ...response } = text('/', '').response;
    await newAsset(
      client,
      place,
      { request: { urlPath: '/f' }, response: { ...response, bodyFileName: '/a.txt' } },
      { name: 'F' },
    );
    await newAsset(client, place, text('{{vars.path}}', 'content'), { name: 'V' });
    const events = [{ data: '1' }, { data: '2' }];
    await newAsset(client, place, { request: { urlPath: '/events' }, response: { events } }, { name: 'E' });
    const resource = { path: '/pets' };
    await client.call(calls.createAsset, {
      body: { projectId, suiteId: place.suiteId, name: 'P', kind: 'dynamic', resource },
    });
    const { findings } = await check(projectId, real.url);
    expect(lines(findings)).toEqual(['F same', 'V same', 'E same']);
    expect(real.asked.map(({ url }) => url).toSorted()).toEqual(['/events', '/f', '/named']);
  });

  test('without the body for a HEAD request', async () => {
    const real = await realService(() => ({ headers: plain }));
    const place = await newMock(client);
    const head = { ...text('/h', 'never sent'), request: { method: 'HEAD', urlPath: '/h' } };
    await newAsset(client, place, head, { name: 'H' });
    expect(lines((await check(place.projectId, real.url)).findings)).toEqual(['H same']);
  });

  test('unless it is deleted, has a problem or lacks its file', async () => {
    const real = await realService(() => ({ headers: plain, body: 'x' }));
    const place = await newMock(client);
    const { projectId } = place;
    const variables = [{ name: 'code', value: '200' }];
    const added = await client.call(calls.createVariables, { body: { projectId, variables } });
    const coded = { request: { urlPath: '/a' }, response: { status: '{{vars.code}}' } };
    await newAsset(client, place, coded, { name: 'Coded', isEnabled: false });
    const variableId = added.variables[0]?.variableId ?? '';
    await client.call(calls.updateVariable, { body: { variableId, value: '7' } });
    expect(lines((await check(projectId, real.url)).findings)).toEqual([
      expect.stringMatching(/^Coded skipped It has a problem: .+/),
    ]);
    const { findings } = await check(projectId, 'http://127.0.0.1:1');
    expect(findings.map(({ verdict }) => verdict)).toEqual(['skipped']);
  });

  test('unless the service is unreachable or its certificate is untrusted', async () => {
    const authority = createAuthority(new Date(), 1);
    const certificate = issueCertificate(authority, ['127.0.0.1'], new Date());
    const secure = createServer(certificate, (_request, response) => response.writeHead(200, plain).end('x'));
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    ends.push(() => new Promise((resolve) => secure.close(resolve)));
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
    const place = await newMock(client);
    await newAsset(client, place, text('/a', 'x'), { name: 'A' });
    const [away] = (await check(place.projectId, 'http://127.0.0.1:1')).findings;
    expect(away).toMatchObject({ verdict: 'unreachable', durationMs: expect.any(Number), canApply: false });
    expect(away?.message).toMatch(/ECONNREFUSED/);
    expect((await check(place.projectId, url)).findings[0]?.verdict).toBe('unreachable');
    await changeMock(client, place.projectId, { acceptsAnyCertificate: true });
    expect(lines((await check(place.projectId, url)).findings)).toEqual(['A same']);
  });
});

test('a response over 2 MB is compared but cannot be applied', async () => {
  const large = 2 * 1024 * 1024;
  const real = await realService(({ url }) => ({
    headers: plain,
    body: 'x'.repeat(large + (url === '/more' ? 1 : 0)),
  }));
  const place = await newMock(client);
  await newAsset(client, place, text('/most', 'y'), { name: 'Most' });
  await newAsset(client, place, text('/more', 'y'), { name: 'More' });
  const { findings } = await check(place.projectId, real.url);
  expect(findings.map(({ assetName, verdict, canApply }) => [assetName, verdict, canApply])).toEqual([
    ['Most', 'changed', true],
    ['More', 'changed', false],
  ]);
});

describe('a check', () => {
  let place: MockPlace;
  beforeAll(async () => {
    place = await newMock(client);
  });

  test('of a suite includes its subsuites', async () => {
    const real = await realService(({ url }) => ({ headers: plain, body: url }));
    const { projectId, suiteId } = place;
    const add = (name: string, parentId?: string) =>
      client.call(calls.createSuite, { body: { projectId, name, ...(parentId && { parentId }) } });
    const inner = await add('Inner', suiteId);
    const other = await add('Other');
    const empty = await add('Empty');
    await newAsset(client, place, text('/1', '/1'), { name: 'Outer' });
    await newAsset(client, { projectId, suiteId: inner.suiteId }, text('/2', '/2'), { name: 'In', isEnabled: false });
    await newAsset(client, { projectId, suiteId: other.suiteId }, text('/3', '/3'), { name: 'Else' });
    const names = async (of?: string) =>
      (await check(projectId, real.url, of === undefined ? {} : { suiteId: of })).findings.map(
        ({ assetName }) => assetName,
      );
    expect(await names(suiteId)).toEqual(['Outer', 'In']);
    expect(await names(inner.suiteId)).toEqual(['In']);
    expect(await names()).toEqual(['Outer', 'In', 'Else']);
    expect(await refusalOf(begin(projectId, real.url, { suiteId: empty.suiteId }))).toEqual([
      409,
      'NOTHING_TO_CHECK',
      'There are no stubs here to be compared.',
    ]);
    const foreign = await newMock(client);
    expect(await refusalOf(begin(projectId, real.url, { suiteId: foreign.suiteId }))).toEqual([
      404,
      'SUITE_NOT_FOUND',
      'No such suite, or you have no access to it.',
    ]);
    expect(await refusalOf(begin(projectId, `${place.address}/x`))).toEqual([
      400,
      'UPSTREAM_IS_MOCK',
      'This is the address of the mock itself. Give that of the real service.',
    ]);
  });

  test('is one of the twenty kept, finishes once and can be deleted', async () => {
    const real = await realService(() => ({}));
    const own = await newMock(client);
    const { projectId } = own;
    await newAsset(client, own, { request: { urlPattern: '/a.*' }, response: {} });
    const first = await check(projectId, real.url);
    await server.platform.database.pool.query(
      `insert into service_virtualization.drift_check (id, organization_id, project_id, target_url, status, is_safe_only,
         compares, started_at, started_by_name)
       select gen_random_uuid(), organization_id, project_id, target_url, status, is_safe_only, compares,
         started_at + n * interval '1 millisecond', started_by_name
       from service_virtualization.drift_check, generate_series(1, 19) n where id = $1`,
      [first.checkId],
    );
    const kept = () => client.call(calls.listDriftChecks, { params: { id: projectId }, query: { size: 50 } });
    expect((await kept()).content.at(-1)?.checkId).toBe(first.checkId);
    const next = await check(projectId, real.url);
    const { content, totalElements } = await kept();
    expect([totalElements, content[0]?.checkId]).toEqual([20, next.checkId]);
    const notFound = [404, 'CHECK_NOT_FOUND', 'No such drift check, or you have no access to it.'];
    expect(await refusalOf(view(first.checkId))).toEqual(notFound);
    const finished = await view(next.checkId);
    expect(await cancel(next.checkId)).toEqual(finished);
    const params = { id: next.checkId };
    expect(await client.call(calls.deleteDriftCheck, { params })).toEqual({ message: 'Deleted' });
    expect(await refusalOf(client.call(calls.deleteDriftCheck, { params }))).toEqual(notFound);
    const unknown = newId();
    for (const ask of [view, pageOf, cancel, (id: string) => apply(id, [id])])
      expect(await refusalOf(ask(unknown))).toEqual(notFound);
  });

  test('is the only one of its project until cancelled', async () => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const real = await realService(async () => {
      await held;
      return {};
    });
    const own = await newMock(client);
    await newAsset(client, own, text('/a', 'x'));
    const started = await begin(own.projectId, real.url, { headers: [{ name: 'X-A', value: 's3cret' }] });
    expect(await refusalOf(begin(own.projectId, real.url))).toEqual([
      409,
      'CHECK_UNDER_WAY',
      'A drift check of this project is under way. Wait for it, or cancel it.',
    ]);
    await vi.waitFor(() => expect(real.asked).toHaveLength(1), { timeout: 20_000 });
    expect(await cancel(started.checkId)).toMatchObject({ status: 'cancelled', finishedAt: instant, message: null });
    answer();
    await vi.waitFor(async () =>
      expect((await view(started.checkId)).counts).toMatchObject({ changed: 1, waiting: 0 }),
    );
    expect((await view(started.checkId)).status).toBe('cancelled');
  });

  test('that fails reports it and keeps no headers', async () => {
    const own = await newMock(client);
    await newAsset(client, own, text('/a', 'x'));
    const real = await realService(() => ({}));
    const { checkId } = await check(own.projectId, real.url);
    // Headers that can no longer be decrypted.
    await server.platform.database.pool.query(
      `update service_virtualization.drift_check set status = 'running', headers = 'broken', finished_at = null where id = $1`,
      [checkId],
    );
    await server.platform.jobs.send(driftQueue, { checkId });
    await ended(checkId, 'failed');
    expect(await view(checkId)).toMatchObject({
      message: 'The check could not be carried out. Try again; the log of the server has the reason.',
      finishedAt: instant,
    });
  });
});
