import type { CheckOutcome, MonitorDefinition, MonitorRules } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { monitorFaults, targetOf, testOf } from './definition.ts';
import { goodResponse, jsonOf } from './incidents/response-change.ts';
import { statusCounts } from './status-counts.ts';
import { plainOutcome, slowed, soapRequest } from './to-check.ts';

const definition = (given: object) => given as unknown as MonitorDefinition;

test.each([
  [
    { kind: 'api-script', projectId: 'p', scriptId: 's' },
    { kind: 'api-script', projectId: 'p', testId: 's' },
  ],
  [
    { kind: 'api-suite', projectId: 'p', suiteId: 's' },
    { kind: 'api-suite', projectId: 'p', testId: 's' },
  ],
  [
    { kind: 'workflow', projectId: 'p', flowId: 's' },
    { kind: 'workflow', projectId: 'p', testId: 's' },
  ],
  [{ kind: 'http', url: 'https://a.test' }, undefined],
])('%j refers to the test %j', (given, expected) => {
  expect(testOf(definition(given))).toEqual(expected);
});

test.each([
  [{ kind: 'http', method: 'GET', url: 'https://a.test' }, 'GET https://a.test'],
  [{ kind: 'soap', url: 'https://a.test' }, 'https://a.test'],
  [{ kind: 'websocket', url: 'wss://a.test' }, 'wss://a.test'],
  [{ kind: 'tls', host: 'a.test', port: 443 }, 'a.test:443'],
  [{ kind: 'tcp', host: 'a.test', port: 25 }, 'a.test:25'],
  [{ kind: 'dns', recordType: 'MX', hostName: 'a.test' }, 'MX a.test'],
  [{ kind: 'domain', domainName: 'a.test' }, 'a.test'],
  [{ kind: 'heartbeat' }, ''],
  [{ kind: 'workflow' }, 'Order to cash'],
])('what %j checks is told in short', (given, target) => {
  expect(targetOf(definition(given), 'Order to cash')).toBe(target);
});

test('a test that is gone has no title', () => {
  expect(targetOf(definition({ kind: 'api-suite' }), undefined)).toBe('');
});

const rules = { timeoutMs: 60_000, regions: [] as string[], downIn: 1, confirmFrom: null as string | null };
test.each<[kind: string, given: Partial<typeof rules>, faults: string[]]>([
  ['http', {}, []],
  ['http', { timeoutMs: 60_001 }, ['timeoutMs']],
  ['api-script', { timeoutMs: 60_001 }, ['timeoutMs']],
  ['api-suite', { timeoutMs: 60_001 }, []],
  ['workflow', { timeoutMs: 3_600_000 }, []],
  ['http', { downIn: 2 }, ['downIn']],
  ['http', { regions: ['eu', 'us'], downIn: 2 }, []],
  ['http', { regions: ['eu', 'us'], downIn: 3 }, ['downIn']],
  ['http', { regions: ['eu'], confirmFrom: 'us' }, []],
  ['http', { regions: ['eu'], confirmFrom: 'eu' }, ['confirmFrom']],
  ['heartbeat', {}, []],
  ['heartbeat', { regions: ['eu'] }, ['regions']],
  ['heartbeat', { confirmFrom: 'eu' }, ['regions']],
])('%s with %j contradicts itself in %j', (kind, given, faults) => {
  const found = monitorFaults(definition({ kind }), { ...rules, ...given } as unknown as MonitorRules);
  expect(found.map(({ path }) => path)).toEqual(faults);
});

test.each([
  [{}, 'in 1 place, so it can be down in at most 1.'],
  [{ regions: ['eu', 'us'] }, 'in 2 places, so it can be down in at most 2.'],
])('the number of places is told', (given, told) => {
  const [fault] = monitorFaults(definition({ kind: 'http' }), {
    ...rules,
    downIn: 5,
    ...given,
  } as unknown as MonitorRules);
  expect(fault?.message).toContain(told);
});

const soap = (given: object) =>
  soapRequest({
    kind: 'soap',
    url: 'https://a.test',
    soapVersion: '1.1',
    action: 'urn:get',
    envelope: '<e/>',
    headers: [{ key: 'X-A', value: '1' }],
    ...given,
  } as unknown as Parameters<typeof soapRequest>[0]);

test.each([
  [{}, ['Content-Type: text/xml; charset=utf-8', 'SOAPAction: "urn:get"', 'X-A: 1']],
  [{ action: '' }, ['Content-Type: text/xml; charset=utf-8', 'SOAPAction: ""', 'X-A: 1']],
  [{ soapVersion: '1.2' }, ['Content-Type: application/soap+xml; charset=utf-8; action="urn:get"', 'X-A: 1']],
  [{ soapVersion: '1.2', action: '' }, ['Content-Type: application/soap+xml; charset=utf-8', 'X-A: 1']],
])('an envelope is posted as its version asks: %j', (given, headers) => {
  const request = soap(given);
  expect(request.headers.map(({ key, value }) => `${key}: ${value}`)).toEqual(headers);
  expect(request).toMatchObject({ kind: 'http', method: 'POST', url: 'https://a.test', queryParams: [] });
  expect(request.body).toEqual({ type: 'xml', content: '<e/>' });
  expect(request).not.toHaveProperty('envelope');
});

