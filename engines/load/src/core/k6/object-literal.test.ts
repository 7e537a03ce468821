import { describe, expect, test } from 'vitest';
import { readK6Options } from './k6-options.ts';
import { findAssigned, readLiteral, Unreadable } from './object-literal.ts';

describe('a JavaScript literal', () => {
  test.each<[text: string, value: unknown]>([
    [String.raw`'a\u0041\x42\u{43}\n\r\t\b\f\v\0\'\"\\\q'`, 'aABC\n\r\t\b\f\v\0\'"\\q'],
    ['"a\\\nb"', 'ab'],
    [String.raw`"\u{110000}"`, '\ufffd'],
    ['`a\nb`', 'a\nb'],
    ['[1_000, 0xFF, .5, 5., 1e3, -1.5E-2, +7]', [1000, 255, 0.5, 5, 1000, -0.015, 7]],
    ['[true, false, null]', [true, false, null]],
    ['{ a: 1, "b c": 2, \'d\': 3, 4: 5, $e_1: 6, }', { 4: 5, a: 1, 'b c': 2, d: 3, $e_1: 6 }],
    ['{ /* x */ a /* y */: // z\n 1 }', { a: 1 }],
    ['[[], {}]', [[], {}]],
    ['1\nexport default x', 1],
    ['1;', 1],
  ])('%s is %j', (text, value) => {
    expect(readLiteral(text, 0)).toEqual(value);
  });

  test.each<[text: string, source: string]>([
    ['a + b;', 'a + b'],
    ['1 + 2', '1 + 2'],
    ['1\n+ 2', '1\n+ 2'],
    ['"a" + x, 5', '"a" + x'],
    ['`a${b}`', '`a${b}`'],
    ['make({ a: [1, 2] }, 3)', 'make({ a: [1, 2] }, 3)'],
    ['x /* , */ + ","', 'x /* , */ + ","'],
    ['undefined', 'undefined'],
    ["'open", "'open"],
  ])('%s is computed: %s', (text, source) => {
    expect(readLiteral(text, 0)).toEqual(new Unreadable(source));
  });

  test('has computed members beside others', () => {
    expect(readLiteral('{ ...a, [b]: 1, c: d(1, 2), e: 2 }', 0)).toEqual({
      'entry 1': new Unreadable('...a'),
      'entry 2': new Unreadable('[b]: 1'),
      c: new Unreadable('d(1, 2)'),
      e: 2,
    });
    expect(readLiteral('[a, 1]', 0)).toEqual([new Unreadable('a'), 1]);
  });

  test('is read down to 50 levels', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    const innermost = (value: unknown): unknown => (Array.isArray(value) ? innermost(value[0]) : value);
    expect(innermost(readLiteral(nested(50), 0))).toBe(1);
    expect(innermost(readLiteral(nested(51), 0))).toEqual(new Unreadable('1'));
  });
});

test.each([
  ['const options = 5', '5'],
  ['let options: Options = 5', '5'],
  ['var\noptions =5', '5'],
  ['exports.options = 5', '5'],
  ['const options == 5; const options = 6', '6'],
  ['const myoptions = 5; const options2 = 6', undefined],
  ['// const options = 1\n/* let options = 2 */ "const options = 3" + `var options = 4`; var options = 5', '5'],
  ["'it\\'s const options = 1'; const options = 5", '5'],
  ["'open\nconst options = 5", '5'],
  ['/* open const options = 5', undefined],
])('in %s the options are %s', (text, value) => {
  const place = findAssigned(text, 'options');
  expect(place === undefined ? undefined : text.slice(place).trim()).toBe(value);
});

const read = (options: string) => readK6Options(`export const options = ${options};`);
const unreadOf = (options: string) => read(options).unread.map(({ path, message }) => `${path}: ${message}`);

