import type { Client } from '@touchstone/contracts';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { mockTopic, serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { failureOf } from '../../../api-testing/testing/builders.ts';
import { readStream } from '../../../notifications/testing/read-stream.ts';
import { changeMock, type MockPlace, newAsset, newMock } from '../../testing/mock-builders.ts';
import { refusalOf } from '../../testing/seen-by.ts';
import { journalChannel } from '../hosting/journal-keeper.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const orders = {
  request: { method: 'GET', urlPath: '/orders', headers: { 'X-Id': { equalTo: '7' } } },
  response: { status: 201, headers: { 'X-From': 'mock' }, body: 'orders' },
};
const list = (id: string, query: object = {}) => client.call(calls.listJournal, { params: { id }, query });
const view = (id: string) => client.call(calls.getJournalEntry, { params: { id } });
const unmatched = (id: string, query: object = {}) => client.call(calls.listUnmatched, { params: { id }, query });
const verify = (id: string, body: object) => client.call(calls.verifyJournal, { params: { id }, body: body as never });
const propose = (id: string, assetId?: string) =>
  client.call(calls.proposeAsset, { params: { id }, body: { ...(assetId && { assetId }) } });
const statement = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);
/** Stores copies of a project's newest call. */
const copyCall = (projectId: string, count: number) =>
  statement(
    `insert into service_virtualization.journal
     select (jsonb_populate_record(j, jsonb_build_object('id', n.id))).*
     from unnest($2::uuid[]) n(id), service_virtualization.journal j
     where j.id = (select id from service_virtualization.journal where project_id = $1 order by id desc limit 1)`,
    [projectId, Array.from({ length: count }, () => newId())],
  );

