import { Cron } from 'croner';
import { expect, test } from 'vitest';
import { windowAt } from './window-times.ts';

const nextCron = (cron: string, timezone: string, afterMs: number) =>
  new Cron(cron, { timezone, paused: true }).nextRun(new Date(afterMs))?.getTime();
const nightly = {
  type: 'recurring',
  cron: '0 1 * * *',
  timezone: 'Europe/Berlin',
  durationMinutes: 180,
  startsAt: null,
  endsAt: null,
} as const;
const at = (text: string) => new Date(text);
const span = (from: string, to: string) => ({ startsAt: at(from), endsAt: at(to) });

test.each([
  ['before it', '2026-01-10T20:00:00Z', span('2026-01-11T00:00:00Z', '2026-01-11T03:00:00Z')],
  ['at its first instant', '2026-01-11T00:00:00Z', span('2026-01-11T00:00:00Z', '2026-01-11T03:00:00Z')],
  ['in it', '2026-01-11T02:59:59Z', span('2026-01-11T00:00:00Z', '2026-01-11T03:00:00Z')],
  ['at its end', '2026-01-11T03:00:00Z', span('2026-01-12T00:00:00Z', '2026-01-12T03:00:00Z')],
  [
    'when clocks go forward: as long in elapsed time',
    '2026-03-29T00:30:00Z',
    span('2026-03-29T00:00:00Z', '2026-03-29T03:00:00Z'),
  ],
  [
    'the night after: by the summer clock',
    '2026-03-29T12:00:00Z',
    span('2026-03-29T23:00:00Z', '2026-03-30T02:00:00Z'),
  ],
  [
    'when clocks go back: as long in elapsed time',
    '2026-10-25T01:30:00Z',
    span('2026-10-24T23:00:00Z', '2026-10-25T02:00:00Z'),
  ],
])('a nightly window %s', (_, now, expected) => {
  expect(windowAt(nightly, at(now), { nextCron })).toEqual(expected);
});

test('a window that was ended early returns at its next time', () => {
  const notBefore = at('2026-01-11T01:00:00Z');
  expect(windowAt(nightly, notBefore, { nextCron, notBefore })).toEqual(
    span('2026-01-12T00:00:00Z', '2026-01-12T03:00:00Z'),
  );
});

test('a series starts and ends, and truncates its last window', () => {
  const series = { ...nightly, startsAt: '2026-01-12T00:00:00Z', endsAt: '2026-01-13T01:00:00Z' };
  expect(windowAt(series, at('2026-01-01T00:00:00Z'), { nextCron })).toEqual(
    span('2026-01-12T00:00:00Z', '2026-01-12T03:00:00Z'),
  );
  expect(windowAt(series, at('2026-01-12T12:00:00Z'), { nextCron })).toEqual(
    span('2026-01-13T00:00:00Z', '2026-01-13T01:00:00Z'),
  );
  expect(windowAt(series, at('2026-01-13T01:00:00Z'), { nextCron })).toBeUndefined();
});

test('a one-time window', () => {
  const once = { type: 'once', startsAt: '2026-01-12T00:00:00Z', endsAt: '2026-01-12T03:00:00Z' } as const;
  expect(windowAt(once, at('2026-01-01T00:00:00Z'), { nextCron })).toEqual(span(once.startsAt, once.endsAt));
  expect(windowAt(once, at(once.endsAt), { nextCron })).toBeUndefined();
});
