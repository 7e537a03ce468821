import { expect, test } from 'vitest';
import { ResponseView } from '../response-view.ts';
import { evaluateAssertions } from './evaluate.ts';

const judge = (expected: unknown, status: number, operator: 'equals' | 'notEquals' | 'in' = 'equals') => {
  const body = { bytes: new Uint8Array(), contentType: undefined, sizeBytes: 0, truncated: false };
  const view = new ResponseView({ status, headers: [], body, durationMs: 1 });
  return evaluateAssertions([{ kind: 'status', operator, expected }], view)[0];
};

test.each([
  ['200-299', 199, false],
  ['200-299', 200, true],
  ['200-299', 299, true],
  ['200-299', 300, false],
  [' 200 - 204 ', 204, true],
  ['204-204', 204, true],
  ['2xx', 199, false],
  ['2xx', 200, true],
  ['2xx', 299, true],
  ['2xx', 300, false],
  ['9xx', 999, true],
  ['200', 200, true],
  ['200', 201, false],
  ['404, 500-503', 503, true],
  ['404, 500-503', 504, false],
])('%s matches status %i: %s', (expected, status, matches) => {
  expect(judge(expected, status)?.status).toBe(matches ? 'passed' : 'failed');
  expect(judge(expected, status, 'in')?.status).toBe(matches ? 'passed' : 'failed');
  expect(judge(expected, status, 'notEquals')?.status).toBe(matches ? 'failed' : 'passed');
});

test.each(['0xx', '20', '2000', '2xxx', '200-29', '200-', '-299', '200-299-300', 'x200', '20x'])(
  '%s is not a status',
  (expected) => {
    for (const operator of ['equals', 'notEquals', 'in'] as const)
      expect(judge(expected, 200, operator)).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('is not a status. Use a code such as 200'),
      });
  },
);
