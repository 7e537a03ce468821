import { expect, test } from 'vitest';
import { barsOfChecks, barsOfDays, countVerdicts } from './bars.ts';

const point = (at: string, given: object = {}) => ({ at, up: 0, degraded: 0, down: 0, unknown: 0, ...given });

test('each check is a bar that says its result and duration', () => {
  const bars = barsOfChecks([
    { at: '2026-11-20T08:00:00.000Z', verdict: 'UP', durationMs: 120 },
    { at: '2026-11-20T08:01:00.000Z', verdict: 'DOWN', durationMs: null },
  ]);
  expect(bars.map(({ look }) => look)).toEqual(['up', 'down']);
  expect(bars[0]?.text).toMatch(/^Up · 120 ms · /);
  expect(bars[1]?.text).toMatch(/^Down · Nov/);
});

test('checks are counted in words', () => {
  expect(countVerdicts([{ verdict: 'UP' }, { verdict: 'DOWN' }, { verdict: 'UP' }])).toBe('2 up, 1 down');
  expect(countVerdicts([])).toBe('');
});

test('a day sums up its hours and is down if one of its checks was', () => {
  const bars = barsOfDays(
    [
      point('2026-11-19T10:00:00.000Z', { up: 99 }),
      point('2026-11-19T11:00:00.000Z', { down: 1 }),
      point('2026-11-20T00:00:00.000Z', { up: 9, degraded: 1 }),
      point('2026-11-16T00:00:00.000Z', { up: 1 }),
    ],
    '2026-11-20T12:00:00.000Z',
    3,
  );
  expect(bars).toEqual([
    { key: '2026-11-18', look: 'none', text: 'Nov 18, 2026: no data' },
    { key: '2026-11-19', look: 'down', text: 'Nov 19, 2026: 99 % up, 1 down' },
    { key: '2026-11-20', look: 'degraded', text: 'Nov 20, 2026: 100 % up, 1 degraded' },
  ]);
});

test('a day without data differs from a day without checks', () => {
  expect(barsOfDays([point('2026-11-20T00:00:00.000Z', { unknown: 3 })], '2026-11-20T12:00:00.000Z', 1)[0]?.look).toBe(
    'unknown',
  );
});
