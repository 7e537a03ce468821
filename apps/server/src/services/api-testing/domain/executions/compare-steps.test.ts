import type { StepDetail, StepSummary } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { compareOneSided, comparePair, comparePairs, compareUnread, pairSteps } from './compare-steps.ts';

const summary = (stepId: string, given: Partial<StepSummary> = {}): StepSummary => ({
  stepId,
  index: 0,
  name: 'List',
  suiteId: 'suite',
  suiteName: 'Orders',
  scriptId: 'script',
  method: 'GET',
  url: 'https://a.test/',
  status: 'passed',
  statusCode: 200,
  durationMs: 100,
  assertionsPassed: 0,
  assertionsFailed: 0,
  message: null,
  attempt: 1,
  ...given,
});
const pairsOf = (base: StepSummary[], current: StepSummary[]) =>
  pairSteps(base, current).map((pair) => [pair.base?.stepId, pair.current?.stepId]);

test.each<[string, StepSummary[], StepSummary[], (string | undefined)[][]]>([
  [
    'the same script, though its name and place changed',
    [summary('a1', { scriptId: 'a' }), summary('b1', { scriptId: 'b' })],
    [summary('b2', { scriptId: 'b', name: 'New', suiteName: 'New' }), summary('a2', { scriptId: 'a' })],
    [
      ['b1', 'b2'],
      ['a1', 'a2'],
    ],
  ],
  [
    'suite and name where there is no script',
    [summary('a1', { scriptId: null }), summary('b1', { scriptId: null, suiteName: 'Users' })],
    [summary('b2', { scriptId: null, suiteName: 'Users' }), summary('c2', { scriptId: null, name: 'Create' })],
    [
      ['b1', 'b2'],
      [undefined, 'c2'],
      ['a1', undefined],
    ],
  ],
  [
    'the same row of the data',
    ['a1', 'b1', 'c1'].map((id, index) => summary(id, { iteration: { index, label: '' } })),
    ['c2', 'b2', 'a2'].map((id, place) => summary(id, { iteration: { index: 2 - place, label: 'x' } })),
    [
      ['c1', 'c2'],
      ['b1', 'b2'],
      ['a1', 'a2'],
    ],
  ],
  [
    'executions of one script in their order',
    [summary('a1'), summary('b1'), summary('c1')],
    [summary('a2'), summary('b2')],
    [
      ['a1', 'a2'],
      ['b1', 'b2'],
      ['c1', undefined],
    ],
  ],
])('steps are paired by %s', (_case, base, current, pairs) => {
  expect(pairsOf(base, current)).toEqual(pairs);
});

const shown = (stepId: string) => ({ stepId, status: 'passed', durationMs: 100, statusCode: 200 });

test.each([
  ['added', { base: undefined, current: summary('a') }, { base: null, current: shown('a') }],
  ['removed', { base: summary('a'), current: undefined }, { base: shown('a'), current: null }],
])('a step that is missing in one of the runs was %s', (verdict, pair, sides) => {
  expect(compareOneSided(pair)).toEqual({
    name: 'List',
    suiteName: 'Orders',
    verdict,
    summary: '',
    assertions: [],
    body: [],
    isBodySame: true,
    timing: 'similar',
    ...sides,
  });
});

test('bodies that were not compared count as a change, with the reason', () => {
  expect(compareUnread({ base: summary('a'), current: summary('b') }, 'The bodies are too large.')).toMatchObject({
    base: { stepId: 'a' },
    current: { stepId: 'b' },
    verdict: 'changed',
    summary: 'The bodies are too large.',
    isBodySame: false,
  });
});

type Given = Partial<StepDetail> & { body?: unknown; code?: number | null };
/** A step with a response of this body; `code: null` is a step without a response. */
function compared({ body = { a: 1 }, code = 200, ...given }: Given) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const response = {
    status: code ?? 0,
    statusText: '',
    httpVersion: '1.1',
    headers: [],
    body: { sizeBytes: bytes.length, truncated: false, contentType: 'application/json' },
  };
  const detail: StepDetail = {
    ...summary('step'),
    statusCode: code,
    startedAt: null,
    exchange: {
      request: { method: 'GET', url: 'https://a.test/', headers: [] },
      ...(code !== null && { response }),
      redirects: [],
    },
    assertions: [],
    extracted: [],
    unresolved: [],
    error: null,
    ...given,
  };
  return { detail, body: bytes };
}
const assertion = (status: 'passed' | 'failed') => ({
  kind: 'status',
  operator: 'equals',
  expected: 200,
  status,
  message: '',
});

