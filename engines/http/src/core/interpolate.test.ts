import { BudgetError, seededRandom } from '@touchstone/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildStep } from '../testing/build-step.ts';
import { dynamicNames } from './dynamic-values.ts';
import { Interpolator, variableNames } from './interpolate.ts';
import { interpolateStep } from './interpolate-step.ts';
import { findVariables, providedVariables } from './step-variables.ts';

const cases: {
  name: string;
  template: string;
  scopes: Record<string, string>[];
  result: string;
  unresolved?: string[];
}[] = [
  { name: 'a plain name', template: 'a {{x}} b', scopes: [{ x: '1' }], result: 'a 1 b' },
  { name: 'spaces inside the braces', template: '{{ x }}', scopes: [{ x: '1' }], result: '1' },
  { name: 'the narrowest scope', template: '{{x}}', scopes: [{ x: 'near' }, { x: 'far' }], result: 'near' },
  { name: 'an empty value of a narrow scope', template: '[{{x}}]', scopes: [{ x: '' }, { x: 'far' }], result: '[]' },
  { name: 'a wider scope', template: '{{y}}', scopes: [{ x: '1' }, { y: '2' }], result: '2' },
  { name: 'values that hold names', template: '{{a}}', scopes: [{ a: '<{{b}}>', b: '2' }], result: '<2>' },
  { name: 'names built from values', template: '{{u_{{s}}}}', scopes: [{ s: 'dev', u_dev: 'ok' }], result: 'ok' },
  { name: 'an unknown name', template: 'a {{x}}', scopes: [{}], result: 'a {{x}}', unresolved: ['x'] },
  {
    name: 'an unknown name inside a value',
    template: '{{a}}',
    scopes: [{ a: '-{{b}}' }],
    result: '-{{b}}',
    unresolved: ['b'],
  },
  {
    name: 'a name that refers to itself',
    template: '{{a}}',
    scopes: [{ a: 'x{{a}}' }],
    result: 'x{{a}}',
    unresolved: ['a'],
  },
  {
    name: 'a cycle of two',
    template: '{{a}}',
    scopes: [{ a: '{{b}}', b: '{{a}}' }],
    result: '{{a}}',
    unresolved: ['a'],
  },
  {
    name: 'names of object methods',
    template: '{{constructor}}',
    scopes: [{}],
    result: '{{constructor}}',
    unresolved: ['constructor'],
  },
  { name: 'dollar signs in values', template: '{{a}}', scopes: [{ a: '$& $1 $$' }], result: '$& $1 $$' },
  { name: 'an unknown dynamic name in a scope', template: '{{$server}}', scopes: [{ $server: 'x' }], result: 'x' },
  { name: 'single braces', template: '{x} }} {{', scopes: [{ x: '1' }], result: '{x} }} {{' },
];

test.each(cases)('replaces $name', ({ template, scopes, result, unresolved = [] }) => {
  const interpolator = new Interpolator({ scopes });
  expect(interpolator.text(template, 'body')).toBe(result);
  expect(interpolator.unresolved).toEqual(unresolved.map((name) => ({ name, place: 'body' })));
});

test('an unknown name is reported once per place', () => {
  const interpolator = new Interpolator({ scopes: [] });
  for (const place of ['url', 'body', 'url']) interpolator.text('{{x}} {{x}}', place);
  expect(interpolator.unresolved).toEqual([
    { name: 'x', place: 'url' },
    { name: 'x', place: 'body' },
  ]);
});

test('in a JSON-like value every string and every member name is replaced', () => {
  const interpolator = new Interpolator({ scopes: [{ x: '1' }] });
  const given = { 'k{{x}}': ['{{x}}', 1, true, null, undefined, { a: '<{{x}}>' }], none: null };
  expect(interpolator.value(given, 'body')).toEqual({ k1: ['1', 1, true, null, undefined, { a: '<1>' }], none: null });
});

test('the default clock is the current time', () => {
  const before = Date.now();
  const written = new Interpolator({ scopes: [] }).text('{{$isoTimestamp}}', 'body');
  expect(Date.parse(written)).toBeGreaterThanOrEqual(before);
});

const doubling = (levels: number, padding = '') =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, i) => [`v${i}`, `{{v${i + 1}}}{{v${i + 1}}}${padding}`] as const),
  );

test.each([
  ['a chain that doubles at each step', [doubling(40)], '{{v0}}', /more than 50,000 steps of work.*Look for values/],
  ['the same with text in each value', [doubling(40, 'padding')], '{{v0}}', /50,000 steps/],
  ['few names with long values', [{ a: 'x'.repeat(1024 * 1024) }], '{{a}}'.repeat(17), /16,777,216 characters/],
  ['very many names in one text', [{ a: '' }], '{{a}}'.repeat(50_001), /50,000 steps/],
  ['very many unknown names', [], '{{a}}'.repeat(50_001), /50,000 steps/],
  ['very many dynamic values', [], '{{$guid}}'.repeat(10_000), /50,000 steps/],
])('%s is stopped after bounded work', (_name, scopes, template, message) => {
  const interpolator = new Interpolator({ scopes: scopes as Record<string, string>[] });
  expect(() => interpolator.text(template, 'body')).toThrow(message);
  expect(() => interpolator.text('{{a}}', 'header X')).toThrow(message);
});

