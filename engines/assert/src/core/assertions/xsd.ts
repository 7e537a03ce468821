import { asText } from '../show.ts';
import { type AssertionCheck, type FoundFault, isNegative } from './finding.ts';
import { describeFaults } from './json-schema.ts';

/** Compares an XML body with an XML Schema; the validation itself was already done outside this thread. */
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
  const faults = verdict.errors.map(faultOf);
  const found = describeFaults(faults.map(({ line, message }) => ({ place: line ? `line ${line}` : '', message })));
  return {
    subject,
    actual: isValid ? 'valid' : found,
    passed,
    wanted,
    ...(passed ? {} : { problem: wantsInvalid ? `expected ${wanted}` : found }),
    ...(wantsInvalid ? {} : { statement: 'Body matches XML schema', faults }),
  };
};

/** Parses the line number at the start of a validator error. */
function faultOf(error: string): FoundFault {
  const [, line, message] = /^line (\d+): (.*)$/s.exec(error) ?? [];
  return { keys: [], message: message ?? error, ...(line !== undefined && { line: Number(line) }) };
}
