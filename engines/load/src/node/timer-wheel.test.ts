import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimerWheel } from './timer-wheel.ts';

let wheel: TimerWheel;

beforeEach(() => {
  vi.useFakeTimers();
  wheel = new TimerWheel();
});
afterEach(() => {
  wheel.close();
  vi.useRealTimers();
});

test('fires each timer once, in order, never before it is due', () => {
  const startMs = wheel.nowMs();
  const fired: [name: string, lateMs: number][] = [];
  const plan = (name: string, ms: number) =>
    wheel.at(startMs + ms, () => fired.push([name, wheel.nowMs() - startMs - ms]));
  plan('far', 5000);
  plan('second', 30.5);
  plan('first', 2);
  plan('past', -10);
  const cancel = plan('cancelled', 20);
  cancel();
  vi.advanceTimersByTime(6000);
  expect(fired.map(([name]) => name)).toEqual(['past', 'first', 'second', 'far']);
  for (const [name, lateMs] of fired.slice(1)) {
    expect(lateMs, name).toBeGreaterThanOrEqual(0);
    expect(lateMs, name).toBeLessThan(2);
  }
});

test('runs what a callback adds for the same instant', () => {
  const startMs = wheel.nowMs();
  const fired: number[] = [];
  const again = (left: number) => {
    fired.push(left);
    if (left > 0) wheel.at(startMs + 10, () => again(left - 1));
  };
  wheel.at(startMs + 10, () => again(3));
  vi.advanceTimersByTime(12);
  expect(fired).toEqual([3, 2, 1, 0]);
});

test('keeps thousands of timers apart', () => {
  const startMs = wheel.nowMs();
  let count = 0;
  for (let ms = 1; ms <= 4000; ms += 1) wheel.at(startMs + ms, () => (count += 1));
  vi.advanceTimersByTime(2001);
  expect(count).toBeGreaterThanOrEqual(1999);
  expect(count).toBeLessThanOrEqual(2001);
  vi.advanceTimersByTime(3000);
  expect(count).toBe(4000);
});
