import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExecutionRecord, scenarioOf } from '../../testing/execution-record.ts';
import { frameOf, planOf, requestFrame } from '../../testing/summary-of.ts';
import type { LoadThreshold } from '../plan.ts';
import type { GeneratorHealth, LoadFrame } from './frame.ts';
import { LoadMeter } from './load-meter.ts';
import { LoadTally } from './load-tally.ts';
import { foldFrames, mergeFrames } from './merge-frames.ts';

const facts = { startedAtMs: 0, durationMs: 1000, end: 'finished' } as const;
const health = (more: Partial<GeneratorHealth> = {}): GeneratorHealth => ({
  name: 'thread 1',
  cpu: 0.3,
  eventLoopDelayMs: 5,
  lateIterations: 0,
  memoryBytes: 1000,
  ...more,
});

const anyFrame: fc.Arbitrary<LoadFrame> = fc
  .record({
    second: fc.integer({ min: 0, max: 3 }),
    first: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 20 }),
    other: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 20 }),
    failed: fc.integer({ min: 0, max: 5 }),
    vus: fc.integer({ min: 0, max: 9 }),
    errors: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ second, first, other, failed, vus, errors }) => ({
    ...frameOf(
      second,
      [
        requestFrame(first, { failures: { status: failed }, checksPassed: 2 }),
        requestFrame(other, { service: requestFrame(first).latency }),
      ],
      { vusActive: vus },
    ),
    errors: Array.from({ length: errors }, (_, index) => ({
      scenario: 0,
      request: 0,
      kind: 'status' as const,
      message: `Status ${500 + index}`,
      count: index + 1,
      firstMs: second * 1000,
      lastMs: second * 1000 + 500,
      sample: { message: `Status ${500 + index}`, method: 'GET', url: 'http://localhost/' },
    })),
  }));

/** A plan of 200 arrivals per second for two and a half seconds, after half a second. */
function openPlan() {
  const plan = planOf(['a'], [{ target: { type: 'total' }, expression: 'rate>=200' }]);
  const [scenario] = plan.scenarios;
  if (scenario === undefined) throw new Error('The plan has a scenario.');
  scenario.startMs = 500;
  scenario.executor = { type: 'constant-arrival-rate', rate: 200, durationMs: 2500, preAllocatedVus: 10 };
  return plan;
}

