import type { PerformancePoint } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { csvOfPoints } from './points-csv.ts';

/** All figures differ, so that none can appear in another's column. */
const point: PerformancePoint = {
  second: 60,
  seconds: 1,
  usersPlanned: 2,
  users: 3,
  requests: 4,
  rate: 5.12345,
  failed: 6,
  checksFailed: 7,
  bytesSent: 8,
  bytesReceived: 9,
  iterations: { started: 10, completed: 11, failed: 101, interrupted: 102, late: 12, unstarted: 103 },
  latency: { mean: 13.9996, p50: 14, p75: 104, p90: 15, p95: 16, p99: 17, p999: 105, max: 18 },
  generator: { cpu: 0.19, eventLoopDelayMs: 20.5, lateIterations: 106 },
};
async function* of(...points: PerformancePoint[]) {
  yield* points;
}
const rowsOf = async (...points: PerformancePoint[]) => {
  const [head, ...lines] = await Array.fromAsync(csvOfPoints(of(...points)));
  const cells = (line: string) => line.replace(/\r\n$/, '').split(',');
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [cells(head ?? '')[index], cell])));
};

test('a line has every figure of its second, under its name, with at most three decimals', async () => {
  expect(await rowsOf(point)).toEqual([
    {
      second: '60',
      users_planned: '2',
      users: '3',
      requests: '4',
      requests_per_second: '5.123',
      failed: '6',
      checks_failed: '7',
      mean_ms: '14',
      p50_ms: '14',
      p90_ms: '15',
      p95_ms: '16',
      p99_ms: '17',
      max_ms: '18',
      bytes_sent: '8',
      bytes_received: '9',
      iterations_started: '10',
      iterations_completed: '11',
      iterations_late: '12',
      generator_cpu: '0.19',
      generator_loop_delay_ms: '20.5',
    },
  ]);
});

test('if no request got a response, times are empty and counts are 0', async () => {
  const [row] = await rowsOf({ ...point, latency: null, requests: 0 });
  const empty = Object.entries(row ?? {}).filter(([, cell]) => cell === '');
  expect(empty.map(([name]) => name)).toEqual(['mean_ms', 'p50_ms', 'p90_ms', 'p95_ms', 'p99_ms', 'max_ms']);
  expect(row?.requests).toBe('0');
});

test('lines are written one by one, after the names, each with its line end', async () => {
  const lines = await Array.fromAsync(csvOfPoints(of(point, { ...point, second: 61 })));
  expect(lines.map((line) => [line.split(',')[0], line.endsWith('\r\n')])).toEqual([
    ['second', true],
    ['60', true],
    ['61', true],
  ]);
  expect(await Array.fromAsync(csvOfPoints(of()))).toHaveLength(1);
});
