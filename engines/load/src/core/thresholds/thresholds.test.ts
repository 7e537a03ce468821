import { expect, test } from 'vitest';
import { holds, parseThreshold } from './thresholds.ts';

const time = (statistic: string, percent?: number) => ({
  kind: 'time',
  statistic,
  ...(percent === undefined ? {} : { percent }),
});

test.each([
  ['p95 < 300', time('percentile', 95), '<', 300, '300 ms'],
  ['p(95)<300', time('percentile', 95), '<', 300, '300 ms'],
  [' P99.9 <= 1.5s ', time('percentile', 99.9), '<=', 1500, '1.5 s'],
  ['med<=20ms', time('percentile', 50), '<=', 20, '20 ms'],
  ['avg < 200', time('avg'), '<', 200, '200 ms'],
  ['max != 0', time('max'), '!=', 0, '0 ms'],
  ['failed < 1%', { kind: 'share', of: 'failed' }, '<', 0.01, '1%'],
  ['failed<0.01', { kind: 'share', of: 'failed' }, '<', 0.01, '0.01'],
  ['failed == 0', { kind: 'share', of: 'failed' }, '==', 0, '0'],
  ['checks > 99%', { kind: 'share', of: 'checks' }, '>', 0.99, '99%'],
  ['rate > 100', { kind: 'rate' }, '>', 100, '100/s'],
  ['rate >= 2.5/s', { kind: 'rate' }, '>=', 2.5, '2.5/s'],
  ['count >= 1000', { kind: 'count' }, '>=', 1000, '1000'],
])('reads %s', (expression, metric, operator, limit, limitText) => {
  expect(parseThreshold(expression)).toMatchObject({ metric, operator, limit, limitText });
});

test.each([
  ['', 'The threshold is empty.'],
  ['p95', 'compares nothing'],
  ['p95 = 300', 'has a single ='],
  ['p95 < 300 < 400', 'is not a threshold'],
  ['p95 < fast', 'is not a threshold'],
  ['< 300', 'is not a threshold'],
  ['p0 < 300', 'above 0 and up to 100'],
  ['p100.1 < 300', 'above 0 and up to 100'],
  ['p < 300', '"p" is not known'],
  ['latency < 300', '"latency" is not known'],
  ['p95 < 3%', 'compared with ms or s'],
  ['failed < 300ms', 'compared with a percentage'],
  ['failed < 5', 'Did you mean 5%?'],
  ['checks > 101%', 'at most 100%'],
  ['rate > 100ms', 'requests per second'],
  ['count > 5%', 'has no unit'],
  ['avg < -1', 'cannot be negative'],
])('explains what is wrong with "%s"', (expression, message) => {
  expect(parseThreshold(expression)).toMatchObject({ problem: expect.stringContaining(message) });
});

test.each([
  ['p95 < 300', 299.9, true],
  ['p95 < 300', 300, false],
  ['p95 <= 300', 300, true],
  ['p95 <= 300', 300.1, false],
  ['rate > 100', 100, false],
  ['rate > 100', 100.1, true],
  ['rate >= 100', 100, true],
  ['rate >= 100', 99.9, false],
  ['count == 5', 5, true],
  ['count == 5', 6, false],
  ['count != 5', 5, false],
  ['count != 5', 6, true],
])('%s with %d is %s', (expression, value, expected) => {
  const parsed = parseThreshold(expression);
  if ('problem' in parsed) throw new Error(parsed.problem);
  expect(holds(parsed, value)).toBe(expected);
});