describe('LoadTally', () => {
  test('the open model counts arrivals over the planned time, and reports the tail separately', () => {
    const tally = new LoadTally(openPlan());
    const times = (count: number) => [requestFrame(Array.from({ length: count }, () => 1000))];
    tally.add(frameOf(0, times(90), { activeMs: 500 }));
    tally.add(frameOf(1, times(200)));
    tally.add(frameOf(2, times(150)));
    tally.add(frameOf(3, times(50)));
    tally.add(frameOf(4, times(10), { activeMs: 300 }));
    const { total, scenarios, thresholds, notes } = tally.summary(facts);
    expect([total.count, total.rate]).toEqual([500, 200]);
    expect(scenarios[0]).toMatchObject({ rate: 200, tail: { durationMs: 1300, requests: 60 } });
    expect(scenarios[0]?.requests[0]?.rate).toBe(200);
    expect(thresholds[0]).toMatchObject({ value: 200, passed: true });
    expect(notes).toEqual([]);
  });

  test('a stopped open run counts the time that it ran; the closed model has no tail', () => {
    const open = new LoadTally(openPlan());
    open.add(frameOf(0, [requestFrame([1, 2, 3])], { activeMs: 250 }));
    expect(open.summary(facts).total.rate).toBe(12);
    expect(open.summary(facts).scenarios[0]?.tail).toBeUndefined();
    const closed = new LoadTally(planOf(['a']));
    for (let second = 0; second < 12; second += 1) closed.add(frameOf(second, [requestFrame([1, 2])]));
    expect(closed.summary(facts)).toMatchObject({ total: { rate: 2 }, notes: [] });
    expect(closed.summary(facts).scenarios[0]?.tail).toBeUndefined();
  });

  test('frames of shards give the same summary one by one, in any order, and merged second by second', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { minLength: 1, maxLength: 8 }), (frames) => {
        const summaryOf = (added: LoadFrame[]) => {
          const tally = new LoadTally(planOf(['a', 'b']));
          for (const frame of added) tally.add(frame);
          const summary = tally.summary(facts);
          return {
            ...summary,
            errors: summary.errors
              .map(({ message, count, firstMs, lastMs }) => ({ message, count, firstMs, lastMs }))
              .sort((x, y) => x.message.localeCompare(y.message)),
          };
        };
        const merged = [...Map.groupBy(frames, (frame) => frame.second).values()].map(mergeFrames);
        expect(summaryOf(merged)).toEqual(summaryOf(frames));
        expect(summaryOf(frames.toReversed())).toEqual(summaryOf(frames));
      }),
      { numRuns: 60 },
    );
  });

  test('rates use the time that the scenario ran, percentiles all requests together', () => {
    const tally = new LoadTally(planOf(['fast', 'slow']));
    tally.add(frameOf(0, [requestFrame(Array(90).fill(1000)), requestFrame([])]));
    tally.add(frameOf(1, [requestFrame([]), requestFrame(Array(10).fill(50_000))], { activeMs: 500 }));
    const { total, scenarios } = tally.summary(facts);
    expect([total.count, total.rate]).toEqual([100, 100 / 1.5]);
    expect(total.latency.p90).toBeCloseTo(1, 2);
    expect(total.latency.p95).toBeCloseTo(50, 0);
    expect(total.latency.mean).toBeCloseTo((90 * 1 + 10 * 50) / 100, 9);
    expect(scenarios[0]?.requests.map((request) => [request.name, request.count])).toEqual([
      ['fast', 90],
      ['slow', 10],
    ]);
  });

  test.each<[string, LoadThreshold, boolean, string]>([
    ['time', { target: { type: 'total' }, expression: 'p95 < 30' }, false, 'p95 is 40 ms, wanted < 30 ms.'],
    [
      'request',
      { target: { type: 'request', request: 'a' }, expression: 'max <= 10' },
      true,
      'max of "a" is 10 ms, wanted <= 10 ms.',
    ],
    [
      'scenario',
      { target: { type: 'scenario', scenario: 'scenario' }, expression: 'avg < 0.1s' },
      true,
      'avg of "scenario" is 25 ms, wanted < 0.1 s.',
    ],
    ['failed', { target: { type: 'total' }, expression: 'failed < 25%' }, false, 'failed is 25%, wanted < 25%.'],
    [
      'checks',
      { target: { type: 'request', request: 'b' }, expression: 'checks > 50%' },
      true,
      'checks of "b" is 75%, wanted > 50%.',
    ],
    [
      'checks without one',
      { target: { type: 'request', request: 'a' }, expression: 'checks > 50%' },
      false,
      'checks of "a" was not measured, wanted > 50%.',
    ],
    ['rate', { target: { type: 'total' }, expression: 'rate >= 4' }, true, 'rate is 4/s, wanted >= 4/s.'],
    [
      'count',
      { target: { type: 'request', request: 'a' }, expression: 'count > 2' },
      false,
      'count of "a" is 2, wanted > 2.',
    ],
  ])('threshold: %s', (_, threshold, passed, message) => {
    const tally = new LoadTally(planOf(['a', 'b'], [threshold]));
    tally.add(
      frameOf(0, [
        requestFrame([10_000, 10_000], { failures: { timeout: 1 } }),
        requestFrame([40_000, 40_000], { checksPassed: 3, checksFailed: 1 }),
      ]),
    );
    const [result] = tally.thresholds();
    expect(result?.passed).toBe(passed);
    expect(result?.message).toBe(message);
    expect(tally.summary(facts).passed).toBe(passed);
  });

  test('a threshold aborts after its delay, only if so configured, and not before something was measured', () => {
    const total = { type: 'total' } as const;
    const tally = new LoadTally(
      planOf(
        ['a'],
        [
          { target: total, expression: 'avg < 1' },
          { target: total, expression: 'max < 5', abortOnFail: true, delayMs: 3000 },
          { target: total, expression: 'checks > 99%', abortOnFail: true },
        ],
      ),
    );
    tally.add(frameOf(0, [requestFrame([9000])]));
    expect(tally.abortingThreshold(2999)).toBeUndefined();
    expect(tally.abortingThreshold(3000)?.expression).toBe('max < 5');
  });

  test('a generator that kept up is not flagged; a busy, a delayed and a late one are', () => {
    const marked = (frames: LoadFrame[]) => {
      const tally = new LoadTally(planOf(['a']));
      for (const frame of frames) tally.add(frame);
      return tally.summary(facts).generator.bottleneck?.reasons;
    };
    const run = (seconds: number, of: (second: number) => Partial<GeneratorHealth>, started = 0) =>
      Array.from({ length: seconds }, (_, second) => ({
        ...frameOf(second, [], {
          iterations: { started, completed: 0, failed: 0, interrupted: 0, late: 0, unstarted: 0 },
        }),
        generators: [health(of(second))],
      }));
    expect(marked(run(30, () => ({})))).toBeUndefined();
    expect(
      marked(run(30, (second) => ({ cpu: second === 4 ? 1 : 0.5, eventLoopDelayMs: second === 7 ? 400 : 1 }))),
    ).toBeUndefined();
    expect(marked(run(30, (second) => ({ cpu: second < 3 ? 0.95 : 0.5 })))).toEqual([
      'Thread 1 used its whole processor core in 3 of 30 seconds.',
    ]);
    expect(marked(run(20, () => ({ eventLoopDelayMs: 60 })))).toEqual([
      'Thread 1 reacted 50 ms late or more in 20 of 20 seconds.',
    ]);
    expect(marked(run(10, () => ({ lateIterations: 1 }), 100))).toBeUndefined();
    expect(marked(run(10, () => ({ lateIterations: 2 }), 100))).toEqual([
      '20 of 1000 iterations started late although a virtual user was free.',
    ]);
  });

  test('arrivals that never started are noted', () => {
    const tally = new LoadTally(planOf(['a']));
    tally.add(
      frameOf(0, [], { iterations: { started: 5, completed: 5, failed: 0, interrupted: 0, late: 0, unstarted: 7 } }),
    );
    expect(tally.summary(facts).notes[0]).toContain('7 planned iterations never started');
  });
});

