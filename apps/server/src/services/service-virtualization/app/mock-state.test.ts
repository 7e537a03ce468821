import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { changeMock, type MockPlace, newAsset, newMock } from '../testing/mock-builders.ts';
import { refusalOf } from '../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const stateOf = (id: string) => client.call(calls.getMockState, { params: { id } });
const setScenario = (id: string, body: { name: string; scope?: string; state: string | null }) =>
  client.call(calls.setScenario, { params: { id }, body });
const setValue = (id: string, body: { scope?: string; key: string; value: unknown }) =>
  client.call(calls.setStateValue, { params: { id }, body: body as never });
const records = (id: string, query: { resource: string; page?: number; size?: number }) =>
  client.call(calls.listRecords, { params: { id }, query });
const putRecord = (id: string, resource: string, record: Record<string, unknown>) =>
  client.call(calls.putRecord, { params: { id }, body: { resource, record } });
const deleteRecord = (id: string, resource: string, recordId: string) =>
  client.call(calls.deleteRecord, { params: { id }, query: { resource, recordId } });
const tryOut = (id: string, body: { path: string } & Record<string, unknown>) =>
  client.call(calls.tryMock, { params: { id }, body });

describe('the state of a mock', () => {
  test('has its scenarios with their steps, values and resources, and none of other mocks', async () => {
    const place = await newMock(client);
    const { projectId, suiteId, address } = place;
    expect(await stateOf(projectId)).toEqual({ scenarios: [], values: [], valueCount: 0, resources: [] });
    const step = (more: object) => ({ request: { urlPath: '/s' }, response: {}, scenarioName: 'Order', ...more });
    const pay = await newAsset(client, place, step({ requiredScenarioState: 'Started', newScenarioState: 'paid' }), {
      name: 'Pay',
      kind: 'dynamic',
    });
    const look = await newAsset(client, place, step({ request: { urlPath: '/look' } }), {
      name: 'Look',
      kind: 'dynamic',
    });
    const resource = { name: 'pets', path: '/pets', idKey: 'key', items: [{ key: 1 }, { key: 2 }] };
    const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource };
    const pets = await client.call(calls.createAsset, { body });
    await changeMock(client, projectId, { stateScope: 'header:X-User' });
    await fetch(`${address}/s`, { headers: { 'X-User': 'ana' } });
    await setValue(projectId, { key: 'a', value: 1 });
    await setValue(projectId, { key: 'b', value: { c: [true] } });
    await setValue(projectId, { scope: 'ana', key: 'a', value: 'two' });
    const state = await stateOf(projectId);
    expect(state).toEqual({
      scenarios: [
        {
          name: 'Order',
          state: 'Started',
          states: ['Started', 'paid'],
          steps: expect.any(Array),
          callers: [{ scope: 'ana', state: 'paid' }],
          callerCount: 1,
        },
      ],
      values: expect.any(Array),
      valueCount: 3,
      resources: [{ assetId: pets.assetId, name: 'pets', path: '/pets', idKey: 'key', count: 2 }],
    });
    expect(state.scenarios[0]?.steps.toSorted((a, b) => a.assetName.localeCompare(b.assetName))).toEqual([
      { assetId: look.assetId, assetName: 'Look', from: null, to: null },
      { assetId: pay.assetId, assetName: 'Pay', from: 'Started', to: 'paid' },
    ]);
    expect(state.values).toHaveLength(3);
    expect(state.values).toEqual(
      expect.arrayContaining([
        { scope: '', key: 'a', value: 1 },
        { scope: '', key: 'b', value: { c: [true] } },
        { scope: 'ana', key: 'a', value: 'two' },
      ]),
    );
  });

  test('lists at most 200 callers of a scenario and 500 values, and counts all', async () => {
    const place = await newMock(client);
    const { projectId } = place;
    const stub = { request: { urlPath: '/s' }, response: {}, scenarioName: 'Order', newScenarioState: 'paid' };
    await newAsset(client, place, stub, { kind: 'dynamic' });
    const many = (length: number) => Array.from({ length }, (_, n) => `${n}`);
    const values = JSON.stringify(Object.fromEntries(many(501).map((key) => [key, 1])));
    await server.platform.database.pool.query(
      `insert into service_virtualization.scope_state (project_id, scope, scenarios, values)
       select $1::uuid, n::text, '{"Order":"paid"}'::jsonb, '{}'::jsonb from generate_series(1, 201) n
       union all select $1::uuid, 'values', '{}'::jsonb, $2::jsonb`,
      [projectId, values],
    );
    const { scenarios, values: shown, valueCount } = await stateOf(projectId);
    expect([scenarios[0]?.callers.length, scenarios[0]?.callerCount]).toEqual([200, 201]);
    expect([shown.length, valueCount]).toEqual([500, 501]);
  });

  test('can be set to a state of the scenario, for one caller or for all', async () => {
    const place = await newMock(client);
    const { projectId } = place;
    const stub = { request: {}, response: {}, scenarioName: 'Order', newScenarioState: 'paid' };
    await newAsset(client, place, stub, { kind: 'dynamic' });
    const now = async () => {
      const [scenario] = (await stateOf(projectId)).scenarios;
      return [scenario?.state, scenario?.callers];
    };
    expect(await setScenario(projectId, { name: 'Order', scope: 'ana', state: 'paid' })).toEqual({ message: 'Saved' });
    expect(await now()).toEqual(['Started', [{ scope: 'ana', state: 'paid' }]]);
    await setScenario(projectId, { name: 'Order', state: 'paid' });
    expect((await now())[0]).toBe('paid');
    await setScenario(projectId, { name: 'Order', scope: 'ana', state: null });
    await setScenario(projectId, { name: 'Order', state: null });
    expect((await now())[0]).toBe('Started');
    expect(await refusalOf(setScenario(projectId, { name: 'Other', state: null }))).toEqual([
      404,
      'SCENARIO_NOT_FOUND',
      'No stub of this mock names the scenario Other.',
    ]);
    expect(await refusalOf(setScenario(projectId, { name: 'Order', state: 'lost' }))).toEqual([
      400,
      'NO_SUCH_STATE',
      'The scenario Order has no state lost. It has Started, paid.',
    ]);
  });

  test('is stored before a change to it returns', async () => {
    const place = await newMock(client);
    const { projectId, suiteId } = place;
    const stub = { request: {}, response: {}, scenarioName: 'Order', newScenarioState: 'paid' };
    await newAsset(client, place, stub, { kind: 'dynamic' });
    const body = {
      projectId,
      suiteId,
      name: 'P',
      kind: 'dynamic' as const,
      resource: { name: 'pets', path: '/p', items: [] },
    };
    await client.call(calls.createAsset, { body });
    const stored = async () => {
      const { rows } = await server.platform.database.pool.query(
        `select (select jsonb_object_agg(scope, jsonb_build_array(scenarios, values)) from service_virtualization.scope_state where project_id = $1) as scopes,
           (select jsonb_agg(item) from service_virtualization.resource_record where project_id = $1) as records`,
        [projectId],
      );
      return rows[0];
    };
    await setScenario(projectId, { name: 'Order', state: 'paid' });
    expect(await stored()).toEqual({ scopes: { '': [{ Order: 'paid' }, {}] }, records: null });
    await setValue(projectId, { key: 'a', value: 1 });
    expect(await stored()).toEqual({ scopes: { '': [{ Order: 'paid' }, { a: 1 }] }, records: null });
    await putRecord(projectId, 'pets', { id: 'x' });
    expect((await stored()).records).toEqual([{ id: 'x' }]);
    await deleteRecord(projectId, 'pets', 'x');
    expect((await stored()).records).toBeNull();
    await setValue(projectId, { key: 'a', value: null });
    await setScenario(projectId, { name: 'Order', state: null });
    expect((await stored()).scopes).toBeNull();
  });
});

