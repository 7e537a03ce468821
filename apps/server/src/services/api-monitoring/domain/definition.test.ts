import type { CheckOutcome, MonitorDefinition, MonitorRules } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { monitorFaults, targetOf, testOf } from './definition.ts';
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

test('a deleted test has no title', () => {
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

test('a slow check states its duration; a down one stays down', () => {
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

test('counts by status contain all statuses and a total', () => {
  const none = { UP: 0, DEGRADED: 0, DOWN: 0, UNKNOWN: 0, MAINTENANCE: 0, PAUSED: 0 };
  expect(statusCounts()).toEqual({ ...none, total: 0 });
  expect(statusCounts({ UP: 2, DOWN: 1 })).toEqual({ ...none, UP: 2, DOWN: 1, total: 3 });
});
