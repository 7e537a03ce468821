import { performancePointSchema, performanceTotalsSchema } from '@touchstone/contracts/api-testing';
import {
  emptyHistogram,
  Histogram,
  type LoadFrame,
  type LoadPlan,
  type LoadSummary,
  LoadTally,
} from '@touchstone/engine-load/core';
import { expect, test } from 'vitest';
import { toPoint, toTotals } from './points.ts';

const executor = { type: 'constant-arrival-rate', rate: 2, durationMs: 1000, preAllocatedVus: 2 } as const;
const plan: LoadPlan = { scenarios: [{ name: 'default', scopes: [], steps: [], executor }], thresholds: [] };
const counts = { started: 0, completed: 0, failed: 0, interrupted: 0, late: 0, unstarted: 0 };
const times = { count: 0, sum: 0, min: 0, max: 0, buckets: [] };

const frameOf = (second: number, activeMs: number): LoadFrame =>
  ({
    second,
    generators: [],
    errors: [],
    scenarios: [{ activeMs, vusActive: 2, vusPlanned: 2, iterations: counts, iterationTime: times, requests: [] }],
  }) as unknown as LoadFrame;

const totalsOf = (...frames: LoadFrame[]) => {
  const tally = new LoadTally(plan);
  for (const frame of frames) tally.add(frame);
  return toTotals(tally.summary({ startedAtMs: 0, durationMs: 1000, end: 'finished' }));
};

test('totals of an open load report what ran on after the planned time, and omit it if nothing did', () => {
  const totals = totalsOf(frameOf(0, 1000), frameOf(1, 300));
  expect(totals.tail).toEqual({ durationMs: 300, requests: 0 });
  expect(performanceTotalsSchema.parse(totals)).toEqual(totals);
  expect(totalsOf(frameOf(0, 1000))).not.toHaveProperty('tail');
});

const request = (latenciesMs: number[], given: Partial<LoadFrame['scenarios'][number]['requests'][number]> = {}) => {
  const latency = new Histogram();
  for (const ms of latenciesMs) latency.record(ms * 1000);
  return {
    count: latenciesMs.length,
    failures: {},
    bytesSent: 10,
    bytesReceived: 100,
    checksPassed: 1,
    checksFailed: 2,
    latency: latency.serialize(),
    phases: {},
    ...given,
  };
};
const scenario = (given: Partial<LoadFrame['scenarios'][number]> = {}) => ({
  activeMs: 1000,
  vusActive: 2,
  vusPlanned: 3,
  iterations: { started: 1, completed: 2, failed: 3, interrupted: 4, late: 5, unstarted: 6 },
  iterationTime: emptyHistogram,
  requests: [],
  ...given,
});
const health = { name: 'thread 1', cpu: 0.5, eventLoopDelayMs: 20, lateIterations: 3, memoryBytes: 1 };

test('a point adds up the scenarios and their requests, and has the figures of the busiest thread', () => {
  const point = toPoint(
    {
      second: 7,
      errors: [],
      scenarios: [
        scenario({ activeMs: 500, requests: [request([10, 20]), request([30], { failures: { status: 1, dns: 2 } })] }),
        scenario({ activeMs: 250, vusActive: 5, requests: [request([40])] }),
      ],
      generators: [health, { ...health, cpu: 0.25, eventLoopDelayMs: 90, lateIterations: 4 }],
    },
    5,
  );
  expect(performancePointSchema.parse(point)).toEqual(point);
  expect(point).toMatchObject({
    second: 7,
    seconds: 5,
    usersPlanned: 6,
    users: 7,
    requests: 4,
    rate: 8,
    failed: 3,
    checksFailed: 6,
    bytesSent: 30,
    bytesReceived: 300,
    iterations: { started: 2, completed: 4, failed: 6, interrupted: 8, late: 10, unstarted: 12 },
    generator: { cpu: 0.5, eventLoopDelayMs: 90, lateIterations: 7 },
  });
  expect(point.latency).toMatchObject({ mean: 25, max: 40 });
  expect(point.latency).not.toHaveProperty('histogram');
});

test('a second in which nothing ran has a rate of 0, and no times', () => {
  const idle = scenario({ activeMs: 0, requests: [request([])] });
  const point = toPoint({ second: 0, errors: [], scenarios: [idle], generators: [] }, 1);
  expect(point).toMatchObject({ rate: 0, requests: 0, latency: null });
  expect(point.generator).toEqual({ cpu: 0, eventLoopDelayMs: 0, lateIterations: 0 });
});

