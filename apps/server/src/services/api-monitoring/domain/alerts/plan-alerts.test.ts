import { expect, test } from 'vitest';
import { instantOf, wallOf } from '../../../scheduler/index.ts';
import { concerns, nextReminder, type PolicyRules, planSteps, tells } from './plan-alerts.ts';
import { isPermanent, nextTry, retryAfterMs } from './retry.ts';

const clock = { wallOf, instantOf };
const rules: PolicyRules = {
  tellsDegraded: true,
  steps: [
    { afterMinutes: 0, channelIds: ['chat', 'chat'] },
    { afterMinutes: 10, channelIds: ['chat', 'pager'] },
  ],
  groupSeconds: 0,
  reminderMinutes: 30,
  tellsAcknowledged: true,
  tellsRecovery: true,
  tellsBurnRate: true,
  quietHours: [],
  collectionIds: [],
  monitorIds: [],
  tags: [],
};
const at = new Date('2026-01-13T03:00:00Z');

test('each step is due after its delay, and alerts a channel once', () => {
  const planned = planSteps(rules, { severity: 'DOWN', at, clock });
  expect(planned.map(({ channelId, step, dueAt }) => [channelId, step, dueAt.toISOString().slice(11, 16)])).toEqual([
    ['chat', 1, '03:00'],
    ['chat', 2, '03:10'],
    ['pager', 2, '03:10'],
  ]);
});

test('steps and reminders wait for the end of quiet hours', () => {
  const quiet: PolicyRules = {
    ...rules,
    quietHours: [{ days: ['TUE'], from: '03:05', to: '04:00', timezone: 'UTC', downGoesThrough: true }],
  };
  const times = (severity: 'DOWN' | 'DEGRADED') =>
    planSteps(quiet, { severity, at, clock }).map(({ dueAt }) => dueAt.toISOString().slice(11, 16));
  expect(times('DEGRADED')).toEqual(['03:00', '04:00', '04:00']);
  expect(times('DOWN')).toEqual(['03:00', '03:10', '03:10']);
  expect(nextReminder(quiet, { severity: 'DEGRADED', toldAt: at, clock })?.toISOString()).toContain('T04:00');
  expect(nextReminder({ ...quiet, reminderMinutes: null }, { severity: 'DOWN', toldAt: at, clock })).toBeUndefined();
});

test.each([
  ['the whole project', {}, true],
  ['the monitor', { monitorIds: ['m'] }, true],
  ['another monitor', { monitorIds: ['n'] }, false],
  ['its collection', { collectionIds: ['c'], monitorIds: ['n'] }, true],
  ['one of its tags', { tags: ['shop', 'pay'] }, true],
  ['other tags', { tags: ['Shop'] }, false],
])('a policy is about %s', (_, given, expected) => {
  expect(concerns({ ...rules, ...given }, { id: 'm', collectionId: 'c', tags: ['shop'] })).toBe(expected);
});

test('a policy for down incidents ignores degraded ones', () => {
  expect(tells({ ...rules, tellsDegraded: false }, 'DEGRADED')).toBe(false);
  expect(tells({ ...rules, tellsDegraded: false }, 'DOWN')).toBe(true);
  expect(tells(rules, 'DEGRADED')).toBe(true);
});

test('retries last a day, with growing delays, and never come sooner than the receiver asks', () => {
  const firstTriedAt = at;
  let now = at;
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const next = nextTry({ attempts, firstTriedAt, now });
    if (!next) break;
    pauses.push((next.getTime() - now.getTime()) / 1000);
    now = next;
  }
  expect(pauses.slice(0, 9)).toEqual([10, 30, 60, 120, 300, 600, 1200, 1800, 3600]);
  expect(now.getTime() - at.getTime()).toBeGreaterThan(23 * 3600_000);
  expect(now.getTime() - at.getTime()).toBeLessThanOrEqual(24 * 3600_000);
  expect(nextTry({ attempts: 1, firstTriedAt, now: at, waitMs: 45_000 })?.getTime()).toBe(at.getTime() + 45_000);
});

test.each([
  ['120', 120_000],
  ['999999', 3600_000],
  ['Tue, 13 Jan 2026 03:01:00 GMT', 60_000],
  ['Tue, 13 Jan 2026 02:00:00 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After %s', (header, expected) => {
  expect(retryAfterMs(header, at)).toBe(expected);
});

test.each([
  [200, false],
  [301, true],
  [400, true],
  [401, true],
  [404, true],
  [408, false],
  [410, true],
  [429, false],
  [500, false],
  [503, false],
])('status %i is final: %s', (status, expected) => {
  expect(isPermanent(status)).toBe(expected);
});