test('records are listed page by page, written and deleted', async () => {
  const { projectId, suiteId } = await newMock(client);
  const resource = { name: 'pets', path: '/pets', items: [{ id: 1 }, { id: 2 }, { id: 3 }] };
  const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource };
  await client.call(calls.createAsset, { body });
  const { content: items } = await records(projectId, { resource: 'pets' });
  expect(items).toEqual(resource.items);
  const page = await records(projectId, { resource: 'pets', page: 1, size: 2 });
  expect(page).toEqual({ content: [{ id: 3 }], totalElements: 3, page: 1, size: 2 });
  expect(await putRecord(projectId, 'pets', { id: 2, a: 1 })).toEqual({ record: { id: 2, a: 1 } });
  expect(await putRecord(projectId, 'pets', { a: 2 })).toEqual({ record: { a: 2, id: 4 } });
  expect(await deleteRecord(projectId, 'pets', '1')).toEqual({ message: 'Deleted' });
  expect((await records(projectId, { resource: 'pets' })).content).toEqual([
    { id: 2, a: 1 },
    { id: 3 },
    { a: 2, id: 4 },
  ]);
  expect(await refusalOf(deleteRecord(projectId, 'pets', '1'))).toEqual([404, 'RECORD_NOT_FOUND', 'No such record.']);
  const none = [404, 'RESOURCE_NOT_FOUND', 'This mock has no records named cats.'];
  expect(await refusalOf(records(projectId, { resource: 'cats' }))).toEqual(none);
  expect(await refusalOf(putRecord(projectId, 'cats', {}))).toEqual(none);
  expect(await refusalOf(deleteRecord(projectId, 'cats', '1'))).toEqual(none);
});

