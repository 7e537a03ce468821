import type {
  PerformancePoint,
  PerformanceReport,
  PerformanceRun,
  PerformanceTotals,
} from '@touchstone/contracts/api-testing';
import { expect, test, vi } from 'vitest';
import { PerformanceRunStore } from './run-store.ts';

const run = (status: PerformanceRun['status']) => ({ runId: 'r', status }) as PerformanceRun;
const totals = (count: number) => ({ total: { count } }) as PerformanceTotals;
const point = (second: number, rate: number): PerformancePoint => ({
  second,
  seconds: 1,
  usersPlanned: 5,
  users: 4,
  requests: rate,
  rate,
  failed: 2,
  checksFailed: 0,
  bytesSent: 0,
  bytesReceived: 0,
  iterations: { started: 0, completed: 0, failed: 0, interrupted: 0, late: 1, unstarted: 0 },
  latency: null,
  generator: { cpu: 0.5, eventLoopDelayMs: 3, lateIterations: 0 },
});
const report = {
  run: run('running'),
  totals: null,
  points: [point(0, 10), point(1, 20)],
  lastSecond: 1,
} as unknown as PerformanceReport;

test('events continue after the points of the report; those already included change nothing', () => {
  const store = new PerformanceRunStore(report, () => undefined);
  expect(store.nextSecond).toBe(2);
  store.apply({ type: 'point', point: point(1, 99) });
  store.apply({ type: 'point', point: point(2, 30) });
  expect(store.nextSecond).toBe(3);
  expect(store.series.users.read()).toEqual({
    seconds: [0, 1, 2],
    values: [
      [5, 5, 5],
      [4, 4, 4],
      [10, 20, 30],
    ],
  });
  expect(store.series.latency.read().values[0]).toEqual([null, null, null]);
});

test('many events cost the page one render; the end is shown immediately', () => {
  const planned: (() => void)[] = [];
  const store = new PerformanceRunStore(report, (work) => planned.push(work));
  const listener = vi.fn();
  store.subscribe(listener);
  for (let second = 2; second < 60; second += 1) {
    store.apply({ type: 'point', point: point(second, second) });
    store.apply({ type: 'totals', totals: totals(second) });
  }
  expect([listener.mock.calls.length, planned.length]).toEqual([0, 1]);
  planned[0]?.();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(store.getView()).toMatchObject({ latest: { second: 59 }, totals: { total: { count: 59 } } });
  store.apply({ type: 'COMPLETED', run: run('passed') });
  expect(store.getView().run.status).toBe('passed');
  expect(listener).toHaveBeenCalledTimes(2);
});