describe('frames', () => {
  test('of shards: users add up; of seconds: users are the last, health the worst', () => {
    const of = (second: number, vusActive: number, cpu: number, name: string): LoadFrame => ({
      ...frameOf(second, [requestFrame([1000])], { vusActive, activeMs: 800 }),
      generators: [health({ name, cpu })],
    });
    const merged = mergeFrames([of(3, 4, 0.2, 'a'), of(3, 5, 0.3, 'b')]);
    expect(merged.scenarios[0]).toMatchObject({ vusActive: 9, activeMs: 800, requests: [{ count: 2 }] });
    expect(merged.generators.map((one) => one.name)).toEqual(['a', 'b']);
    const folded = foldFrames([of(4, 7, 0.9, 'a'), of(3, 4, 0.2, 'a')]);
    expect(folded).toMatchObject({
      second: 3,
      scenarios: [{ vusActive: 7, activeMs: 1600, requests: [{ count: 2 }] }],
    });
    expect(folded.generators).toEqual([health({ name: 'a', cpu: 0.9 })]);
  });
});

describe('LoadMeter', () => {
  test('frames contain differences; the active time starts with the offset and ends with the scenario', () => {
    const plan = planOf(['a']);
    plan.scenarios[0] = {
      ...plan.scenarios[0]!,
      executor: { type: 'per-vu-iterations', vus: 2, iterations: 3 },
      startMs: 400,
    };
    const meter = new LoadMeter(plan);
    const record = new ExecutionRecord(plan.scenarios[0], { iterationMs: 500 });
    const frames = [0, 1, 2].map((second) => {
      record.timer.runUntil((second + 1) * 1000);
      meter.request(0, 0).count += 1;
      meter.request(0, 0).latency.record(1234);
      if (record.endedAtMs !== undefined) meter.scenarioEnded(0, record.endedAtMs);
      return meter.take({ second, untilMs: (second + 1) * 1000, executions: [record.execution], health: health() });
    });
    expect(frames.map((frame) => frame.scenarios[0]!.activeMs)).toEqual([600, 900, 0]);
    expect(frames.map((frame) => frame.scenarios[0]!.iterations.started)).toEqual([4, 2, 0]);
    expect(frames.map((frame) => frame.scenarios[0]!.iterations.completed)).toEqual([2, 4, 0]);
    expect(frames.map((frame) => frame.scenarios[0]!.vusActive)).toEqual([2, 0, 0]);
    expect(frames.map((frame) => frame.scenarios[0]!.requests[0]!.latency.count)).toEqual([1, 1, 1]);
  });

  test('similar errors are one group with one sample; too many groups are counted together', () => {
    const meter = new LoadMeter(planOf(['a']));
    let samples = 0;
    const error = (message: string, atMs: number) =>
      meter.error({ scenario: 0, request: 0, kind: 'assertion', message, atMs }, () => {
        samples += 1;
        return { message: `${message}!`, method: 'GET', url: 'http://localhost/' };
      });
    for (let atMs = 0; atMs < 50; atMs += 1) error('same', atMs);
    expect(samples).toBe(1);
    for (let index = 0; index < 200; index += 1) error(`message ${index}`, index);
    const execution = new ExecutionRecord(scenarioOf({ type: 'constant-vus', vus: 1, durationMs: 1 }), {
      iterationMs: 1,
    }).execution;
    const take = () => meter.take({ second: 0, untilMs: 1000, executions: [execution], health: health() });
    const { errors } = take();
    expect(errors).toHaveLength(101);
    expect(errors[0]).toMatchObject({
      message: 'same',
      count: 50,
      firstMs: 0,
      lastMs: 49,
      sample: { message: 'same!' },
    });
    expect(errors.reduce((sum, group) => sum + group.count, 0)).toBe(250);
    expect(take().errors).toEqual([]);
  });
});
