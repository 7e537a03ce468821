import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readK6Options } from './k6-options.ts';
import { readLiteral } from './object-literal.ts';
import { readDuration } from './read-duration.ts';

describe('readK6Options', () => {
  test('vus and duration, surrounded by comments and strings that look like options', () => {
    const script = `
      import http from 'k6/http'; // export const options = { vus: 99 };
      const text = "export const options = { vus: 98 }";
      /* export const options = { vus: 97 } */
      export const options = { vus: 10, duration: '1m30s', };
      export default function () { http.get('http://localhost'); }`;
    expect(readK6Options(script)).toEqual({
      scenarios: [{ name: 'default', executor: { type: 'constant-vus', vus: 10, durationMs: 90_000 } }],
      thresholds: [],
      unread: [],
    });
  });

  test('every executor', () => {
    const script = `export let options = {
      scenarios: {
        constant: { executor: 'constant-vus', vus: 5, duration: '10s', startTime: '5s', gracefulStop: '0s' },
        'ramp-up': { executor: "ramping-vus", startVUs: 0, stages: [{ duration: '20s', target: 10 }, { target: 0, duration: 500 }], gracefulRampDown: '3s' },
        shared: { executor: 'shared-iterations', vus: 2, iterations: 1_000, maxDuration: '1h' },
        each: { executor: 'per-vu-iterations', vus: 2, iterations: 3 },
        open: { executor: \`constant-arrival-rate\`, rate: 30, timeUnit: '1m', duration: '2m', preAllocatedVUs: 5, maxVUs: 50 },
        ramped: { executor: 'ramping-arrival-rate', startRate: 1e1, stages: [{ target: 200, duration: '30s' }], preAllocatedVUs: 5 },
      }
    }
    export function setup() {}`;
    const { scenarios, unread } = readK6Options(script);
    expect(unread).toEqual([]);
    expect(scenarios).toEqual([
      {
        name: 'constant',
        executor: { type: 'constant-vus', vus: 5, durationMs: 10_000 },
        startMs: 5000,
        gracefulStopMs: 0,
      },
      {
        name: 'ramp-up',
        executor: {
          type: 'ramping-vus',
          startVus: 0,
          stages: [
            { durationMs: 20_000, target: 10 },
            { durationMs: 500, target: 0 },
          ],
          gracefulRampDownMs: 3000,
        },
      },
      { name: 'shared', executor: { type: 'shared-iterations', vus: 2, iterations: 1000, maxDurationMs: 3_600_000 } },
      { name: 'each', executor: { type: 'per-vu-iterations', vus: 2, iterations: 3 } },
      {
        name: 'open',
        executor: {
          type: 'constant-arrival-rate',
          rate: 30,
          timeUnitMs: 60_000,
          durationMs: 120_000,
          preAllocatedVus: 5,
          maxVus: 50,
        },
      },
      {
        name: 'ramped',
        executor: {
          type: 'ramping-arrival-rate',
          startRate: 10,
          stages: [{ durationMs: 30_000, target: 200 }],
          preAllocatedVus: 5,
        },
      },
    ]);
  });

  test.each([
    ['stages', `{ stages: [{ duration: '1s', target: 5 }] }`, { type: 'ramping-vus', startVus: 1 }],
    [
      'iterations',
      `{ vus: 3, iterations: 30, duration: '1m' }`,
      { type: 'shared-iterations', vus: 3, iterations: 30, maxDurationMs: 60_000 },
    ],
    ['vus alone', `{ vus: 3 }`, { type: 'shared-iterations', vus: 3, iterations: 3 }],
  ])('shortcut: %s', (_, options, executor) => {
    expect(readK6Options(`module.exports.options = ${options}`).scenarios).toMatchObject([
      { name: 'default', executor },
    ]);
  });

  test('thresholds with targets, abort and delay', () => {
    const script = `export const options = { thresholds: {
      http_req_duration: ['p(95)<500', 'avg < 200', { threshold: 'p(99.9) <= 1000', abortOnFail: true, delayAbortEval: '10s' }],
      'http_req_duration{scenario:browse}': 'med<100',
      'http_req_duration{name:Search, scenario:browse}': ['max<5000'],
      http_req_failed: ['rate<0.01'],
      checks: ['rate>0.99'],
      http_reqs: ['rate>=100', 'count>1000'],
    } };`;
    const { thresholds, unread } = readK6Options(script);
    expect(unread).toEqual([]);
    const total = { type: 'total' };
    expect(thresholds).toEqual([
      { target: total, expression: 'p95 < 500' },
      { target: total, expression: 'avg < 200' },
      { target: total, expression: 'p99.9 <= 1000', abortOnFail: true, delayMs: 10_000 },
      { target: { type: 'scenario', scenario: 'browse' }, expression: 'med < 100' },
      { target: { type: 'request', request: 'Search', scenario: 'browse' }, expression: 'max < 5000' },
      { target: total, expression: 'failed < 1%' },
      { target: total, expression: 'checks > 99%' },
      { target: total, expression: 'rate >= 100' },
      { target: total, expression: 'count > 1000' },
    ]);
  });

  test("what can't be read is listed with its path, and the rest is read", () => {
    const script = `export const options = {
      ...shared,
      scenarios: {
        computed: { executor: 'constant-vus', vus: __ENV.VUS || 10, duration: '10s' },
        tagged: { executor: 'constant-vus', vus: 2, duration: '10s', exec: 'browse', env: { A: 'b' } },
        manual: { executor: 'externally-controlled', vus: 1, duration: '1s' },
        made: makeScenario({ vus: 5, list: [1, 2] }),
        broken: { executor: 'constant-vus', vus: 2, duration: 'ten seconds' },
      },
      thresholds: { my_trend: ['p(95)<1'], http_req_duration: ['p(95)<' + limit], 'http_req_duration{status:200}': ['p(95)<1'], http_req_waiting: ['avg<1'] },
      noConnectionReuse: true,
    };`;
    const { scenarios, thresholds, unread } = readK6Options(script);
    expect(scenarios.map((scenario) => scenario.name)).toEqual(['tagged']);
    expect(thresholds).toEqual([]);
    expect(unread.map(({ path }) => path).sort()).toEqual(
      [
        'entry 1',
        'noConnectionReuse',
        'scenarios.broken.duration',
        'scenarios.computed.vus',
        'scenarios.made',
        'scenarios.manual.executor',
        'scenarios.tagged.env',
        'scenarios.tagged.exec',
        'thresholds.http_req_duration',
        'thresholds.http_req_duration{status:200}',
        'thresholds.http_req_waiting',
        'thresholds.my_trend',
      ].sort(),
    );
    expect(unread).toContainEqual({
      path: 'scenarios.computed.vus',
      message: 'It is computed by the script: __ENV.VUS || 10',
    });
  });

  test.each([
    ['no options', 'export default function () {}'],
    ['a call', 'export const options = makeOptions();'],
    ['a name', 'export const options = shared;'],
    ['an end in the middle', 'export const options = { vus: 10, stages: [{ duration:'],
    ['nothing', ''],
  ])('finds none: %s', (_, script) => {
    expect(readK6Options(script)).toEqual({
      scenarios: [],
      thresholds: [],
      unread: [{ path: 'options', message: 'The script has no options that are written as an object.' }],
    });
  });

  test('never throws or hangs, on any input', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[](),:;"\'`\\/*\n$ a1.-'.split('')), maxLength: 80 }),
        (rest) => {
          expect(readK6Options(`export const options = {${rest}`)).toHaveProperty('unread');
        },
      ),
      { numRuns: 2000 },
    );
    expect(readK6Options(`export const options = ${'['.repeat(100_000)}`).scenarios).toEqual([]);
  });

  test('a key like __proto__ is data', () => {
    const value = readLiteral('{ "__proto__": { polluted: 1 }, a: 2 }', 0);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'a']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('JSON values are read as by JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
        expect(plain(readLiteral(json, 0))).toEqual(plain(JSON.parse(json)));
      }),
    );
  });

  test.each([
    ['10s', 10_000],
    ['1h2m3s4ms', 3_723_004],
    ['1.5m', 90_000],
    ['2d', 172_800_000],
    ['500us', 0.5],
    ['500µs', 0.5],
    ['2000000ns', 2],
    ['250', 250],
    [250, 250],
    [-1, undefined],
    ['10 s', undefined],
    ['', undefined],
    [null, undefined],
  ])('duration %s', (text, ms) => {
    expect(readDuration(text)).toBe(ms);
  });
});
