import { describe, expect, test } from 'vitest';
import { frameOf, planOf, requestFrame } from '../../testing/summary-of.ts';
import type { ErrorGroup, GeneratorHealth, IterationCounts, RequestFrame } from './frame.ts';
import { findBottleneck, GeneratorTally } from './generator-tally.ts';
import { Histogram } from './histogram.ts';
import { RequestMeter } from './load-meter.ts';
import { LoadTally } from './load-tally.ts';
import {
  addFailures,
  addIterations,
  failedCount,
  foldFrames,
  mergeErrors,
  mergeFrames,
  mergeRequests,
} from './merge-frames.ts';

const facts = { startedAtMs: 5, durationMs: 1000, end: 'stopped' } as const;
const counts = (started: number): IterationCounts => ({
  started,
  completed: started * 2,
  failed: started * 3,
  interrupted: started * 4,
  late: started * 5,
  unstarted: started * 6,
});
const times = (...us: number[]) => requestFrame(us).latency;
const request = (n: number, more: Partial<RequestFrame> = {}): RequestFrame =>
  requestFrame([n * 1000], {
    failures: { timeout: n, status: 1 },
    bytesSent: n,
    bytesReceived: n * 2,
    checksPassed: n * 3,
    checksFailed: n * 4,
    ...more,
  });

describe("a request's frames", () => {
  test('add up', () => {
    const merged = mergeRequests([
      request(1, { service: times(10), phases: { connect: times(1), wait: times(2) } }),
      request(2, { phases: { wait: times(3, 4) } }),
    ]);
    expect(merged).toMatchObject({
      count: 2,
      failures: { timeout: 3, status: 2 },
      bytesSent: 3,
      bytesReceived: 6,
      checksPassed: 9,
      checksFailed: 12,
    });
    expect(merged.latency.count).toBe(2);
    expect(merged.service?.count).toBe(1);
    expect(Object.entries(merged.phases).map(([name, { count }]) => [name, count])).toEqual([
      ['connect', 1],
      ['wait', 3],
    ]);
    expect(mergeRequests([request(1), request(2)])).not.toHaveProperty('service');
  });

  test('are counted by the meter of a second, which restarts with the next', () => {
    const meter = new RequestMeter();
    Object.assign(meter, { count: 4, bytesSent: 1, bytesReceived: 2, checksPassed: 3, checksFailed: 5 });
    for (const kind of ['timeout', 'status', 'timeout'] as const) meter.fail(kind);
    meter.latency.record(100);
    meter.recordService(50);
    meter.recordService(60);
    meter.recordPhase('tls', 7);
    const first = meter.take();
    expect(first).toMatchObject({
      count: 4,
      bytesSent: 1,
      bytesReceived: 2,
      checksPassed: 3,
      checksFailed: 5,
      failures: { timeout: 2, status: 1 },
    });
    expect([first.latency.count, first.service?.count, first.phases.tls?.count]).toEqual([1, 2, 1]);
    const empty = new Histogram().serialize();
    expect(meter.take()).toEqual({ ...requestFrame([]), service: empty });
  });

  test('failures and iterations add up kind by kind', () => {
    expect(addFailures([{ timeout: 1 }, {}, { timeout: 2, dns: 3 }])).toEqual({ timeout: 3, dns: 3 });
    expect([failedCount({ timeout: 3, dns: 2 }), failedCount({})]).toEqual([5, 0]);
    expect(addIterations([counts(1), counts(10)])).toEqual(counts(11));
    expect(addIterations([])).toEqual(counts(0));
  });
});