describe('a call is returned with all fields', () => {
  let place: MockPlace;
  let assetId: string;
  beforeAll(async () => {
    place = await newMock(client);
    ({ assetId } = await newAsset(client, place, orders, { name: 'List orders' }));
  });
  const difference = (part: string, more: object) => ({
    part,
    name: '',
    operator: part === 'urlPath' ? 'urlPath' : 'equalTo',
    isMatch: true,
    ...more,
  });

  test('when an asset answered it, with the reason', async () => {
    const { projectId, address } = place;
    await fetch(`${address}/orders?a=1`, { headers: { 'X-Id': '7' } });
    const { content, ...page } = await list(projectId);
    const summary = {
      entryId: expect.any(String),
      at: instant,
      method: 'GET',
      url: '/orders?a=1',
      status: 201,
      by: 'stub',
      assetId,
      assetName: 'List orders',
      hasNearMiss: false,
      violationCount: 0,
      hasProblem: false,
      delayMs: 0,
      clientIp: '127.0.0.1',
      cause: null,
    };
    expect(page).toEqual({ page: 0, size: 10, totalElements: 1 });
    expect(content).toEqual([summary]);
    const entry = await view(content[0]?.entryId ?? '');
    expect(entry).toEqual({
      ...summary,
      causedBy: null,
      request: {
        method: 'GET',
        url: '/orders?a=1',
        headers: expect.arrayContaining([{ name: 'X-Id', value: '7' }]),
        body: { text: '', isBase64: false, sizeBytes: 0, isCut: false },
        clientIp: '127.0.0.1',
      },
      response: {
        status: 201,
        headers: expect.arrayContaining([{ name: 'X-From', value: 'mock' }]),
        body: { text: 'orders', isBase64: false, sizeBytes: 6, isCut: false },
        delayMs: 0,
        fault: null,
      },
      why: [
        difference('urlPath', { expected: '/orders', actual: '/orders' }),
        difference('method', { expected: 'GET', actual: 'GET' }),
        difference('headers', { name: 'X-Id', expected: '7', actual: '7' }),
      ],
      scope: '',
      scenario: null,
      nearMisses: [],
      violations: [],
      notes: [],
    });
  });

  test('when nothing answered it, with near misses', async () => {
    const { projectId, address } = place;
    await fetch(`${address}/orders`);
    const [missed] = (await list(projectId)).content;
    expect(await view(missed?.entryId ?? '')).toMatchObject({
      by: 'none',
      assetId: null,
      assetName: null,
      hasNearMiss: true,
      why: [],
      nearMisses: [
        {
          assetId,
          assetName: 'List orders',
          distance: expect.any(Number),
          scenario: null,
          differences: [
            difference('headers', { name: 'X-Id', expected: '7', actual: null, isMatch: false }),
            difference('urlPath', { expected: '/orders', actual: '/orders' }),
            difference('method', { expected: 'GET', actual: 'GET' }),
          ],
        },
      ],
    });
  });

  test('with its asset as it is now, even if deleted', async () => {
    const own = await newMock(client);
    const made = await newAsset(client, own, orders, { name: 'Then' });
    await fetch(`${own.address}/orders`, { headers: { 'X-Id': '7' } });
    const [{ entryId } = { entryId: '' }] = (await list(own.projectId)).content;
    const stub = { request: { urlPath: '/orders' }, response: {} };
    await client.call(calls.updateAsset, { body: { assetId: made.assetId, revision: 1, name: 'Now', stub } });
    expect((await view(entryId)).why).toEqual([
      difference('urlPath', { expected: '/orders', actual: '/orders' }),
      difference('method', { expected: 'ANY', actual: 'GET' }),
    ]);
    const body = { projectId: own.projectId, assetIds: [made.assetId] };
    await client.call(calls.deleteAssets, { body });
    expect(await view(entryId)).toMatchObject({ assetId: made.assetId, assetName: 'Then', why: [] });
  });

  test('with at most five near misses, without faults', async () => {
    const own = await newMock(client);
    const { projectId, address } = own;
    for (let n = 1; n <= 6; n += 1)
      await newAsset(client, own, { request: { method: 'POST', urlPath: '/near' }, response: {} }, { name: `N${n}` });
    await statement(
      `insert into service_virtualization.fault (id, organization_id, project_id, run_id, name, stub, created_at, ends_at)
       select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'Down',
         '{"request":{"method":"POST","urlPath":"/near"},"response":{"status":500}}', now(), now() + interval '1 hour'
       from service_virtualization.project where id = $1`,
      [projectId],
    );
    await fetch(`${address}/near`);
    const [missed] = (await list(projectId)).content;
    const { nearMisses } = await view(missed?.entryId ?? '');
    expect(nearMisses.map(({ assetName }) => assetName).toSorted()).toHaveLength(5);
    expect(nearMisses.every(({ assetName }) => /^N\d$/.test(assetName))).toBe(true);
  });

  test('with its cause only if both the run and the step are known', async () => {
    const own = await newMock(client);
    await fetch(`${own.address}/a`);
    const [call] = (await list(own.projectId)).content;
    const entryId = call?.entryId ?? '';
    const [runId, stepId] = [newId(), newId()];
    for (const [run, step, cause] of [
      [runId, null, null],
      [null, stepId, null],
      [runId, stepId, { runId, stepId }],
    ]) {
      await statement('update service_virtualization.journal set run_id = $2, step_id = $3 where id = $1', [
        entryId,
        run,
        step,
      ]);
      expect(await view(entryId)).toMatchObject({ cause, causedBy: null });
      expect((await list(own.projectId)).content[0]?.cause).toEqual(cause);
    }
  });

  test('unless it does not exist', async () => {
    const refused = [404, 'ENTRY_NOT_FOUND', 'No such call. The journal keeps a limited number of calls.'];
    expect(await refusalOf(view(newId()))).toEqual(refused);
    expect(await refusalOf(propose(newId()))).toEqual(refused);
  });
});