describe('a trial request', () => {
  let place: MockPlace;
  let assetId: string;
  beforeAll(async () => {
    place = await newMock(client);
    const stub = {
      request: { method: 'POST', url: '/hi?a=1', host: 'shop.test', port: 8080, headers: { 'X-A': { equalTo: '1' } } },
      response: {
        status: 201,
        body: '{{request.clientIp}} {{request.scheme}} {{request.body}}',
        transformers: ['response-template'],
      },
    };
    ({ assetId } = await newAsset(client, place, stub, { name: 'Hi', kind: 'dynamic' }));
  });
  const headers = [{ name: 'X-A', value: '1' }];
  const difference = { operator: 'equalTo', isMatch: true };

  test('is returned with all fields and leaves no trace', async () => {
    const { projectId } = place;
    const given = { method: 'post', path: 'hi?a=1', host: 'Shop.test:8080', headers, body: 'ü' };
    const answer = await tryOut(projectId, given);
    expect(answer).toEqual({
      request: {
        method: 'POST',
        url: '/hi?a=1',
        headers: [{ name: 'Host', value: 'Shop.test:8080' }, ...headers],
        body: { text: 'ü', isBase64: false, sizeBytes: 2, isCut: false },
        clientIp: '127.0.0.1',
      },
      response: {
        status: 201,
        headers: expect.any(Array),
        body: { text: '127.0.0.1 http ü', isBase64: false, sizeBytes: 17, isCut: false },
        delayMs: 0,
        fault: null,
      },
      by: 'stub',
      assetId,
      assetName: 'Hi',
      why: expect.any(Array),
      scope: '',
      scenario: null,
      nearMisses: [],
      violations: [],
      notes: [],
    });
    expect(answer.why).toEqual(
      expect.arrayContaining([{ ...difference, part: 'headers', name: 'X-A', expected: '1', actual: '1' }]),
    );
    const named = [{ name: 'hOST', value: 'shop.test:8080' }, ...headers];
    const again = await tryOut(projectId, { ...given, host: undefined, headers: named });
    expect([again.by, again.request.headers]).toEqual(['stub', named]);
    const over = await tryOut(projectId, { ...given, host: 'other.test', headers: named });
    expect(over.by).toBe('none');
    const query = { params: { id: projectId }, query: {} };
    expect((await client.call(calls.listJournal, query)).totalElements).toBe(0);
  });

  test('lists at most five near misses if nothing answers', async () => {
    const { projectId } = place;
    const near = await tryOut(projectId, { method: 'POST', path: '/hi?a=1', host: 'shop.test', headers });
    expect(near).toMatchObject({ by: 'none', assetId: null, why: [], response: { status: 404 } });
    expect(near.nearMisses).toMatchObject([{ assetId, assetName: 'Hi', scenario: null }]);
    const own = await newMock(client);
    for (let n = 0; n < 6; n += 1) await newAsset(client, own, { request: { urlPath: '/a' }, response: {} });
    expect((await tryOut(own.projectId, { path: '/b' })).nearMisses).toHaveLength(5);
    await client.call(calls.toggleMock, { params: { id: own.projectId }, body: { isEnabled: false } });
    expect(await tryOut(own.projectId, { path: '/b' })).toMatchObject({ nearMisses: [], response: { status: 503 } });
  });

  test('is not forwarded to other services', async () => {
    const own = await newMock(client);
    await newAsset(
      client,
      own,
      { request: { urlPath: '/p' }, response: { proxyBaseUrl: 'http://127.0.0.1:1' } },
      { kind: 'dynamic' },
    );
    const { notes, request } = await tryOut(own.projectId, { path: '/p?x=1' });
    expect(notes).toEqual(['The request would be sent on to http://127.0.0.1:1/p?x=1.']);
    expect(request.headers).toEqual([{ name: 'Host', value: 'localhost' }]);
    await newAsset(client, own, { request: { urlPath: '/q', host: 'localhost', port: 80 }, response: {} });
    expect((await tryOut(own.projectId, { path: '/q' })).notes).toEqual([]);
    expect((await tryOut(own.projectId, { path: '/q' })).by).toBe('stub');
  });
});
