import { afterEach, expect, test } from 'vitest';
import { MockEngine } from '../../core/engine/mock-engine.ts';
import type { Stub } from '../../core/stub.ts';
import { MockServer, type MockServerOptions } from '../mock-server.ts';

const servers: MockServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(200);
});

/** The part of the admin API's responses that the tests read. */
interface AdminAnswer {
  mappings: Stub[];
  request: object;
  response: object;
  requests: object[];
  nearMisses: object[];
  scenarios: object[];
  settings: object;
  errors: { code: number; source?: { pointer: string } }[];
}

async function serving(stubs: object[] = [], options: MockServerOptions = {}) {
  const engine = new MockEngine();
  expect(engine.setDefaults(stubs)).toEqual([]);
  const server = new MockServer(engine, options);
  servers.push(server);
  const address = await server.start();
  const admin = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await fetch(`${address}/__admin${path}`, init);
    // Every response is JSON.
    return { status: response.status, value: (await response.json()) as AdminAnswer };
  };
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(`${address}${path}`, init)).status;
  return { engine, address, admin, statusOf };
}

const id = '11111111-1111-4111-8111-111111111111';
/** Members that WireMock clients know; they reject stubs, events and scenarios with others. */
const known = {
  stub: 'id uuid name request response priority scenarioName requiredScenarioState newScenarioState persistent metadata postServeActions serveEventListeners insertionIndex',
  event: 'id request responseDefinition response wasMatched timing subEvents stubMapping',
  nearMiss: 'request stubMapping matchResult',
  scenario: 'id name state possibleStates mappings',
  settings: 'fixedDelay delayDistribution proxyPassThrough extended',
};
const unknownIn = (kind: keyof typeof known, value: object): string[] =>
  Object.keys(value).filter((name) => !known[kind].split(' ').includes(name));

const own = {
  id,
  enabled: false,
  stateScope: { header: 'X-User' },
  setState: { a: '1' },
  request: { method: { oneOf: ['GET', 'PUT'] }, url: '/own', state: { a: { equalTo: '1' } }, soapAction: 'buy' },
  response: { status: '{{request.query.s}}', events: [{ data: 'x' }] },
  metadata: { team: 'blue' },
};

test('WireMock clients get no member that they would reject, and a stub that they send back keeps all of its own', async () => {
  const { admin, address, engine } = await serving([
    own,
    { request: { url: '/s' }, response: {}, scenarioName: 's', requiredScenarioState: 'Started', enabled: true },
  ]);
  await fetch(`${address}/s`);
  await fetch(`${address}/none`);
  const listed = (await admin('GET', '/mappings')).value;
  for (const mapping of listed.mappings) expect(unknownIn('stub', mapping)).toEqual([]);
  const read = (await admin('GET', `/mappings/${id}`)).value;
  expect(read).toMatchObject({
    request: { method: 'ANY', url: '/own' },
    response: { status: 200 },
    metadata: { team: 'blue' },
  });
  expect([...Object.keys(read.request), ...Object.keys(read.response)]).toEqual(['method', 'url', 'status']);
  const before = engine.index.get(id)?.stub;
  expect((await admin('PUT', `/mappings/${id}`, read)).status).toBe(200);
  expect(engine.index.get(id)?.stub).toEqual(before);
  const events = (await admin('GET', '/requests')).value;
  for (const event of events.requests) expect(unknownIn('event', event)).toEqual([]);
  const near = (await admin('GET', '/requests/unmatched/near-misses')).value;
  for (const miss of near.nearMisses) expect(unknownIn('nearMiss', miss)).toEqual([]);
  const { scenarios } = (await admin('GET', '/scenarios')).value;
  for (const scenario of scenarios) expect(unknownIn('scenario', scenario)).toEqual([]);
  expect(unknownIn('settings', (await admin('GET', '/settings')).value.settings)).toEqual([]);
});

test('in detail, everything is returned', async () => {
  const { admin, address } = await serving([own]);
  await fetch(`${address}/own`);
  expect((await admin('GET', `/mappings/${id}?details=true`)).value).toMatchObject(own);
  expect((await admin('GET', '/requests?details=true')).value).toMatchObject({ requests: [{ by: 'none', scope: '' }] });
  expect((await admin('GET', '/requests/unmatched/near-misses?details=true')).value).toMatchObject({
    nearMisses: [{ differences: [{ isMatch: false }, {}, {}] }],
  });
});

test('an event names the stub in its headers, the notes, and why none matched', async () => {
  const { admin, address, engine } = await serving([{ id, name: 'a', request: { url: '/a' }, response: {} }]);
  engine.validators = [
    { request: () => [{ in: 'request', place: 'query.q', message: 'It is missing.' }], answer: () => [] },
  ];
  await fetch(`${address}/a`);
  await fetch(`${address}/b`);
  const { requests } = (await admin('GET', '/requests')).value;
  expect(requests).toMatchObject([
    {
      responseDefinition: { status: 404, fromConfiguredStub: false },
      stubMapping: { request: { method: 'ANY' } },
      subEvents: [{ type: 'WARNING' }, { type: 'REQUEST_NOT_MATCHED' }],
    },
    {
      response: { headers: { 'Matched-Stub-Id': id, 'Matched-Stub-Name': 'a' } },
      subEvents: [{ type: 'WARNING', data: { message: 'query.q: It is missing.' } }],
    },
  ]);
});