test('calls are listed page by page, newest first, by address, method, status, outcome, asset and time', async () => {
  const place = await newMock(client);
  const { projectId, address } = place;
  const { assetId } = await newAsset(client, place, { request: { urlPath: '/a' }, response: { status: 204 } });
  for (const [path, method] of [
    ['/a', 'GET'],
    ['/a?x=1', 'POST'],
    ['/b', 'GET'],
    ['/c', 'DELETE'],
  ])
    await fetch(`${address}${path}`, { method: method ?? 'GET' });
  const urls = async (query: object) => (await list(projectId, query)).content.map(({ url }) => url);
  expect(await urls({})).toEqual(['/c', '/b', '/a?x=1', '/a']);
  expect(await list(projectId, { page: 1, size: 3 })).toMatchObject({ page: 1, size: 3, totalElements: 4 });
  expect(await urls({ page: 1, size: 3 })).toEqual(['/a']);
  expect(await urls({ searchTerm: '/A' })).toEqual(['/a?x=1', '/a']);
  expect(await urls({ method: 'post' })).toEqual(['/a?x=1']);
  expect(await urls({ status: '204' })).toEqual(['/a?x=1', '/a']);
  expect(await urls({ status: '4xx' })).toEqual(['/c', '/b']);
  expect(await urls({ outcome: 'matched' })).toEqual(['/a?x=1', '/a']);
  expect(await urls({ outcome: 'unmatched', assetId })).toEqual([]);
  expect(await urls({ assetId })).toEqual(['/a?x=1', '/a']);
  const { at } = (await list(projectId)).content[1] ?? { at: '' };
  expect((await urls({ since: at })).slice(0, 2)).toEqual(['/c', '/b']);
});

test('unmatched calls are grouped, most frequent first, and deleted when the journal is cleared', async () => {
  const { projectId, address } = await newMock(client);
  for (const path of ['/b', '/a', '/c?x=1', '/c', '/a']) await fetch(`${address}${path}`);
  await fetch(`${address}/a`, { method: 'POST' });
  const { content: entries } = await list(projectId);
  const group = (method: string, path: string, count: number, last: number) => ({
    method,
    path,
    count,
    lastAt: entries[last]?.at,
    lastEntryId: entries[last]?.entryId,
  });
  const groups = [
    group('GET', '/a', 2, 1),
    group('GET', '/c', 2, 2),
    group('POST', '/a', 1, 0),
    group('GET', '/b', 1, 5),
  ];
  expect(await unmatched(projectId)).toEqual({ page: 0, size: 10, totalElements: 4, content: groups });
  const second = { page: 1, size: 3, totalElements: 4, content: groups.slice(3) };
  expect(await unmatched(projectId, { page: 1, size: 3 })).toEqual(second);
  expect(await client.call(calls.clearJournal, { params: { id: projectId } })).toEqual({ message: 'Cleared' });
  expect((await unmatched(projectId)).totalElements).toBe(0);
  expect((await list(projectId)).totalElements).toBe(0);
  expect((await verify(projectId, { pattern: {} })).count).toBe(0);
  await fetch(`${address}/after`);
  expect((await list(projectId)).totalElements).toBe(1);
});