test('the work for all strings of a request is added up', () => {
  const interpolator = new Interpolator({ scopes: [doubling(12)] });
  const texts = Array.from({ length: 6 }, () => interpolator.text('{{v0}}', 'header'));
  expect(new Set(texts).size).toBe(1);
  expect(() => interpolator.text('{{v0}}', 'header')).toThrow(/50,000 steps/);
});

test('for a step that is too much work to send, the variables found so far are returned', () => {
  const step = { ...everywhere, url: '{{first}}{{v0}}' };
  expect(findVariables(step, [doubling(40)])).toEqual(expect.arrayContaining(['first', 'v0', 'v30']));
});

test.each(['{{', '{{ ', '{{{{', '{{a{{', '{{a ', '}}{{'])(
  'text that never closes a name is read in one pass: %s',
  (piece) => {
    const template = piece.repeat(200_000) + ' '.repeat(200_000);
    expect(new Interpolator({ scopes: [{}] }).text(template, 'body')).toBe(template);
    expect(variableNames(template).length).toBeLessThan(3);
  },
);

test('a text without variables stays unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.dictionary(fc.string(), fc.string()), (text, scope) => {
      fc.pre(!/\{\{[^{}]+\}\}/.test(text));
      expect(new Interpolator({ scopes: [scope] }).text(text, 'url')).toBe(text);
    }),
  );
});

test('any graph of variables terminates', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const value = fc.array(
    fc.oneof(
      name.map((n) => `{{${n}}}`),
      fc.constantFrom('{{', '}}', 'x', '{{a{{b}}}}'),
    ),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(
      fc.dictionary(
        name,
        value.map((parts) => parts.join('')),
      ),
      value,
      (scope, template) => {
        const interpolator = new Interpolator({ scopes: [scope] });
        try {
          expect(typeof interpolator.text(template.join(''), 'url')).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(BudgetError);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('dynamic names are repeatable with a seed and a clock', () => {
  const make = (seed: number) => {
    const now = () => new Date('2026-01-02T03:04:05.678Z');
    const interpolator = new Interpolator({ scopes: [], random: seededRandom(seed), now });
    return Object.fromEntries(dynamicNames.map((name) => [name, interpolator.text(`{{${name}}}`, 'body')]));
  };
  const first = make(7);
  expect(make(7)).toEqual(first);
  expect(make(8)).not.toEqual(first);
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(first.$guid).toMatch(uuid);
  expect(first.$randomUUID).toMatch(uuid);
  expect(first.$timestamp).toBe('1767323045');
  expect(first.$isoTimestamp).toBe('2026-01-02T03:04:05.678Z');
  expect(Number(first.$randomInt)).toBeLessThanOrEqual(1000);
  expect(first.$randomEmail).toMatch(/^[a-z.0-9]+@example\.com$/);
});

const everywhere = buildStep({
  url: 'http://{{host}}/',
  headers: [
    { key: 'X-{{hk}}', value: '{{hv}}' },
    { key: 'Off', value: '{{off}}', enabled: false },
  ],
  queryParams: [{ key: 'q', value: '{{qv}}' }],
  pathParams: [{ key: 'id', value: '{{pv}}' }],
  body: { type: 'urlencoded', fields: [{ key: 'f', value: '{{fv}} {{$guid}}' }] },
  authentication: { type: 'bearer', token: '{{token}}' },
  assertions: [{ kind: 'jsonPath', path: '$.{{ap}}', operator: 'equals', expected: { deep: ['{{ae}}'] } }],
  dataHandlers: [
    { name: 'out', source: 'jsonPath', path: '$.{{dp}}' },
    { name: 'never', source: 'body', path: '', enabled: false },
  ],
});

test('$idempotencyKey is the key of its step, or a new one if the step has none', () => {
  const keyed = new Interpolator({ scopes: [], idempotencyKey: 'step-7' });
  expect(keyed.text('{{$idempotencyKey}} {{$idempotencyKey}}', 'header')).toBe('step-7 step-7');
  const free = new Interpolator({ scopes: [] });
  const keys = free.text('{{$idempotencyKey}} {{$idempotencyKey}}', 'header').split(' ');
  expect(new Set(keys).size).toBe(2);
});

test('lists the variables that a step uses, without disabled rows and dynamic names', () => {
  expect(findVariables(everywhere)).toEqual(['host', 'hk', 'hv', 'qv', 'pv', 'fv', 'token', 'ap', 'ae', 'dp']);
  expect(findVariables(everywhere, [{ token: 'Bearer {{secret}}' }])).toContain('secret');
  expect(providedVariables(everywhere)).toEqual(['out']);
  expect(variableNames('{{a}} {{ b }} {{a}} {{$guid}}')).toEqual(['a', 'b', '$guid']);
});

test('reports unresolved names by place', () => {
  const interpolator = new Interpolator({ scopes: [] });
  interpolateStep(everywhere, interpolator);
  const places = Object.fromEntries(interpolator.unresolved.map(({ name, place }) => [name, place]));
  expect(places).toMatchObject({
    host: 'url',
    hv: 'header X-{{hk}}',
    qv: 'query parameter q',
    token: 'authentication',
  });
  expect(places).toMatchObject({ pv: 'path parameter id', ae: 'assertion $.{{ap}}', dp: 'data handler out' });
});
