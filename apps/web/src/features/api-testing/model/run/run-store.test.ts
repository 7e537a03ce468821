import type { ExecutionSummary, StepSummary } from '@touchstone/contracts/api-testing';
import type { RunCounts, RunEvent, RunStatus } from '@touchstone/contracts/runs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RunStore } from './run-store.ts';

const step = (index: number, status: RunStatus, attempt = 1): StepSummary => ({
  stepId: `s${index}`,
  index,
  name: `Step ${index}`,
  suiteId: 'a',
  suiteName: 'A',
  scriptId: null,
  method: 'GET',
  url: 'http://x/',
  status,
  statusCode: null,
  durationMs: null,
  assertionsPassed: 0,
  assertionsFailed: 0,
  message: null,
  attempt,
});
const counts = (patch: Partial<RunCounts>): RunCounts => ({
  total: 3,
  queued: 0,
  running: 0,
  passed: 0,
  failed: 0,
  error: 0,
  skipped: 0,
  cancelled: 0,
  ...patch,
});
const run = {
  status: 'queued',
  executionStatus: 'Run Initiated',
  message: null,
  durationMs: 0,
  total: 3,
  queued: 3,
  running: 0,
  passed: 0,
  failed: 0,
  errors: 0,
  skipped: 0,
  cancelled: 0,
} as ExecutionSummary;
const steps = (seq: number, list: StepSummary[], patch: Partial<RunCounts>): RunEvent => ({
  type: 'steps',
  seq,
  runId: 'r',
  counts: counts(patch),
  durationMs: seq * 10,
  steps: list,
});

describe('a store of a run', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('notifies at most four times a second, however many events arrive', () => {
    const store = new RunStore(run);
    let draws = 0;
    store.subscribe(() => {
      draws += 1;
    });
    for (let tick = 0; tick < 100; tick += 1) {
      store.apply(steps(tick, [step(0, 'running')], { running: 1, queued: 2 }));
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(300);
    expect(draws).toBeGreaterThan(3);
    expect(draws).toBeLessThanOrEqual(6);
  });

  test('a replayed event after a reload does not revert a finished step', () => {
    const store = new RunStore(run);
    store.addSteps([step(0, 'failed'), step(1, 'passed')]);
    store.apply(steps(1, [step(0, 'running'), step(2, 'queued')], { running: 1, queued: 2 }));
    store.flush();
    expect(store.getView().steps.map((item) => item?.status)).toEqual(['failed', 'passed', 'queued']);
    expect(store.getView().loaded).toBe(3);
  });

  test('a later attempt replaces a finished one', () => {
    const store = new RunStore(run);
    store.addSteps([step(0, 'failed')]);
    store.addSteps([step(0, 'running', 2)]);
    store.flush();
    expect(store.getView().steps[0]).toMatchObject({ status: 'running', attempt: 2 });
  });

  test('counts never decrease, and COMPLETED is final', () => {
    const store = new RunStore(run);
    store.apply(steps(5, [], { passed: 2, running: 1 }));
    store.apply(steps(2, [], { queued: 2, running: 1 }));
    store.flush();
    expect(store.getView().counts.passed).toBe(2);
    const done = {
      runId: 'r',
      status: 'failed',
      executionStatus: 'Fail',
      message: 'x',
      counts: counts({ passed: 2, failed: 1 }),
      durationMs: 99,
    } as const;
    store.apply({ type: 'COMPLETED', seq: 9, ...done });
    store.apply({ type: 'status', seq: 1, ...done, status: 'running', executionStatus: 'Running' });
    store.flush();
    expect(store.getView()).toMatchObject({
      completed: true,
      status: 'failed',
      executionStatus: 'Fail',
      durationMs: 99,
    });
  });
});