describe('calls are verified', () => {
  let place: MockPlace;
  const a = { method: 'GET', urlPath: '/a' };
  beforeAll(async () => {
    place = await newMock(client);
    for (const path of ['/a', '/b', '/a', '/aa', '/somewhere/else']) await fetch(`${place.address}${path}`);
  });

  test.each<[string, object, { passed: boolean; count: number; message: string; near: number }]>([
    [
      'exactly',
      { pattern: a, exactly: 2 },
      { passed: true, count: 2, message: 'Expected exactly 2 requests, got 2.', near: 0 },
    ],
    [
      'exactly, too few',
      { pattern: a, exactly: 3 },
      { passed: false, count: 2, message: 'Expected exactly 3 requests, got 2.', near: 3 },
    ],
    [
      'exactly, too many',
      { pattern: a, exactly: 1 },
      { passed: false, count: 2, message: 'Expected exactly 1 requests, got 2.', near: 0 },
    ],
    [
      'at least',
      { pattern: a, atLeast: 2 },
      { passed: true, count: 2, message: 'Expected at least 2 requests, got 2.', near: 0 },
    ],
    [
      'at least, too few',
      { pattern: a, atLeast: 3 },
      { passed: false, count: 2, message: 'Expected at least 3 requests, got 2.', near: 3 },
    ],
    [
      'at most, too many',
      { pattern: a, atMost: 1 },
      { passed: false, count: 2, message: 'Expected at most 1 requests, got 2.', near: 0 },
    ],
    [
      'between',
      { pattern: a, atLeast: 1, atMost: 2 },
      { passed: true, count: 2, message: 'Expected at least 1 and at most 2 requests, got 2.', near: 0 },
    ],
    [
      'any number of times',
      { pattern: a },
      { passed: true, count: 2, message: 'Expected any number of requests, got 2.', near: 0 },
    ],
    [
      'in order',
      { order: [a, { urlPath: '/b' }, a] },
      { passed: true, count: 3, message: '3 requests came in this order.', near: 0 },
    ],
    [
      'in an order whose first pattern has no match',
      { order: [{ ...a, urlPath: '/ab' }, a] },
      { passed: false, count: 0, message: 'No request matches pattern 1.', near: 3 },
    ],
    [
      'in an order whose last pattern has no match',
      { order: [{ urlPath: '/b' }, a, a] },
      { passed: false, count: 2, message: 'No request matches pattern 3 after request 2.', near: 2 },
    ],
  ])('%s', async (_, expected, { near, ...outcome }) => {
    const found = await verify(place.projectId, expected);
    expect(found).toEqual({ ...outcome, near: found.near });
    expect(found.near).toHaveLength(near);
  });

  test('with at most three near misses and their differences, nearest first', async () => {
    const { projectId } = place;
    const { content } = await list(projectId);
    const equal = { name: '', operator: 'equalTo', isMatch: true };
    const { near } = await verify(projectId, {
      pattern: { ...a, urlPath: '/aa', headers: { 'X-A': { equalTo: '1' } } },
      atLeast: 1,
    });
    const distances = near.map(({ distance }) => distance);
    expect(distances).toEqual(distances.toSorted((left, right) => left - right));
    expect(near[0]).toEqual({
      entryId: content[1]?.entryId,
      method: 'GET',
      url: '/aa',
      distance: expect.any(Number),
      differences: [
        { ...equal, part: 'headers', name: 'X-A', expected: '1', actual: null, isMatch: false },
        { ...equal, operator: 'urlPath', part: 'urlPath', expected: '/aa', actual: '/aa' },
        { ...equal, part: 'method', expected: 'GET', actual: 'GET' },
      ],
    });
    const most = await verify(projectId, { pattern: { urlPath: '/a', method: 'POST' }, exactly: 1 });
    expect(most.near.length).toBeLessThanOrEqual(3);
    expect(most.near.map(({ url }) => url)).not.toContain('/somewhere/else');
  });

  test('only with valid patterns', async () => {
    const broken = { pattern: { headers: { A: { sounds: 'x' } } } };
    const failure = await failureOf(verify(place.projectId, broken));
    expect([failure.status, failure.code, failure.message]).toEqual([
      400,
      'SERVICE_VIRTUALIZATION_INVALID_PATTERN',
      'This request pattern can’t be read. See details.',
    ]);
    expect(failure.details.length).toBeGreaterThan(0);
    const order = await failureOf(verify(place.projectId, { order: [a, broken.pattern] }));
    expect(order.details).toEqual(failure.details);
  });

  test('against the whole stored journal, regardless of its size', async () => {
    const own = await newMock(client);
    const { projectId } = own;
    await changeMock(client, projectId, { journalLimit: 10_000 });
    await fetch(`${own.address}/stored`, { method: 'POST', body: '{"n":1}' });
    expect((await list(projectId)).totalElements).toBe(1);
    await copyCall(projectId, 999);
    // Changing the seed makes the mock drop its calls in memory.
    await changeMock(client, projectId, { seed: 3 });
    const pattern = { urlPath: '/stored', bodyPatterns: [{ equalToJson: '{"n":1}' }] };
    expect(await verify(projectId, { pattern, exactly: 1000 })).toMatchObject({ passed: true, count: 1000 });
    expect((await verify(projectId, { order: [pattern, pattern] })).passed).toBe(true);
  });
});

test('a lower limit deletes the oldest calls immediately, and 0 deletes all of them', async () => {
  const { projectId, address } = await newMock(client);
  for (const path of ['one', 'two', 'three']) await fetch(`${address}/${path}`);
  const urls = async () => (await list(projectId)).content.map(({ url }) => url);
  expect(await urls()).toEqual(['/three', '/two', '/one']);
  await changeMock(client, projectId, { journalLimit: 2 });
  expect(await urls()).toEqual(['/three', '/two']);
  await changeMock(client, projectId, { journalLimit: 10 });
  expect(await urls()).toHaveLength(2);
  await changeMock(client, projectId, { journalLimit: 0 });
  expect(await urls()).toEqual([]);
});

