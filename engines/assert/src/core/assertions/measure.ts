import { compareValue } from '../compare.ts';
import { type AssertionCheck, absent } from './finding.ts';

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

/** Compares the whole days until the server's certificate expires; negative if it has expired. */
export const checkCertificateDays: AssertionCheck = ({ operator, expected }, view) => {
  const subject = 'Certificate days left';
  const actual = view.certificateDaysLeft;
  if (actual === undefined) {
    return absent(subject, operator, 'the connection had no certificate; use an https:// address');
  }
  const days = typeof expected === 'string' ? expected.replace(/\s*days?\s*$/i, '') : expected;
  return { subject, actual, ...compareValue(operator, actual, days) };
};

function milliseconds(expected: unknown): unknown {
  return typeof expected === 'string' ? expected.replace(/\s*ms\s*$/i, '') : expected;
}
