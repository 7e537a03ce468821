import { FakeClock } from '@touchstone/kernel';
import { describe, expect, test } from 'vitest';
import { burnWords, judgeBurn, type Windows, windowMinutes } from './burn-rate.ts';

const minute = 60_000;
/** One check a minute as far back as the longest window; checks within the outages (minutes from the start) failed. */
function windowsAt(clock: FakeClock, startedAt: number, outages: readonly (readonly [number, number])[]): Windows {
  const now = (clock.now().getTime() - startedAt) / minute;
  const failed = (at: number) => outages.some(([from, to]) => at >= from && at < to);
  return new Map(
    windowMinutes.map((length) => {
      let [good, bad] = [0, 0];
      for (let at = Math.max(0, now - length); at < now; at += 1) {
        if (failed(at)) bad += 1;
        else good += 1;
      }
      return [length, { good, bad }];
    }),
  );
}

/** Minutes from the start of an outage to its alert, and from its end to the recovery; null if never. */
function told(urgency: 'page' | 'ticket', sloPercent: number, outage: readonly [number, number]) {
  const clock = new FakeClock(new Date('2026-03-01T00:00:00Z'));
  const startedAt = clock.now().getTime();
  const times: number[] = [];
  let isOpen = false;
  for (let at = 0; at < 9 * 1440; at += 1) {
    clock.advance(minute);
    if (at < outage[0]) continue;
    const { state } = judgeBurn(urgency, windowsAt(clock, startedAt, [outage]), sloPercent);
    if (state === (isOpen ? 'quiet' : 'burning')) {
      isOpen = !isOpen;
      times.push(at + 1);
    }
  }
  const [opened, closed] = times;
  return [
    opened === undefined ? null : opened - outage[0],
    closed === undefined ? null : closed - outage[1],
    times.length,
  ];
}
const start = 4 * 1440;

describe('from the outage to the alert', () => {
  test.each([
    // 14.4 × 0.1 % of an hour is 0.87 checks, so the second failure alerts; 5 minutes after the end the short window is
    // clean, but 6 × over 6 h (2.2 checks) and 30 min keeps it burning until 30 minutes after.
    ['page', 99.9, 60, 2, 30],
    // 14.4 × 1 % of an hour is 8.64 checks, 6 × of it in 30 minutes is 1.8.
    ['page', 99, 60, 9, 29],
    // Fewer than 8.64 failed checks in an hour, and fewer than 21.6 in six: no alert.
    ['page', 99, 8, null, null],
    // 1 × 1 % of three days is 43.2 checks: a 44-minute outage is a ticket until it is six hours old.
    ['ticket', 99, 60, 44, 357],
    ['ticket', 99, 43, null, null],
  ] as const)('%s of %d %% after %d minutes of outage', (urgency, slo, minutes, opens, closes) => {
    expect(told(urgency, slo, [start, start + minutes])).toEqual([opens, closes, opens === null ? 0 : 2]);
  });
});

const windows = (given: Record<number, [number, number]>): Windows =>
  new Map(Object.entries(given).map(([length, [good, bad]]) => [Number(length), { good, bad }]));

test.each([
  ['both windows of the fast rule', { 60: [50, 10], 5: [3, 2] }, 'burning'],
  ['the short window is clean again', { 60: [50, 10], 5: [5, 0] }, 'quiet'],
  ['the long window is not bad enough', { 60: [9999, 2], 5: [3, 2] }, 'quiet'],
  ['one failed check alone', { 60: [11, 1], 5: [0, 1] }, 'quiet'],
  ['rare checks: none in the short window', { 60: [4, 2], 5: [0, 0] }, 'unknown'],
  ['rare checks, and the slow rule decides', { 60: [4, 2], 5: [0, 0], 360: [30, 2], 30: [1, 2] }, 'burning'],
  ['exactly at the factor', { 60: [9856, 144], 5: [9856, 144] }, 'quiet'],
  ['nothing was checked', {}, 'quiet'],
] as const)('%s: %j is %s', (_, given, state) => {
  expect(judgeBurn('page', windows(given as never), 99.9).state).toBe(state);
});

test('the text states the rule, its rates, and how checks were counted', () => {
  const judged = judgeBurn('page', windows({ 60: [50, 10], 5: [3, 2] }), 99.9);
  if (judged.state !== 'burning') throw new Error(judged.state);
  expect(burnWords(judged)).toMatch(
    /^Burn rate 166\.7 × over 1 h and 400 × over 5 min, above 14\.4 ×\. Checks that were well/,
  );
  const ticket = judgeBurn('ticket', windows({ 4320: [4000, 320], 360: [340, 20] }), 99);
  if (ticket.state !== 'burning') throw new Error(ticket.state);
  expect(burnWords(ticket)).toContain('over 3 days and 5.6 × over 6 h');
});
