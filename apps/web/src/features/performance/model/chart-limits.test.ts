import { expect, test } from 'vitest';
import { chartLimits } from './chart-limits.ts';

test.each([
  ['p95 < 300', { latency: [{ value: 300, label: 'p95 < 300' }], rate: [] }],
  ['p99.9<=12.5', { latency: [{ value: 12.5, label: 'p99.9<=12.5' }], rate: [] }],
  ['avg < 200', { latency: [{ value: 200, label: 'avg < 200' }], rate: [] }],
  ['rate > 100', { latency: [], rate: [{ value: 100, label: 'rate > 100', axis: 'right' }] }],
  ['failed < 1%', { latency: [], rate: [] }],
  ['checks > 99%', { latency: [], rate: [] }],
])('%s', (expression, expected) => {
  expect(chartLimits([{ expression }])).toEqual(expected);
});

test('a threshold of one request is not drawn among those of all', () => {
  expect(chartLimits([{ request: 'Pay', expression: 'p95 < 300' }])).toEqual({ latency: [], rate: [] });
});