describe('frames of a run', () => {
  const health = (name: string, n: number): GeneratorHealth => ({
    name,
    cpu: n / 10,
    eventLoopDelayMs: n,
    lateIterations: n,
    memoryBytes: n * 100,
  });
  const frame = (second: number, n: number) => ({
    ...frameOf(second, [request(n)], {
      activeMs: n * 100,
      vusPlanned: n,
      vusActive: n + 1,
      iterations: counts(n),
      iterationTime: times(n),
    }),
    generators: [health('a', n)],
  });

  test('of the same second: users add up, the time is that of the longest', () => {
    const { second, scenarios, generators } = mergeFrames([frame(3, 2), frame(3, 1)]);
    expect([second, scenarios.length]).toEqual([3, 1]);
    expect(scenarios[0]).toMatchObject({ activeMs: 200, vusPlanned: 3, vusActive: 5, iterations: counts(3) });
    expect(scenarios[0]?.iterationTime.count).toBe(2);
    expect(generators).toEqual([health('a', 2), health('a', 1)]);
  });

  test('of several seconds: the time adds up, users are the last, health is the worst', () => {
    const { second, scenarios, generators } = foldFrames([frame(4, 1), frame(3, 2)]);
    expect(second).toBe(3);
    expect(scenarios[0]).toMatchObject({ activeMs: 300, vusPlanned: 1, vusActive: 2, iterations: counts(3) });
    expect(generators).toEqual([{ ...health('a', 2), lateIterations: 3 }]);
  });

  test('may lack scenarios and requests that others have; without any there is nothing to merge', () => {
    const wide = { ...frameOf(0, [request(1), request(2)]) };
    wide.scenarios.push(...frameOf(0, [request(3)]).scenarios);
    const { scenarios } = mergeFrames([frameOf(0, [request(1)]), wide]);
    expect(scenarios.map(({ requests }) => requests.map(({ count }) => count))).toEqual([[2, 1], [1]]);
    expect(() => mergeFrames([])).toThrow(RangeError);
    expect(() => foldFrames([])).toThrow(RangeError);
  });

  test('similar errors are merged, with the first sample, the most frequent first', () => {
    const group = (message: string, count: number, firstMs: number, lastMs: number): ErrorGroup => ({
      scenario: 0,
      request: 0,
      kind: 'status',
      message,
      count,
      firstMs,
      lastMs,
      sample: { message: `${message} at ${firstMs}`, method: 'GET', url: '' },
    });
    const others: ErrorGroup[] = [
      { ...group('a', 1, 0, 0), request: 1 },
      { ...group('a', 1, 0, 0), kind: 'timeout' },
    ];
    const given = [group('a', 2, 50, 60), group('b', 9, 1, 2), group('a', 3, 10, 90), group('a', 4, 20, 30), ...others];
    expect(mergeErrors(given)).toEqual([
      { ...group('a', 9, 10, 90), sample: { message: 'a at 10', method: 'GET', url: '' } },
      group('b', 9, 1, 2),
      ...others,
    ]);
    expect(given[0]).toEqual(group('a', 2, 50, 60));
  });
});

describe('the load generator', () => {
  const tallyOf = (all: { cpu?: number; delay?: number; late?: number; memory?: number }[]) => {
    const tally = new GeneratorTally();
    for (const { cpu = 0, delay = 0, late = 0, memory = 0 } of all)
      tally.add({
        ...frameOf(0, []),
        generators: [{ name: 'thread 1', cpu, eventLoopDelayMs: delay, lateIterations: late, memoryBytes: memory }],
      });
    return tally;
  };
  const seconds = (bad: object, badCount: number, count: number) =>
    Array.from({ length: count }, (_, index) => (index < badCount ? bad : {}));

  test.each<[bad: object, badCount: number, count: number, isMarked: boolean]>([
    [{ cpu: 0.9 }, 2, 20, true],
    [{ cpu: 0.89 }, 2, 20, false],
    [{ cpu: 0.9 }, 2, 21, false],
    [{ cpu: 0.9 }, 1, 1, false],
    [{ delay: 50 }, 2, 20, true],
    [{ delay: 49 }, 2, 20, false],
  ])('with %j in %i of %i seconds is flagged: %s', (bad, badCount, count, isMarked) => {
    expect('bottleneck' in findBottleneck(tallyOf(seconds(bad, badCount, count)), 100)).toBe(isMarked);
  });

  test.each([
    [1, 100, false],
    [2, 100, true],
    [0, 0, false],
    [1, 0, false],
  ])('with %i late of %i iterations is flagged: %s', (late, started, isMarked) => {
    expect('bottleneck' in findBottleneck(tallyOf([{ late }]), started)).toBe(isMarked);
  });

  test('is summarized by its worst', () => {
    const tally = tallyOf([
      { cpu: 0.2, delay: 9, late: 1, memory: 100 },
      { cpu: 0.3, delay: 5, late: 2, memory: 50 },
    ]);
    expect(tally.summary()).toEqual({
      threads: 1,
      maxCpu: 0.3,
      maxEventLoopDelayMs: 9,
      lateIterations: 3,
      maxMemoryBytes: 100,
    });
  });
});

