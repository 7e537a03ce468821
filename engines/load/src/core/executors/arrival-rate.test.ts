import { describe, expect, test } from 'vitest';
import { ExecutionRecord, scenarioOf } from '../../testing/execution-record.ts';
import { arrivalTimes } from '../planned-load.ts';

const second = 1000;
const constant = (rate: number, durationMs: number, preAllocatedVus: number, maxVus?: number) =>
  scenarioOf({
    type: 'constant-arrival-rate',
    rate,
    durationMs,
    preAllocatedVus,
    ...(maxVus === undefined ? {} : { maxVus }),
  });

describe('arrival-rate executors', () => {
  test('constant: 50 per second × 10 s are 500, each at its exact instant', () => {
    const record = new ExecutionRecord(constant(50, 10 * second, 10), { iterationMs: 100 });
    record.timer.runUntil(60 * second);
    expect(record.iterations.map((iteration) => iteration.startMs)).toEqual(
      Array.from({ length: 500 }, (_, index) => index * 20),
    );
    expect([record.reason, record.completed, record.endedAtMs]).toEqual(['finished', 500, 10_080]);
    expect(record.timer.pending).toBe(0);
  });

  test("arrivals don't depend on how slow the service is, as long as users may be added", () => {
    const record = new ExecutionRecord(constant(10, 5 * second, 1, 1000), { iterationMs: 20 * second });
    record.timer.runUntil(4999);
    expect([record.iterations.length, record.execution.activeUsers(), record.execution.waiting()]).toEqual([50, 50, 0]);
    record.timer.runUntil(60 * second);
    expect(record.completed).toBe(50);
    expect(record.execution.counts().late).toBe(0);
  });

  test('users are reused before new ones are added', () => {
    const record = new ExecutionRecord(constant(10, 10 * second, 0, 100), { iterationMs: 250 });
    record.timer.runUntil(60 * second);
    expect(new Set(record.iterations.map((iteration) => iteration.vu)).size).toBe(3);
  });

  test('an arrival without a free user waits, keeps its intended instant and is counted late', () => {
    const record = new ExecutionRecord(constant(10, second, 1), { iterationMs: 300 });
    record.timer.runUntil(950);
    expect(record.execution.waiting()).toBe(6);
    record.timer.runUntil(60 * second);
    expect(record.iterations.map(({ intendedMs, startMs }) => [intendedMs, startMs])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index * 100, index * 300]),
    );
    const { started, completed, late, unstarted } = record.execution.counts();
    expect({ started, completed, late, unstarted }).toEqual({ started: 10, completed: 10, late: 9, unstarted: 0 });
    expect(record.execution.lateByGenerator()).toBe(0);
    expect(record.endedAtMs).toBe(3000);
  });

  test('arrivals still waiting at the end of the graceful stop count as unstarted', () => {
    const scenario = { ...constant(10, second, 1), gracefulStopMs: 550 };
    const record = new ExecutionRecord(scenario, { iterationMs: 300 });
    record.timer.runUntil(60 * second);
    const { started, completed, interrupted, unstarted } = record.execution.counts();
    expect({ started, completed, interrupted, unstarted }).toEqual({
      started: 6,
      completed: 5,
      interrupted: 1,
      unstarted: 4,
    });
    expect(record.endedAtMs).toBe(1550);
  });

  test('stop counts only arrivals due by then as unstarted', () => {
    const record = new ExecutionRecord(constant(10, 10 * second, 1), { iterationMs: 800 });
    record.timer.runUntil(1050);
    record.execution.stop();
    record.timer.runUntil(60 * second);
    const { started, completed, unstarted } = record.execution.counts();
    expect({ started, completed, unstarted }).toEqual({ started: 2, completed: 2, unstarted: 9 });
  });

  test('a stalled generator starts everything that was due, at its intended instants, and is blamed', () => {
    const record = new ExecutionRecord(constant(100, second, 100), { iterationMs: 5 });
    record.timer.runUntil(295);
    record.timer.stall(495);
    record.timer.runUntil(60 * second);
    expect(record.iterations).toHaveLength(100);
    expect(record.iterations.slice(30, 50).every(({ startMs }) => startMs === 495)).toBe(true);
    expect(record.iterations.map((iteration) => iteration.intendedMs)).toEqual(
      Array.from({ length: 100 }, (_, index) => index * 10),
    );
    expect([record.execution.counts().late, record.execution.lateByGenerator()]).toEqual([19, 19]);
  });

  test('ramping: starts are exactly the planned instants, offset included, even if iterations end immediately', () => {
    const scenario = scenarioOf(
      {
        type: 'ramping-arrival-rate',
        startRate: 0,
        stages: [
          { durationMs: 2 * second, target: 0 },
          { durationMs: 10 * second, target: 100 },
          { durationMs: 5 * second, target: 100 },
          { durationMs: 10 * second, target: 0 },
          { durationMs: 3 * second, target: 0 },
        ],
        preAllocatedVus: 5,
      },
      { startMs: 700 },
    );
    for (const iterationMs of [0, 10]) {
      const record = new ExecutionRecord(scenario, { iterationMs });
      record.timer.runUntil(120 * second);
      expect(record.iterations).toHaveLength(1500);
      expect(record.iterations.map((iteration) => iteration.intendedMs)).toEqual([...arrivalTimes(scenario)]);
      expect(record.iterations.every(({ startMs, intendedMs }) => startMs === intendedMs)).toBe(true);
      expect([record.reason, record.endedAtMs, record.timer.pending]).toEqual(['finished', 30_700, 0]);
    }
  });
});