test('equal results are the same', () => {
  expect(comparePair(compared({}), compared({}))).toMatchObject({
    name: 'List',
    verdict: 'same',
    summary: '',
    assertions: [],
    body: [],
    isBodySame: true,
    timing: 'similar',
  });
});

test.each<[string, Given, Given, string]>([
  ['passed no longer', {}, { status: 'failed' }, 'broken'],
  ['passes now', { status: 'error' }, {}, 'fixed'],
  ['fails in another way', { status: 'failed' }, { status: 'error' }, 'changed'],
  ['has another status code', {}, { code: 201 }, 'changed'],
  ['has another body', {}, { body: { a: 2 } }, 'changed'],
  [
    'fails with another assertion',
    { status: 'failed', assertions: [assertion('passed')] },
    { status: 'failed', assertions: [assertion('failed')] },
    'changed',
  ],
  ['ran long before it was stopped', { status: 'queued' }, { status: 'running' }, 'changed'],
  ['is as broken as before', { status: 'failed' }, { status: 'failed' }, 'same'],
])('a step that %s is %s', (_case, base, current, verdict) => {
  const found = comparePair(compared(base), compared(current));
  expect(found.verdict).toBe(verdict);
});

test("different times are listed but don't change the verdict", () => {
  const found = comparePair(compared({ durationMs: 100 }), compared({ durationMs: 5000 }));
  expect(found).toMatchObject({ verdict: 'same', timing: 'slower' });
  expect(found.summary).toContain('100 to 5000 ms');
});

test('changes of a body have their place and both values, long ones shortened', () => {
  const { body } = comparePair(
    compared({ body: { a: 1, gone: 'x', text: 'y' } }),
    compared({ body: { a: { b: 2 }, text: 'z'.repeat(201), more: 'v'.repeat(200) } }),
  );
  const byPath = new Map(body.map((change) => [change.path, change]));
  expect([...byPath.keys()].toSorted()).toEqual(['$.a', '$.gone', '$.more', '$.text']);
  expect(byPath.get('$.a')).toMatchObject({ before: '1', after: '{"b":2}' });
  expect(byPath.get('$.gone')).toMatchObject({ before: 'x', after: '' });
  expect(byPath.get('$.more')).toMatchObject({ before: '', after: 'v'.repeat(200) });
  expect(byPath.get('$.text')?.after).toBe(`${'z'.repeat(200)}…`);
});

test('at most 50 changes are listed', () => {
  const items = (value: number) => Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, value]));
  expect(comparePair(compared({ body: items(1) }), compared({ body: items(2) })).body).toHaveLength(50);
});

test.each<[string, Given, Given, string]>([
  ['the later', { message: 'Old' }, { message: 'Refused' }, 'Refused'],
  ['the earlier', { message: 'Old' }, {}, 'Old'],
  ['neither', {}, {}, ''],
])("where only the verdict changed, the step's sentence is shown: of %s", (_case, base, current, text) => {
  const without = { code: null, exchange: null };
  const found = comparePair(
    compared({ ...without, status: 'failed', ...base }),
    compared({ ...without, status: 'passed', ...current }),
  );
  expect(found).toMatchObject({ verdict: 'fixed', summary: text });
});

test('a step without a time is compared as if it took none', () => {
  expect(comparePair(compared({ durationMs: null }), compared({ durationMs: 1 })).timing).toBe('similar');
});

test('several pairs are compared independently', () => {
  const pair = { base: compared({}), current: compared({ status: 'failed' }) };
  expect(comparePairs([pair, { base: pair.current, current: pair.base }]).map(({ verdict }) => verdict)).toEqual([
    'broken',
    'fixed',
  ]);
});