describe('the summary of a run', () => {
  test('has the peak users of any second, over all shards', () => {
    const tally = new LoadTally(planOf(['a']));
    for (const [second, vusActive] of [
      [0, 3],
      [0, 4],
      [1, 5],
    ] as const)
      tally.add(frameOf(second, [requestFrame([])], { vusActive }));
    expect(tally.summary(facts).scenarios[0]?.vusMax).toBe(7);
    expect(new LoadTally(planOf(['a'])).summary(facts).scenarios[0]?.vusMax).toBe(0);
  });

  test('keeps facts besides the frames, by index in the plan', () => {
    const tally = new LoadTally(planOf(['a', 'b']));
    tally.add(frameOf(0, [request(1), request(2)], { iterations: counts(2), iterationTime: times(1000) }));
    const summary = tally.summary({
      ...facts,
      notes: ['A note.'],
      endedEarly: ['stopped'],
      paths: [[undefined, { kind: 'general', reason: 'It has a script.' }]],
    });
    expect(summary).toMatchObject({ startedAtMs: 5, durationMs: 1000, end: 'stopped', passed: true, thresholds: [] });
    expect(summary.notes).toEqual(['A note.', expect.stringContaining('12 planned iterations never started')]);
    expect(summary.scenarios[0]).toMatchObject({
      name: 'scenario',
      executor: 'constant-vus',
      endedEarly: 'stopped',
      iterations: counts(2),
      iterationTime: { count: 1, min: 1, max: 1 },
      count: 2,
      failed: 5,
    });
    expect(
      summary.scenarios[0]?.requests.map(({ stepId, name, method, path, count, rate }) => ({
        stepId,
        name,
        method,
        path,
        count,
        rate,
      })),
    ).toEqual([
      { stepId: 'a', name: 'a', method: 'GET', path: undefined, count: 1, rate: 1 },
      {
        stepId: 'b',
        name: 'b',
        method: 'GET',
        path: { kind: 'general', reason: 'It has a script.' },
        count: 1,
        rate: 1,
      },
    ]);
  });

  test('measures a threshold over the scenarios that it names', () => {
    const plan = planOf(
      ['a'],
      [
        { target: { type: 'request', request: 'a' }, expression: 'rate > 1' },
        { target: { type: 'request', request: 'a', scenario: 'other' }, expression: 'count == 1' },
        { target: { type: 'scenario', scenario: 'other' }, expression: 'rate == 2' },
        { target: { type: 'total' }, expression: 'min == 1' },
        { target: { type: 'total' }, expression: 'nonsense' },
      ],
    );
    plan.scenarios.push({ ...plan.scenarios[0]!, name: 'other' });
    const tally = new LoadTally(plan);
    expect(tally.thresholds().map(({ value }) => value)).toEqual([undefined, 0, undefined, undefined]);
    const both = frameOf(0, [requestFrame([1000, 2000])]);
    both.scenarios.push(...frameOf(0, [requestFrame([3000])], { activeMs: 500 }).scenarios);
    tally.add(both);
    expect(tally.thresholds().map(({ value, passed }) => [value, passed])).toEqual([
      [3, true],
      [1, true],
      [2, true],
      [1, true],
    ]);
    expect(tally.summary(facts).passed).toBe(false);
  });
});
