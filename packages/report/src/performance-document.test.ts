import type { PerformancePoint, PerformanceRun, PerformanceTotals } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { renderHtmlReport } from './html.ts';
import { drawChart } from './html-chart.ts';
import { renderJunitReport } from './junit.ts';
import { type PerformanceReportInput, performanceDocument } from './performance-document.ts';
import { textOf } from './testing/sample-run.ts';

const latency = { mean: 12, p50: 10, p75: 14, p90: 20, p95: 28, p99: 61, p999: 120, max: 400 };
const counts = { started: 1, completed: 1, failed: 0, interrupted: 0, late: 0, unstarted: 0 };
const metric = {
  count: 1000,
  rate: 50,
  failed: 20,
  failures: { status: 20 },
  checksPassed: 0,
  checksFailed: 0,
  bytesSent: 0,
  bytesReceived: 2_000_000,
  latency: { ...latency, min: 1, p9999: 300 },
};
const hostile = '<img src=x onerror=alert(1)>';

const run = {
  name: hostile,
  executionStatus: 'Fail',
  status: 'failed',
  message: hostile,
  environmentName: hostile,
  startedBy: hostile,
  startedAt: '2026-11-21T10:00:02.000Z',
  durationMs: 20_000,
  virtualUsers: 5,
} as PerformanceRun;
const totals: PerformanceTotals = {
  durationMs: 20_000,
  total: metric,
  iterations: counts,
  usersMax: 5,
  requests: [{ name: hostile, method: 'GET', ...metric }],
  thresholds: [{ expression: 'p95 < 20', passed: false, message: 'p95 is 28 ms, wanted < 20 ms.' }],
  errors: [
    {
      request: hostile,
      kind: 'status',
      message: hostile,
      count: 20,
      firstMs: 1,
      lastMs: 2,
      sample: { message: hostile, method: 'GET', url: hostile },
    },
  ],
  generator: {
    threads: 1,
    maxCpu: 1,
    maxEventLoopDelayMs: 3,
    lateIterations: 0,
    maxMemoryBytes: 1000,
    bottleneck: { reasons: ['Thread 1 used its whole processor core in 4 of 20 seconds.'] },
  },
  notes: [hostile],
};
const point = (second: number): PerformancePoint => ({
  second,
  seconds: 1,
  usersPlanned: 5,
  users: 5,
  requests: 50,
  rate: 50,
  failed: 1,
  checksFailed: 0,
  bytesSent: 0,
  bytesReceived: 0,
  iterations: counts,
  latency: second === 2 ? null : latency,
  generator: { cpu: 0.5, eventLoopDelayMs: 1, lateIterations: 0 },
});
const report: PerformanceReportInput = {
  run,
  totals,
  points: [0, 1, 2, 3, 4].map(point),
  runners: [{ name: 'Runner 1', state: 'ended', lostAtSecond: null }],
  secondsPerPoint: 1,
  comparison: null,
  url: 'javascript:alert(1)',
};

test('the report makes no network requests, runs no scripts and shows texts as texts', async () => {
  const html = await textOf(renderHtmlReport(performanceDocument(report)));
  expect(html).not.toContain('<img');
  expect(html).not.toMatch(/<script|<link|javascript:/);
  expect(html).toContain("default-src 'none'");
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test('what ran on after the planned time is a separate figure, if there is any', async () => {
  const shown = '<b>1.3 s</b> after the planned time';
  expect(await textOf(renderHtmlReport(performanceDocument(report)))).not.toContain('after the planned time');
  const tail = { durationMs: 1300, requests: 60 };
  const late = performanceDocument({ ...report, totals: { ...totals, tail } });
  expect(await textOf(renderHtmlReport(late))).toContain(shown);
});

test('figures, thresholds, the mark of the generator and one chart for each subject are included', async () => {
  const html = await textOf(renderHtmlReport(performanceDocument(report)));
  for (const text of [
    '1,000',
    '2 %',
    'p95 is 28 ms, wanted &lt; 20 ms.',
    'whole processor core in 4 of 20 seconds',
    '2 MB',
  ])
    expect(html).toContain(text);
  expect([...html.matchAll(/aria-label="([^"]+ over the time of the run)"/g)].map((match) => match[1])).toEqual([
    'Virtual users over the time of the run',
    'Requests per second over the time of the run',
    'Response time over the time of the run',
  ]);
});

test('a run that measured nothing says so', async () => {
  expect(await textOf(renderHtmlReport(performanceDocument({ ...report, totals: null, points: [] })))).toContain(
    'Nothing was measured.',
  );
});

test('a line breaks where nothing was measured, and the axis ends above the highest value', () => {
  const chart = drawChart(
    'Time',
    [0, 1, 2, 3],
    [{ label: 'p50', color: '--run', values: [10, 130, null, 40] }],
    (value) => `${value} ms`,
  );
  expect(chart.match(/<path d="([^"]+)"/)?.[1]?.match(/[ML]/g)).toEqual(['M', 'L', 'M']);
  expect(chart).toContain('200 ms');
  expect(chart).toContain('at most 130 ms');
});

test('JUnit judges a performance run by its thresholds', async () => {
  const xml = await textOf(renderJunitReport(performanceDocument(report)));
  expect(xml).toContain('<testsuite name="Thresholds" tests="1" failures="1"');
  expect(xml).toContain('<testcase name="p95 &lt; 20" classname="Thresholds"');
  expect(xml).toContain('message="p95 is 28 ms, wanted &lt; 20 ms."');
});
