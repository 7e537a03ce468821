import { asText } from '../compare.ts';
import type { AssertionCheck } from './finding.ts';
import { isNegative } from './finding.ts';

/** Compares an XML body with an XML Schema; the validation itself was made before, outside this thread. */
export const checkXsd: AssertionCheck = ({ operator, expected }, view) => {
  const subject = 'XML schema';
  const verdict = view.xsdVerdict(asText(expected));
  if (verdict === undefined) {
    return { subject, passed: false, wanted: '', problem: 'XML schemas are checked only where the request is sent' };
  }
  if ('problem' in verdict) return { subject, passed: false, wanted: '', problem: verdict.problem };
  const wantsInvalid = isNegative(operator);
  const isValid = verdict.errors.length === 0;
  const wanted = wantsInvalid ? 'a body that the schema refuses' : 'a body that the schema accepts';
  const passed = isValid !== wantsInvalid;
  const problem = wantsInvalid ? `expected ${wanted}` : describe(verdict.errors);
  return {
    subject,
    actual: isValid ? 'valid' : describe(verdict.errors),
    passed,
    wanted,
    ...(passed ? {} : { problem }),
  };
};

function describe(errors: readonly string[]): string {
  const more = errors.length - 3;
  return `${errors.slice(0, 3).join('; ')}${more > 0 ? ` (and ${more} more)` : ''}`;
}
