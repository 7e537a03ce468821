import type { HttpSession, HttpStep, HttpStepResult } from '@touchstone/engine-http/core';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { collect } from '../testing/collect.ts';
import { compareResults } from './compare-results.ts';
import { CsvParser, formatCsv, parseCsv } from './csv.ts';
import { expandSteps } from './expand-steps.ts';
import { withRetries } from './with-retries.ts';

test.each([
  {
    name: 'plain',
    text: 'a,b\r\n1,2\r\n',
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  {
    name: 'quotes, doubled quotes, line breaks',
    text: 'a,b\n"x,""y""","1\r\n2"',
    rows: [
      ['a', 'b'],
      ['x,"y"', '1\r\n2'],
    ],
  },
  {
    name: 'byte order mark, semicolons',
    text: '\uFEFFa;b\n1,5;2',
    rows: [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  },
  {
    name: 'tabs',
    text: 'a\tb\n1\t2',
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  { name: 'empty fields, blank lines, lone CR', text: 'a,b\r\r,\r""\r', rows: [['a', 'b'], ['', ''], ['']] },
  {
    name: 'delimiter in quotes does not count',
    text: '"a;b;c;d",x\n1,2',
    rows: [
      ['a;b;c;d', 'x'],
      ['1', '2'],
    ],
  },
  { name: 'nothing', text: '', rows: [] },
])('reads CSV: $name', ({ text, rows }) => {
  expect(parseCsv(text)).toEqual(rows);
  const parser = new CsvParser();
  expect([...[...text].flatMap((character) => parser.push(character)), ...parser.end()]).toEqual(rows);
});

const cell = fc.string({
  unit: fc.oneof(fc.constantFrom('"', ',', ';', '\n', '\r', 'a', ' '), fc.string({ minLength: 1, maxLength: 1 })),
});

test('formatted CSV is parsed back, wherever it is split', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
      fc.constantFrom(',', ';', '\t'),
      fc.nat(),
      (rows, delimiter, at) => {
        const text = formatCsv(rows, { delimiter });
        expect(parseCsv(text, { delimiter })).toEqual(rows);
        const parser = new CsvParser({ delimiter });
        const cut = text.length === 0 ? 0 : at % text.length;
        expect([...parser.push(text.slice(0, cut)), ...parser.push(text.slice(cut)), ...parser.end()]).toEqual(rows);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['as many as are wanted', 2],
  ['all but one', 50_000],
  ['more than there are', 60_000],
])('of %s records, only as many are read as it takes to know that there are more', (_name, maxRecords) => {
  const text = `id,name\r\n${'1,"a\nb"\r\n'.repeat(50_000)}`;
  const read = parseCsv(text, { maxRecords });
  expect(read.slice(0, 2)).toEqual([
    ['id', 'name'],
    ['1', 'a\nb'],
  ]);
  if (maxRecords > 50_000) expect(read).toEqual(parseCsv(text));
  else expect(read.length).toBeGreaterThan(maxRecords);
  if (maxRecords === 2) expect(read.length).toBeLessThan(10_000);
  // Errors further on are not noticed.
  expect(() => parseCsv(`${text}"`, { maxRecords: 2 })).not.toThrow();
});

test('an unclosed quote is an error, and found early if the text is long', () => {
  expect(() => parseCsv('a,b\n"x,1\n')).toThrow('not closed');
  expect(() => parseCsv(`a\n"${'x'.repeat(200)}`, { maxRecordCharacters: 100 })).toThrow('longer than 100');
});

const step = { id: 's', name: 'Login', group: 'g', settings: {} } as HttpStep;

test.each([
  { name: 'one per row', options: {}, labels: ['iteration 1', 'iteration 2'], values: ['a', 'b'] },
  { name: 'fewer than rows', options: { iterations: 1 }, labels: ['iteration 1'], values: ['a'] },
  {
    name: 'more than rows',
    options: { iterations: 3, labelColumn: 'v' },
    labels: ['a', 'b', 'b'],
    values: ['a', 'b', 'b'],
  },
])('expands steps: $name', async ({ options, labels, values }) => {
  const expanded = await collect(expandSteps([step], [{ v: 'a' }, { v: 'b' }], options));
  expect(expanded.map(({ iteration }) => iteration?.label)).toEqual(labels);
  expect(expanded.map(({ scope }) => scope?.v)).toEqual(values);
  expect(new Set(expanded.map(({ id }) => id)).size).toBe(expanded.length);
  expect(expanded[0]).toMatchObject({ id: 's#1', group: 'g#1', name: `Login (${labels[0]})` });
});

test("a step's own settings say how often and when it is retried, and the attempts are kept", async () => {
  const statuses: HttpStepResult['status'][] = ['error', 'error', 'failed', 'passed'];
  const waits: number[] = [];
  const session: HttpSession = {
    execute: async () => ({ ...result(500, 'no', 7, false), status: statuses.shift() ?? 'passed' }),
    state: () => ({ variables: {}, cookies: null }),
    close: async () => undefined,
  };
  const own = withRetries(session, { retries: 0, wait: async (ms) => void waits.push(ms) });
  const retried: HttpStep = { ...step, settings: { retry: { retries: 5, delayMs: 10, factor: 1, on: 'error' } } };
  const ended = await own.execute(retried);
  expect(ended.status).toBe('failed');
  expect(waits).toEqual([10, 10]);
  expect(ended.earlierAttempts).toMatchObject([
    { status: 'error', statusCode: 500, durationMs: 7 },
    { status: 'error', statusCode: 500 },
  ]);
  const once = await own.execute({ ...step, settings: {} });
  expect(once).not.toHaveProperty('earlierAttempts');
});

test('retries wait longer each time, stop at success, and end with the signal', async () => {
  const statuses: HttpStepResult['status'][] = ['error', 'failed', 'passed', 'passed'];
  const waits: number[] = [];
  const session = {
    execute: async () => ({ status: statuses.shift(), assertions: [] }),
    state: () => ({}),
    close: async () => undefined,
  } as unknown as HttpSession;
  const wait = async (ms: number) => void waits.push(ms);
  const own = withRetries(session, { retries: 5, delayMs: 100, factor: 3, maxDelayMs: 250, wait });
  expect((await own.execute(step)).status).toBe('passed');
  expect(waits).toEqual([100, 250]);
  statuses.splice(0, 9, 'failed', 'passed');
  expect((await own.execute(step, { signal: AbortSignal.abort() })).status).toBe('failed');
});

test("a step's own delay ends after its time, or immediately with the signal", async () => {
  vi.useFakeTimers();
  try {
    const statuses: HttpStepResult['status'][] = ['failed', 'passed', 'failed'];
    const session = {
      execute: async () => ({ status: statuses.shift(), assertions: [] }),
    } as unknown as HttpSession;
    const own = withRetries(session, { delayMs: 100 });
    const passed = own.execute(step);
    await vi.advanceTimersByTimeAsync(99);
    expect(statuses).toEqual(['passed', 'failed']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await passed).toMatchObject({ status: 'passed' });
    const stop = new AbortController();
    const failed = own.execute(step, { signal: stop.signal });
    await vi.advanceTimersByTimeAsync(50);
    stop.abort();
    expect(await failed).toEqual({ status: 'failed', assertions: [] });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

function result(status: number, body: unknown, durationMs: number, passed = true): HttpStepResult {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return {
    stepId: 's',
    status: passed ? 'passed' : 'failed',
    durationMs,
    response: {
      status,
      statusText: '',
      httpVersion: '1.1',
      headers: [],
      remoteAddress: undefined,
      body: { bytes, contentType: 'application/json', sizeBytes: bytes.length, truncated: false },
    },
    assertions: [
      { kind: 'status', operator: 'equals', expected: 200, status: passed ? 'passed' : 'failed', message: '' },
    ],
  } as unknown as HttpStepResult;
}

test.each([
  { name: 'same', after: result(200, { a: 1 }, 105), wanted: { verdict: 'same', summary: 'No difference.' } },
  {
    name: 'body',
    after: result(200, { a: 2, b: 1 }, 100),
    wanted: { verdict: 'changed', body: { changes: [{ path: '$.a' }, { kind: 'added', path: '$.b' }] } },
  },
  { name: 'slower', after: result(200, { a: 1 }, 200), wanted: { verdict: 'changed', timing: { verdict: 'slower' } } },
  {
    name: 'regressed',
    after: result(500, { a: 1 }, 100, false),
    wanted: {
      verdict: 'regressed',
      status: { before: 200, after: 500, isSame: false },
      assertions: [{ name: 'status equals 200', before: 'passed', after: 'failed' }],
    },
  },
])('compares results: $name', ({ after, wanted }) => {
  expect(compareResults(result(200, { a: 1 }, 100), after)).toMatchObject(wanted);
});

const compared = (before: Partial<HttpStepResult>, after: Partial<HttpStepResult>) =>
  compareResults({ ...result(200, { a: 1 }, 100), ...before }, { ...result(200, { a: 1 }, 100), ...after });
const assertion = (status: 'passed' | 'failed', more: object = {}) =>
  ({
    kind: 'jsonPath',
    path: '$.a',
    operator: 'equals',
    expected: 1,
    status,
    ...more,
  }) as HttpStepResult['assertions'][number];
const textBody = (text: string) => {
  const { response } = result(200, null, 1);
  const bytes = new TextEncoder().encode(text);
  return {
    response: {
      ...response,
      body: { bytes, contentType: 'text/plain', sizeBytes: bytes.length, truncated: false },
    } as HttpStepResult['response'],
  };
};

test.each<
  [name: string, before: Partial<HttpStepResult>, after: Partial<HttpStepResult>, verdict: string, summary: string]
>([
  ['an improvement', { status: 'failed' }, {}, 'improved', 'No difference.'],
  ['no answer', {}, { response: undefined, status: 'passed' }, 'changed', 'Status 200 became none; another body.'],
  [
    'an answer at last',
    { response: undefined, status: 'passed' },
    {},
    'changed',
    'Status none became 200; another body.',
  ],
  ['one place', {}, result(200, { a: 2 }, 100), 'changed', '1 change in the body.'],
  ['two places', {}, result(200, { b: 2 }, 100), 'changed', '2 changes in the body.'],
  ['another text', textBody('a'), textBody('b'), 'changed', 'Another body.'],
  ['the same text', textBody('a'), textBody('a'), 'same', 'No difference.'],
  ['another order of members', textBody('{"a":1,"b":2}'), textBody('{"b":2,"a":1}'), 'same', 'No difference.'],
  ['very deep bodies', textBody('['.repeat(3000)), textBody('['.repeat(3001)), 'changed', 'Another body.'],
  [
    'an assertion',
    { assertions: [assertion('passed')] },
    { assertions: [assertion('failed')] },
    'changed',
    '"jsonPath $.a equals 1" now failed.',
  ],
  [
    'the second of two that say the same',
    { assertions: [assertion('passed'), assertion('passed')] },
    { assertions: [assertion('passed'), assertion('failed')] },
    'changed',
    '"jsonPath $.a equals 1 (2)" now failed.',
  ],
  [
    'assertions that were not there',
    { assertions: [assertion('passed', { expected: 'x' })] },
    { assertions: [assertion('failed', { expected: 'y' })] },
    'same',
    'No difference.',
  ],
  [
    'an assertion of a script',
    { assertions: [assertion('failed', { kind: 'script', path: 'Has a total' })] },
    { assertions: [assertion('passed', { kind: 'script', path: 'Has a total' })] },
    'changed',
    '"Has a total" now passed.',
  ],
  ['a little time', { durationMs: 10 }, { durationMs: 30 }, 'same', 'No difference.'],
  ['much time', { durationMs: 10 }, { durationMs: 30.4 }, 'changed', 'Slower: 10 to 30 ms.'],
  ['a quarter', { durationMs: 1000 }, { durationMs: 1250 }, 'same', 'No difference.'],
  ['more than a quarter', { durationMs: 1251 }, { durationMs: 1000 }, 'changed', 'Faster: 1251 to 1000 ms.'],
])('reports %s', (_, before, after, verdict, summary) => {
  expect(compared(before, after)).toMatchObject({ verdict, summary });
});

test('what counts as slower can be chosen', () => {
  const [before, after] = [result(200, 1, 100), result(200, 1, 130)];
  expect(compareResults(before, after, { timingTolerance: 0.3 }).timing.verdict).toBe('similar');
  expect(compareResults(before, after, { timingTolerance: 0, timingFloorMs: 29 }).timing.verdict).toBe('slower');
});

test('a wait before a retry ends immediately with the signal', async () => {
  const ending = new AbortController();
  let tries = 0;
  const session = {
    execute: async () => {
      tries += 1;
      return { status: 'failed', assertions: [] };
    },
  } as unknown as HttpSession;
  const attempts: number[] = [];
  const options = { retries: 3, delayMs: 3_600_000, maxDelayMs: 3_600_000 };
  const own = withRetries(session, {
    ...options,
    onRetry: (_step, _result, attempt) => {
      attempts.push(attempt);
      queueMicrotask(() => ending.abort());
    },
  });
  expect(await own.execute(step, { signal: ending.signal })).toMatchObject({ status: 'failed' });
  expect([tries, attempts]).toEqual([1, [1]]);
  tries = 0;
  const refusing = withRetries(session, { ...options, delayMs: 0, shouldRetry: () => false });
  await refusing.execute(step);
  expect(tries).toBe(1);
});

test('a cancelled step is not retried; attempts keep why they failed', async () => {
  const results = [
    {
      status: 'failed',
      error: undefined,
      assertions: [
        { status: 'passed', message: 'yes' },
        { status: 'failed', message: 'no' },
      ],
    },
    { status: 'error', error: { message: 'Refused.' }, assertions: [] },
    { status: 'cancelled', assertions: [] },
    { status: 'passed', assertions: [] },
  ];
  const session = {
    execute: async () => results.shift(),
    close: async () => undefined,
    state: () => 'state',
  } as unknown as HttpSession;
  const own = withRetries(session, { retries: 9, wait: async () => undefined });
  const ended = await own.execute(step);
  expect(ended.status).toBe('cancelled');
  expect(ended.earlierAttempts?.map(({ message }) => message)).toEqual(['no', 'Refused.']);
  expect(own.state()).toBe('state');
});
