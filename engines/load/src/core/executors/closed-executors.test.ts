import { describe, expect, test } from 'vitest';
import { ExecutionRecord, scenarioOf } from '../../testing/execution-record.ts';
import type { LoadExecutor, LoadScenario } from '../plan.ts';

const second = 1000;
const minute = 60 * second;

interface Case {
  name: string;
  executor: LoadExecutor;
  more?: Partial<Omit<LoadScenario, 'executor'>>;
  iterationMs: number | ((vu: number, index: number) => number);
  startMs?: number;
  expected: { started: number; completed: number; interrupted: number; endedAtMs: number };
}

const cases: Case[] = [
  {
    name: 'constant-vus: 10 users × 10 s of 1 s iterations are 100',
    executor: { type: 'constant-vus', vus: 10, durationMs: 10 * second },
    iterationMs: second,
    expected: { started: 100, completed: 100, interrupted: 0, endedAtMs: 10 * second },
  },
  {
    name: 'constant-vus: what runs at the end may finish within the graceful stop',
    executor: { type: 'constant-vus', vus: 3, durationMs: 10 * second },
    iterationMs: 4 * second,
    expected: { started: 9, completed: 9, interrupted: 0, endedAtMs: 12 * second },
  },
  {
    name: 'constant-vus: what does not finish within the graceful stop is cut off',
    executor: { type: 'constant-vus', vus: 3, durationMs: 10 * second },
    more: { gracefulStopMs: second },
    iterationMs: 4 * second,
    expected: { started: 9, completed: 6, interrupted: 3, endedAtMs: 11 * second },
  },
  {
    name: 'constant-vus: a graceful stop of 0 cuts off at the end',
    executor: { type: 'constant-vus', vus: 3, durationMs: 10 * second },
    more: { gracefulStopMs: 0 },
    iterationMs: 4 * second,
    expected: { started: 9, completed: 6, interrupted: 3, endedAtMs: 10 * second },
  },
  {
    name: 'constant-vus: the offset of the scenario is added to the start of the run',
    executor: { type: 'constant-vus', vus: 2, durationMs: 10 * second },
    more: { startMs: 5 * second },
    startMs: 2 * second,
    iterationMs: second,
    expected: { started: 20, completed: 20, interrupted: 0, endedAtMs: 17 * second },
  },
  {
    name: 'constant-vus: think time comes between iterations and not after the end',
    executor: { type: 'constant-vus', vus: 2, durationMs: 10 * second },
    more: { thinkTime: { type: 'constant', ms: 1500 } },
    iterationMs: 500,
    expected: { started: 10, completed: 10, interrupted: 0, endedAtMs: 10 * second },
  },
  {
    name: 'constant-vus: pacing spaces the starts',
    executor: { type: 'constant-vus', vus: 1, durationMs: 10 * second },
    more: { pacingMs: 2 * second },
    iterationMs: 700,
    expected: { started: 5, completed: 5, interrupted: 0, endedAtMs: 10 * second },
  },
  {
    name: 'constant-vus: pacing does not slow down iterations that are longer',
    executor: { type: 'constant-vus', vus: 1, durationMs: 12 * second },
    more: { pacingMs: 2 * second },
    iterationMs: 3 * second,
    expected: { started: 4, completed: 4, interrupted: 0, endedAtMs: 12 * second },
  },
  {
    name: 'per-vu-iterations: 10 users × 5 iterations are 50',
    executor: { type: 'per-vu-iterations', vus: 10, iterations: 5 },
    iterationMs: (vu) => 100 + vu,
    expected: { started: 50, completed: 50, interrupted: 0, endedAtMs: 545 },
  },
  {
    name: 'per-vu-iterations: iterations without length do not deepen the stack',
    executor: { type: 'per-vu-iterations', vus: 2, iterations: 50_000 },
    iterationMs: 0,
    expected: { started: 100_000, completed: 100_000, interrupted: 0, endedAtMs: 0 },
  },
  {
    name: 'per-vu-iterations: the longest time ends the scenario',
    executor: { type: 'per-vu-iterations', vus: 2, iterations: 100, maxDurationMs: 10 * second },
    more: { gracefulStopMs: 0 },
    iterationMs: 3 * second,
    expected: { started: 8, completed: 6, interrupted: 2, endedAtMs: 10 * second },
  },
  {
    name: 'shared-iterations: the stock is used up exactly, whoever is fast',
    executor: { type: 'shared-iterations', vus: 4, iterations: 103 },
    iterationMs: (vu) => (vu === 0 ? 10 : 1000),
    expected: { started: 103, completed: 103, interrupted: 0, endedAtMs: 1000 },
  },
  {
    name: 'shared-iterations: fewer iterations than users',
    executor: { type: 'shared-iterations', vus: 10, iterations: 3 },
    iterationMs: second,
    expected: { started: 3, completed: 3, interrupted: 0, endedAtMs: second },
  },
  {
    name: 'shared-iterations: the longest time defaults to ten minutes',
    executor: { type: 'shared-iterations', vus: 1, iterations: 100 },
    iterationMs: minute,
    expected: { started: 10, completed: 10, interrupted: 0, endedAtMs: 10 * minute },
  },
];

