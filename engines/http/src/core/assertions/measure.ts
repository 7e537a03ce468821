import { compareValue } from '../compare.ts';
import type { AssertionCheck } from './finding.ts';

/** Compares the duration of the whole exchange, redirects included, in milliseconds. */
export const checkResponseTime: AssertionCheck = ({ operator, expected }, view) => {
  const actual = Math.round(view.durationMs * 1000) / 1000;
  return { subject: 'Response time', actual, ...compareValue(operator, actual, milliseconds(expected)) };
};

/** Compares the size of the body after decompression, in bytes. */
export const checkSize: AssertionCheck = ({ operator, expected }, view) => ({
  subject: 'Size',
  actual: view.sizeBytes,
  ...compareValue(operator === 'length' ? 'equals' : operator, view.sizeBytes, expected),
});

function milliseconds(expected: unknown): unknown {
  return typeof expected === 'string' ? expected.replace(/\s*ms\s*$/i, '') : expected;
}
