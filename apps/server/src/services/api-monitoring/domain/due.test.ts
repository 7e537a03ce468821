import { expect, test } from 'vitest';
import { nextDue } from './due.ts';

const nextCron = () => undefined;
const at = (seconds: number) => Date.UTC(2026, 0, 1) + seconds * 1000;
const every = (everySeconds: number) => ({ type: 'interval', everySeconds }) as const;
const id = (number: number) => `0198a000-0000-7000-8000-${String(number).padStart(12, '0')}`;

test.each([10, 60, 300, 86_400])(
  'every %i seconds: due times are exactly this far apart and never drift',
  (seconds) => {
    let afterMs = at(0);
    const first = nextDue(every(seconds), id(1), { afterMs, nextCron }) ?? 0;
    expect(first - afterMs).toBeGreaterThan(0);
    expect(first - afterMs).toBeLessThanOrEqual(seconds * 1000);
    for (let count = 0; count < 5; count += 1) {
      const due = nextDue(every(seconds), id(1), { afterMs, nextCron }) ?? 0;
      expect(due).toBe(first + count * seconds * 1000);
      // Slightly late, but the next one stays on the grid.
      afterMs = due + 7;
    }
  },
);

test('an instant that is due is not due again', () => {
  const due = nextDue(every(60), id(2), { afterMs: at(0), nextCron }) ?? 0;
  expect(nextDue(every(60), id(2), { afterMs: due, nextCron })).toBe(due + 60_000);
});

test('monitors created together spread over their interval', () => {
  const perSecond = new Array(60).fill(0);
  for (let number = 0; number < 6000; number += 1) {
    const due = nextDue(every(60), id(number), { afterMs: at(0), nextCron }) ?? 0;
    perSecond[Math.floor(((due - at(0)) / 1000) % 60)] += 1;
  }
  // 100 expected; a fair spread stays within five standard deviations.
  expect(Math.max(...perSecond)).toBeLessThan(150);
  expect(Math.min(...perSecond)).toBeGreaterThan(50);
});

test('a cron expression is evaluated by its calendar', () => {
  const asked: unknown[] = [];
  const due = nextDue({ type: 'cron', cron: '0 2 * * *', timezone: 'Europe/Berlin' }, id(1), {
    afterMs: 5,
    nextCron: (...given) => {
      asked.push(given);
      return 7;
    },
  });
  expect([due, asked]).toEqual([7, [['0 2 * * *', 'Europe/Berlin', 5]]]);
});
