import { expect, test } from 'vitest';
import { thresholdProblems, thresholdsOf } from './threshold-rows.ts';

const row = (id: number, expression: string, request = '') => ({ id, expression, request, abortOnFail: false });

test('each unparsable row has its problem', () => {
  const problems = thresholdProblems([row(1, 'p95 < 300'), row(2, 'fast'), row(3, 'failed < 1%'), row(4, '')]);
  expect(Object.keys(problems)).toEqual(['thresholds.2', 'thresholds.4']);
});

test('a row without a request covers all of them', () => {
  expect(thresholdsOf([row(1, ' p95 < 300 '), row(2, 'rate > 5', 'Search')])).toEqual([
    { expression: 'p95 < 300', abortOnFail: false },
    { request: 'Search', expression: 'rate > 5', abortOnFail: false },
  ]);
});
