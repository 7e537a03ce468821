import type { Film, Har, HarEntry } from '@touchstone/engine-browser/core';
import { expect, test } from 'vitest';
import { resultOf } from '../../testing/mocks.ts';
import { clockOf, frameAt, lastUpTo, marksOf } from './film-marks.ts';
import { filterRows, networkRows, timingOf } from './network-rows.ts';

const begin = '2026-11-20T10:00:00.000Z';
const after = (ms: number) => new Date(Date.parse(begin) + ms).toISOString();

test('steps of a unit have their moments in its film; steps that did not run have none', () => {
  const steps = [
    resultOf('c', { startedAt: after(2500), status: 'failed' }),
    resultOf('a', { startedAt: after(-40) }),
    resultOf('b', { startedAt: after(900), durationMs: 5000 }),
    resultOf('other', { startedAt: after(1000), unit: '1' }),
    resultOf('skipped', { startedAt: after(3000), durationMs: null, status: 'skipped' }),
  ];
  const marks = marksOf(steps, '0', begin);
  expect(marks.map(({ stepId, at, shownAt, isFailed }) => [stepId, at, shownAt, isFailed])).toEqual([
    ['run-a', 0, 42, false],
    ['run-b', 900, 2499, false],
    ['run-c', 2500, 2542, true],
  ]);
  expect([-1, 0, 899, 900, 9000].map((at) => lastUpTo(marks, at)?.stepId)).toEqual([
    undefined,
    'run-a',
    'run-a',
    'run-b',
    'run-c',
  ]);
});

test('a film shows the latest picture before a position, or its first one', () => {
  const frames = [200, 500].map((at) => ({ at, bytes: new Uint8Array([at]) }));
  const film: Film = { width: 10, height: 10, durationMs: 900, frames };
  expect([0, 200, 499, 500, 9000].map((at) => frameAt(film, at)?.at)).toEqual([200, 200, 200, 500, 500]);
});

test.each([
  [0, '0:00.0'],
  [3290, '0:03.2'],
  [65_040, '1:05.0'],
  [3_600_000, '60:00.0'],
])('%d ms are written as %s', (ms, text) => expect(clockOf(ms)).toBe(text));

const entry = (url: string, ms: number, given: Partial<HarEntry['response']> = {}): HarEntry =>
  ({
    startedDateTime: after(ms),
    time: 50,
    request: { method: 'GET', url },
    response: { status: 200, bodySize: 1200, content: { size: 0, mimeType: 'text/html; charset=utf-8' }, ...given },
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 40, receive: 10 },
    _resourceType: 'document',
  }) as HarEntry;
const har = (entries: HarEntry[]): Har => ({
  log: { version: '1.2', creator: { name: '', version: '' }, browser: { name: '', version: '' }, pages: [], entries },
});
const log = har([
  entry('https://shop.example/cart?id=1', 100),
  entry('https://shop.example/price', 300, { status: 500, content: { size: 0, mimeType: 'application/json' } }),
  {
    ...entry('https://cdn.example/a.svg', 400, { content: { size: 0, mimeType: 'image/svg+xml' }, bodySize: -1 }),
    _resourceType: 'image',
  },
  entry('https://shop.example/gone', 500, { status: 0, _error: 'net::ERR_CONNECTION_REFUSED' }),
  entry('https://shop.example/left', 600, {
    status: 0,
    _error: 'net::ERR_ABORTED',
    content: { size: 0, mimeType: '' },
  }),
]);

test('requests have short names, types, sizes and their place in time', () => {
  const { rows, totalMs } = networkRows(log);
  expect(rows.map(({ name, type, size, startMs, isFailed }) => [name, type, size, startMs, isFailed])).toEqual([
    ['/cart?id=1', 'html', 1200, 0, false],
    ['/price', 'json', 1200, 200, true],
    ['https://cdn.example/a.svg', 'svg', null, 300, false],
    ['/gone', 'html', 1200, 400, true],
    ['/left', 'document', 1200, 500, false],
  ]);
  expect([totalMs, rows[0]?.waitMs]).toEqual([550, 40]);
  expect(networkRows(har([]))).toEqual({ rows: [], totalMs: 1 });
});

test.each([
  ['words of method, address, status and type', { text: 'get shop json' }, ['/price']],
  ['what failed', { show: 'failed' as const }, ['/price', '/gone']],
  [
    'a step',
    { show: 'step' as const, step: { from: Date.parse(after(250)), to: Date.parse(after(450)) } },
    ['/price', 'https://cdn.example/a.svg'],
  ],
  ['their kind', { kind: 'image' as const }, ['https://cdn.example/a.svg']],
  ['a step that was not run', { show: 'step' as const }, []],
])('requests are filtered by %s', (_what, filter, names) => {
  const shown = filterRows(networkRows(log).rows, { text: '', show: 'all', kind: null, step: undefined, ...filter });
  expect(shown.map(({ name }) => name)).toEqual(names);
});

test('the phases of a request separate the TLS handshake from connecting, and a request without a response has none', () => {
  const timings = { blocked: 3, dns: 5, connect: 30, ssl: 20, send: 0, wait: 40, receive: 10 };
  expect(timingOf({ ...entry('https://shop.example/', 0), timings })).toEqual({
    queueMs: 3,
    dnsMs: 5,
    tcpMs: 10,
    tlsMs: 20,
    sendMs: 0,
    waitMs: 40,
    downloadMs: 10,
    totalMs: 50,
  });
  const reused = timingOf(entry('https://shop.example/', 0));
  expect(reused).toMatchObject({ queueMs: 0, dnsMs: 0, tcpMs: 0, tlsMs: 0 });
  expect(timingOf(entry('https://shop.example/gone', 0, { status: 0 }))).toBeUndefined();
});