test('stubs and requests are found and removed by metadata', async () => {
  const { admin, address } = await serving([
    { request: { url: '/a' }, response: {}, metadata: { team: 'blue', tags: [1, 2] } },
    { request: { url: '/b' }, response: {}, metadata: { team: 'red' } },
    { request: { url: '/c' }, response: {} },
  ]);
  for (const path of ['/a', '/b', '/c', '/d']) await fetch(`${address}${path}`);
  const blue = { matchesJsonPath: { expression: '$.team', equalTo: 'blue' } };
  expect((await admin('POST', '/mappings/find-by-metadata', blue)).value).toMatchObject({ meta: { total: 1 } });
  const subset = { equalToJson: { team: 'red' }, ignoreExtraElements: true };
  expect((await admin('POST', '/mappings/find-by-metadata', subset)).value).toMatchObject({ meta: { total: 1 } });
  expect((await admin('POST', '/requests/remove-by-metadata', blue)).value).toMatchObject({
    serveEvents: [{ request: { url: '/a' } }],
  });
  expect((await admin('GET', '/requests')).value).toMatchObject({ meta: { total: 3 } });
  expect((await admin('POST', '/mappings/remove-by-metadata', blue)).status).toBe(200);
  expect((await admin('GET', '/mappings')).value).toMatchObject({ meta: { total: 2 } });
  expect((await admin('POST', '/mappings/find-by-metadata', {})).status).toBe(422);
});

test('settings are replaced as a whole, and those unknown to WireMock are in their extension', async () => {
  const { admin, engine, statusOf } = await serving();
  await admin('POST', '/settings', { fixedDelay: 3, extended: { cors: true } });
  expect(engine.settings).toMatchObject({ fixedDelay: 3, cors: true });
  const delayDistribution = { type: 'uniform', lower: 1, upper: 2 };
  await admin('POST', '/settings', { delayDistribution });
  expect((await admin('GET', '/settings')).value.settings).toMatchObject({
    delayDistribution,
    proxyPassThrough: true,
    extended: { cors: true, strict: false },
  });
  expect(engine.settings.fixedDelay).toBeUndefined();
  await admin('PATCH', '/settings/extended', { extended: { strict: true } });
  expect(engine.settings).toMatchObject({ strict: true, delayDistribution });
  engine.settings.proxyUnmatched = 'http://127.0.0.1:1';
  expect(await statusOf('/none')).toBe(502);
  await admin('POST', '/settings', { proxyPassThrough: false });
  expect(await statusOf('/none')).toBe(404);
});

test('refusals have the codes by which clients distinguish them', async () => {
  const stub = { request: { url: '/' }, response: {}, scenarioName: 's', requiredScenarioState: 'Started' };
  const { admin } = await serving([stub]);
  const refusalOf = async (method: string, path: string, body?: object) => {
    const { status, value } = await admin(method, path, body);
    const { errors } = value;
    return [status, errors[0]?.code, errors[0]?.source?.pointer];
  };
  expect(await refusalOf('PUT', '/scenarios/s/state', { state: 'z' })).toEqual([422, 11, undefined]);
  expect(await refusalOf('PUT', '/scenarios/none/state', { state: 'z' })).toEqual([404, 404, undefined]);
  expect(await refusalOf('POST', '/recordings/stop')).toEqual([400, 30, undefined]);
  expect(await refusalOf('POST', '/mappings', { request: { urlPattern: '/[' }, response: {} })).toEqual([
    422,
    10,
    '/request/urlPattern',
  ]);
});

test('starting a running recording again continues it, and GET_OR_HEAD is either of the two', async () => {
  const { admin, statusOf } = await serving([{ request: { method: 'GET_OR_HEAD', url: '/gh' }, response: {} }]);
  const methods = ['GET', 'HEAD', 'POST'];
  expect(await Promise.all(methods.map((method) => statusOf('/gh', { method })))).toEqual([200, 200, 404]);
  const targetBaseUrl = 'http://127.0.0.1:1';
  for (const _ of [1, 2])
    expect(await admin('POST', '/recordings/start', { targetBaseUrl })).toMatchObject({ status: 200 });
  expect((await admin('POST', '/recordings/stop')).value).toMatchObject({ meta: { total: 0 } });
});

test('persistent stubs are saved when created and deleted when removed', async () => {
  const calls: string[] = [];
  const note = (what: string) => (stubs: readonly Stub[]) => calls.push(`${what} ${stubs.map(({ name }) => name)}`) > 0;
  const hooks = { save: note('save'), forget: (stubs: readonly Stub[]) => void note('forget')(stubs) };
  const { admin } = await serving([], { hooks });
  const stub = (name: string, persistent?: boolean) => ({
    name,
    request: { url: `/${name}` },
    response: {},
    persistent,
  });
  await admin('POST', '/mappings', { ...stub('a', true), id });
  await admin('POST', '/mappings', stub('b'));
  await admin('POST', '/mappings/import', { mappings: [stub('c', true), stub('d')] });
  await admin('DELETE', `/mappings/${id}`);
  await admin('POST', '/mappings/save');
  await admin('DELETE', '/mappings');
  expect(calls).toEqual(['save a', 'save c', 'forget a', 'save c,d,b', 'forget c']);
  const { admin: other } = await serving();
  expect((await other('POST', '/mappings/save')).status).toBe(409);
});