describe('an asset is proposed for a call', () => {
  test('as a new one that matches it', async () => {
    const place = await newMock(client);
    await fetch(`${place.address}/users?a=1`, { method: 'POST', body: '{"n":1}' });
    const [call] = (await list(place.projectId)).content;
    expect(await propose(call?.entryId ?? '')).toEqual({
      draft: {
        name: 'POST /users',
        kind: 'static',
        tags: [],
        isEnabled: true,
        stub: {
          request: {
            method: 'POST',
            urlPath: '/users',
            queryParameters: { a: { equalTo: '1' } },
            bodyPatterns: [{ equalToJson: '{"n":1}', ignoreArrayOrder: true, ignoreExtraElements: true }],
          },
          response: { status: 200, headers: { 'Content-Type': 'application/json' }, jsonBody: {} },
        },
        resource: null,
      },
      assetId: null,
      revision: null,
      changes: [],
    });
  });

  test('as a change to an existing one, only where it differs', async () => {
    const place = await newMock(client);
    const { projectId, suiteId, address } = place;
    const given = { name: 'Orders', kind: 'dynamic' as const, tags: ['t'], isEnabled: false };
    const made = await newAsset(client, place, orders, given);
    await client.call(calls.updateAsset, { body: { assetId: made.assetId, revision: 1, tags: ['u'] } });
    await fetch(`${address}/orders`, { method: 'POST', headers: { 'X-Id': '7' } });
    const [{ entryId } = { entryId: '' }] = (await list(projectId)).content;
    expect(await propose(entryId, made.assetId)).toMatchObject({
      draft: { ...given, tags: ['u'], resource: null },
      assetId: made.assetId,
      revision: 2,
    });
    await client.call(calls.toggleAsset, { params: { id: made.assetId }, body: { isEnabled: true } });
    expect(await propose(entryId, made.assetId)).toEqual({
      draft: {
        ...given,
        tags: ['u'],
        isEnabled: true,
        stub: { ...orders, request: { ...orders.request, method: 'POST' } },
        resource: null,
      },
      assetId: made.assetId,
      revision: 2,
      changes: ['Method: POST instead of GET'],
    });
    const notFound = [404, 'ASSET_NOT_FOUND', 'No such asset, or you have no access to it.'];
    const other = await newAsset(client, await newMock(client), orders);
    expect(await refusalOf(propose(entryId, other.assetId))).toEqual(notFound);
    const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource: { path: '/pets' } };
    const pets = await client.call(calls.createAsset, { body });
    expect(await refusalOf(propose(entryId, pets.assetId))).toEqual(notFound);
  });
});

test('a stream sends every new call, however many arrive at the same time', async () => {
  const { projectId, address } = await newMock(client);
  const stream = readStream(client, notificationRoutes.followTopics, {
    body: { topics: [{ topic: mockTopic(projectId) }] },
  });
  const callEvents = () => (stream.data as { event?: string; data?: object }[]).filter(({ event }) => event === 'call');
  await vi.waitFor(
    async () => {
      await fetch(`${address}/open`);
      expect(callEvents().length).toBeGreaterThan(0);
    },
    { timeout: 15_000 },
  );
  await list(projectId);
  const { totalElements } = await list(projectId);
  await vi.waitFor(() => expect(callEvents().length).toBeLessThanOrEqual(totalElements));
  const before = callEvents().length;
  await copyCall(projectId, 450);
  await server.platform.database.pool.query('select pg_notify($1, $2)', [journalChannel, projectId]);
  await vi.waitFor(() => expect(callEvents().length).toBeGreaterThanOrEqual(before + 450), { timeout: 10_000 });
  const newest = (await list(projectId, { size: 1 })).content[0];
  expect(callEvents().at(-1)?.data).toEqual(newest);
  const ids = callEvents().map(({ data }) => (data as { entryId: string }).entryId);
  expect(new Set(ids).size).toBe(ids.length);
  stream.leave();
  await stream.ended;
}, 30_000);