describe('the options of k6', () => {
  test.each<[options: string, unread: string[]]>([
    ["{ vus: '5', duration: '1s' }", ['vus: It is not a number.']],
    ['{ vus: 5, duration: -1 }', ['duration: It is not a duration.']],
    ['{ stages: 5 }', ['stages: It is not a list of stages.']],
    ['{ stages: [{ duration: "1s" }] }', ['stages: It is not a list of stages.']],
    ['{ stages: [5] }', ['stages: It is not a list of stages.']],
    ['{ duration: "1s", rps: 5 }', ['rps: It has no equal here.']],
    ['{ scenarios: make() }', ['scenarios: They are computed by the script.']],
    ['{ scenarios: [] }', ['scenarios: They are computed by the script.']],
    ['{ scenarios: { a: 5 } }', ['scenarios.a: It is computed by the script.']],
    ['{ scenarios: { a: {} } }', ['scenarios.a.executor: This executor is not known here.']],
    [
      '{ scenarios: { a: { executor: 5 } } }',
      ['scenarios.a.executor: It is not a text.', 'scenarios.a.executor: This executor is not known here.'],
    ],
    ["{ scenarios: { a: { executor: 'constant-vus', vus: 1 } } }", ['scenarios.a.duration: It is missing.']],
    [
      "{ scenarios: { a: { executor: 'constant-arrival-rate', duration: '1s' } } }",
      ['scenarios.a.preAllocatedVUs: It is missing.', 'scenarios.a.rate: It is missing.'],
    ],
    ['{ vus: 5, scenarios: {} }', ['vus: It has no meaning here, or none beside scenarios.']],
    ['{ thresholds: make() }', ['thresholds: It is not written as an object of lists.']],
    ['{ thresholds: ["p(95)<1"] }', ['thresholds: It is not written as an object of lists.']],
    ['{ thresholds: { checks: [5] } }', ['thresholds.checks: The expression is computed by the script.']],
    ['{ thresholds: { checks: [{}] } }', ['thresholds.checks: The expression is computed by the script.']],
    ['{ thresholds: { checks: "p(95)<1" } }', ['thresholds.checks: "p(95)<1" on checks has no equal here.']],
    ['{ thresholds: { http_reqs: "rate<x" } }', ['thresholds.http_reqs: "rate<x" on http_reqs has no equal here.']],
    [
      '{ thresholds: { http_req_duration: { threshold: "p(95)<1", delayAbortEval: "soon" } } }',
      ['thresholds.http_req_duration: delayAbortEval is not a duration.'],
    ],
    ['{ thresholds: { toString: "count<1" } }', ['thresholds.toString: "count<1" on toString has no equal here.']],
  ])('%s: %j', (options, unread) => {
    expect(unreadOf(options).toSorted()).toEqual(unread.toSorted());
  });

  test.each<[selector: string, expression: string, threshold: object | undefined]>([
    ['http_req_duration', 'p( 95 ) < 300', { target: { type: 'total' }, expression: 'p95 < 300' }],
    ['http_req_duration', 'med === 5', { target: { type: 'total' }, expression: 'med == 5' }],
    ['http_req_duration', 'rate < 1', undefined],
    ['http_req_duration', 'p(95) < -1', undefined],
    ['http_req_duration', 'p(101) < 1', undefined],
    ['http_req_failed', 'rate <= 0.125', { target: { type: 'total' }, expression: 'failed <= 12.5%' }],
    ['http_req_failed', 'count < 1', undefined],
    ['http_req_failed', 'rate < 2', undefined],
    ['checks', 'rate != 0.07', { target: { type: 'total' }, expression: 'checks != 7%' }],
    [
      'http_reqs{scenario:"a b"}',
      'rate > 5',
      { target: { type: 'scenario', scenario: 'a b' }, expression: 'rate > 5' },
    ],
    [
      'http_reqs{ name : GET x:y , scenario:a}',
      'count > 5',
      { target: { type: 'request', request: 'GET x:y', scenario: 'a' }, expression: 'count > 5' },
    ],
    ["http_reqs{name:'a'}", 'count > 5', { target: { type: 'request', request: 'a' }, expression: 'count > 5' }],
    ['http_reqs{name:a,method:GET}', 'count > 5', undefined],
    ['http_reqs{}', 'count > 5', undefined],
  ])('the threshold %s: %s', (selector, expression, threshold) => {
    const { thresholds } = read(`{ thresholds: { ${JSON.stringify(selector)}: ${JSON.stringify(expression)} } }`);
    expect(thresholds).toEqual(threshold === undefined ? [] : [threshold]);
  });

  test.each([
    ['{ iterations: 5 }', { type: 'shared-iterations', vus: 1, iterations: 5 }],
    ["{ duration: '2s' }", { type: 'constant-vus', vus: 1, durationMs: 2000 }],
    [
      "{ vus: 3, stages: [{ duration: ' 1s ', target: 5 }] }",
      { type: 'ramping-vus', startVus: 3, stages: [{ durationMs: 1000, target: 5 }] },
    ],
  ])('%s are the default scenario', (options, executor) => {
    expect(read(options)).toEqual({ scenarios: [{ name: 'default', executor }], thresholds: [], unread: [] });
  });

  test('without a load have no scenario', () => {
    expect(read('{}')).toEqual({ scenarios: [], thresholds: [], unread: [] });
  });
});