describe('closed executors', () => {
  test.each(cases)('$name', ({ executor, more, iterationMs, startMs, expected }) => {
    const record = new ExecutionRecord(scenarioOf(executor, more), {
      iterationMs,
      ...(startMs === undefined ? {} : { startMs }),
    });
    record.timer.runUntil(60 * minute);
    expect(record.reason).toBe('finished');
    expect({
      started: record.iterations.length,
      completed: record.completed,
      interrupted: record.interrupted,
      endedAtMs: record.endedAtMs,
    }).toEqual(expected);
    const { started, completed, interrupted, unstarted, late } = record.execution.counts();
    expect({ started, completed, interrupted }).toEqual({
      started: expected.started,
      completed: expected.completed,
      interrupted: expected.interrupted,
    });
    expect({ unstarted, late }).toEqual({ unstarted: 0, late: 0 });
    expect(record.timer.pending).toBe(0);
    expect(record.execution.activeUsers()).toBe(0);
  });

  test('per-vu-iterations gives every user the same number', () => {
    const record = new ExecutionRecord(scenarioOf({ type: 'per-vu-iterations', vus: 7, iterations: 4 }), {
      iterationMs: (vu) => 10 * (vu + 1),
    });
    record.timer.runUntil(minute);
    for (let vu = 0; vu < 7; vu += 1) expect(record.startsOf(vu)).toHaveLength(4);
  });

  test('pacing starts at exact multiples, think time after the end of the iteration', () => {
    const scenario = scenarioOf(
      { type: 'constant-vus', vus: 1, durationMs: 9000 },
      { pacingMs: 2000, thinkTime: { type: 'constant', ms: 500 } },
    );
    const record = new ExecutionRecord(scenario, { iterationMs: (_, index) => (index === 1 ? 1800 : 100) });
    record.timer.runUntil(minute);
    expect(record.startsOf(0)).toEqual([0, 2000, 4300, 6300, 8300]);
  });

  test('stop starts nothing more and lets iterations end; pausing users leave immediately', () => {
    const scenario = scenarioOf(
      { type: 'constant-vus', vus: 2, durationMs: minute },
      { thinkTime: { type: 'constant', ms: 5000 } },
    );
    const record = new ExecutionRecord(scenario, { iterationMs: (vu) => (vu === 0 ? 1000 : 4000) });
    record.timer.runUntil(2000);
    expect(record.execution.activeUsers()).toBe(2);
    record.execution.stop();
    expect(record.execution.activeUsers()).toBe(1);
    record.timer.runUntil(10 * minute);
    expect([record.reason, record.endedAtMs, record.completed, record.interrupted]).toEqual(['stopped', 4000, 2, 0]);
  });

  test('abort interrupts immediately, even during a graceful stop', () => {
    const record = new ExecutionRecord(scenarioOf({ type: 'constant-vus', vus: 5, durationMs: minute }), {
      iterationMs: 20 * second,
    });
    record.timer.runUntil(30 * second);
    record.execution.stop();
    record.timer.runUntil(31 * second);
    record.execution.abort();
    expect([record.reason, record.endedAtMs, record.completed, record.interrupted]).toEqual(['stopped', 31_000, 5, 5]);
    expect(record.timer.pending).toBe(0);
  });

  test('stop before the start ends without an iteration', () => {
    const scenario = scenarioOf({ type: 'constant-vus', vus: 5, durationMs: minute }, { startMs: second });
    const record = new ExecutionRecord(scenario, { iterationMs: second });
    record.execution.stop();
    record.timer.runUntil(minute);
    expect([record.reason, record.iterations.length, record.timer.pending]).toEqual(['stopped', 0, 0]);
  });

  test('a stalled generator causes late iterations, for which it is blamed', () => {
    const scenario = scenarioOf(
      { type: 'constant-vus', vus: 3, durationMs: 10 * second },
      { thinkTime: { type: 'constant', ms: second } },
    );
    const record = new ExecutionRecord(scenario, { iterationMs: 100 });
    record.timer.runUntil(1050);
    record.timer.stall(1500);
    record.timer.runUntil(minute);
    expect([record.execution.counts().late, record.execution.lateByGenerator()]).toEqual([3, 3]);
  });
});