const limits = { degradedAboveMs: 500, degradedFactor: 2, baselineMs: 100 };
test.each<[durationMs: number | null, given: Partial<Record<keyof typeof limits, number | null>>, code: string | null]>(
  [
    [200, {}, null],
    [201, {}, 'SLOWER_THAN_USUAL'],
    [500, { degradedFactor: null }, null],
    [500.4, { degradedFactor: null }, 'SLOW'],
    [5000, { degradedAboveMs: null, degradedFactor: null }, null],
    [5000, { degradedAboveMs: null, baselineMs: null }, null],
    [null, {}, null],
  ],
)('a check of %s ms with the limits %j is degraded: %s', (durationMs, given, code) => {
  const outcome = plainOutcome('UP', null, null, durationMs);
  const judged = slowed(outcome, { ...limits, ...given });
  expect([judged.verdict, judged.code]).toEqual([code === null ? 'UP' : 'DEGRADED', code]);
});

test('a slow check says how slow; what is down stays down', () => {
  const messages = [{}, { degradedAboveMs: null }].map(
    (given) => slowed(plainOutcome('UP', null, null, 900.6), { ...limits, ...given }).message,
  );
  expect(messages).toEqual([
    'It took 901 ms; the limit is 500 ms.',
    'It took 901 ms, more than 2 times its usual 100 ms (p95 of 7 days).',
  ]);
  const down: CheckOutcome = plainOutcome('DOWN', 'TIMEOUT', 'No answer.', 900);
  expect(slowed(down, limits)).toBe(down);
  expect(down).toEqual({
    verdict: 'DOWN',
    code: 'TIMEOUT',
    message: 'No answer.',
    durationMs: 900,
    phases: {},
    findings: [],
    exchange: null,
    certificate: null,
    values: [],
  });
});

test('counts by status have all of them and a total', () => {
  const none = { UP: 0, DEGRADED: 0, DOWN: 0, UNKNOWN: 0, MAINTENANCE: 0, PAUSED: 0 };
  expect(statusCounts()).toEqual({ ...none, total: 0 });
  expect(statusCounts({ UP: 2, DOWN: 1 })).toEqual({ ...none, UP: 2, DOWN: 1, total: 3 });
});

test.each([
  ['{"a":1}', { a: 1 }],
  [' \n[1]', [1]],
  ['{"a":', undefined],
  ['"text"', undefined],
  ['<a>{}</a>', undefined],
  [null, undefined],
])('the body %j is the JSON %j', (body, json) => {
  expect(jsonOf(body)).toEqual(json);
});

const response = (body: string | null, contentType: string | null = 'application/json; charset=utf-8') =>
  goodResponse({ status: 200, durationMs: 5, contentType, body });

test('of a good response is kept what a later one is compared with', () => {
  expect(response('{"b":[{"c":null}],"a":1}')).toEqual({
    status: 200,
    durationMs: 5,
    contentType: 'application/json',
    body: '{"b":[{"c":null}],"a":1}',
    shape: '200\napplication/json\n$.a:number\n$.b[].c:null',
  });
  expect(response(null, null)).toMatchObject({ contentType: null, body: null, shape: '200\n' });
  expect(response('x'.repeat(9000)).body).toHaveLength(8192);
});

test.each([
  ['another value', '{"a":1}', '{"a":2}', true],
  ['another order', '{"a":1,"b":2}', '{"b":2,"a":1}', true],
  ['more of the same', '[{"a":1}]', '[{"a":1},{"a":2}]', true],
  ['another type', '{"a":1}', '{"a":"1"}', false],
  ['another member', '{"a":1}', '{"a":1,"b":1}', false],
  ['an item of another kind', '[1]', '[1,"x"]', false],
  ['an item beyond the first five', '[1,2,3,4,5]', '[1,2,3,4,5,"x"]', true],
])('%s: the same structure %s, %s, %s', (_, before, after, isSame) => {
  expect(response(before).shape === response(after).shape).toBe(isSame);
});

test('of very large and very deep responses a part is compared', () => {
  const wide = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])));
  expect(response(wide(1000)).shape.split('\n')).toHaveLength(302);
  const nested = (depth: number): string => (depth === 0 ? '1' : `{"a":${nested(depth - 1)}}`);
  expect(response(nested(8)).shape).toContain('$.a.a.a.a.a.a.a.a:number');
  expect(response(nested(9)).shape).toBe('200\napplication/json');
});