const timesMs = { count: 4, min: 1, mean: 2, max: 9, p50: 3, p75: 4, p90: 5, p95: 6, p99: 7, p999: 8, p9999: 8.5 };
const metric = {
  count: 4,
  rate: 2,
  failed: 1,
  failures: { status: 1 },
  checksPassed: 3,
  checksFailed: 1,
  bytesSent: 40,
  bytesReceived: 400,
  latency: { ...timesMs, histogram: emptyHistogram },
  phases: {},
};
const { count: _count, ...shownTimes } = timesMs;
const { phases: _phases, ...otherFigures } = metric;
const shownMetric = { ...otherFigures, latency: shownTimes };
const iterations = { started: 6, completed: 5, failed: 4, interrupted: 3, late: 2, unstarted: 1 };
const error = (request: number, message: string): LoadSummary['errors'][number] => ({
  scenario: 0,
  request,
  kind: 'status',
  message,
  count: 1,
  firstMs: 10,
  lastMs: 20,
  sample: { message, method: 'GET', url: 'https://a.test/' },
});
const summaryOf = (given: Partial<LoadSummary>): LoadSummary => ({
  startedAtMs: 0,
  durationMs: 2000,
  end: 'finished',
  passed: true,
  thresholds: [],
  total: metric,
  scenarios: [
    {
      ...metric,
      name: 'Load',
      executor: 'constant-vus',
      vusMax: 8,
      iterations,
      iterationTime: metric.latency,
      requests: [
        { ...metric, stepId: 'a', name: 'List', method: 'GET' },
        { ...metric, stepId: 'b', name: 'Pay', method: 'POST', path: { kind: 'general', reason: 'It has a script.' } },
      ],
    },
  ],
  errors: [],
  generator: { threads: 1, maxCpu: 0.5, maxEventLoopDelayMs: 4, lateIterations: 0, maxMemoryBytes: 1000 },
  notes: ['A note.'],
  ...given,
});

test('totals have the figures of all requests and of each, without what only later comparisons need', () => {
  const totals = toTotals(summaryOf({}));
  expect(performanceTotalsSchema.parse(totals)).toEqual(totals);
  expect(totals).toEqual({
    durationMs: 2000,
    total: shownMetric,
    iterations,
    usersMax: 8,
    requests: [
      { name: 'List', method: 'GET', ...shownMetric },
      { name: 'Pay', method: 'POST', ...shownMetric, path: { kind: 'general', reason: 'It has a script.' } },
    ],
    thresholds: [],
    errors: [],
    generator: { threads: 1, maxCpu: 0.5, maxEventLoopDelayMs: 4, lateIterations: 0, maxMemoryBytes: 1000 },
    notes: ['A note.'],
  });
  expect(totals.requests[0]).not.toHaveProperty('path');
});

test('a run without scenarios counted nothing', () => {
  expect(toTotals(summaryOf({ scenarios: [] }))).toMatchObject({
    iterations: { started: 0, completed: 0, failed: 0, interrupted: 0, late: 0, unstarted: 0 },
    usersMax: 0,
    requests: [],
  });
});

test('a threshold has its subject, its measured value, and only the chosen options', () => {
  const judged = { passed: false, message: 'p95 is 6 ms.' };
  const { thresholds } = toTotals(
    summaryOf({
      thresholds: [
        { target: { type: 'total' }, expression: 'p95 < 1', ...judged },
        {
          target: { type: 'request', request: 'List' },
          expression: 'avg < 2',
          abortOnFail: false,
          delayMs: 0,
          value: 0,
          ...judged,
        },
      ] as LoadSummary['thresholds'],
    }),
  );
  expect(thresholds).toEqual([
    { expression: 'p95 < 1', ...judged },
    { request: 'List', expression: 'avg < 2', abortOnFail: false, delayMs: 0, value: 0, ...judged },
  ]);
  expect(Object.keys(thresholds[0] ?? {})).toEqual(['expression', 'passed', 'message']);
});

test('errors name their request, and the first 50 are shown', () => {
  const errors = [error(1, 'Pay'), error(9, 'unknown'), ...Array.from({ length: 49 }, (_, at) => error(0, `${at}`))];
  const shown = toTotals(summaryOf({ errors })).errors;
  const { scenario: _scenario, ...first } = error(1, 'Pay');
  expect(shown[0]).toEqual({ ...first, request: 'Pay' });
  expect(shown[1]?.request).toBe('');
  expect(shown).toHaveLength(50);
});
