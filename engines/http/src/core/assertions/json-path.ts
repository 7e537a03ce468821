import { type JsonPathMatch, nearestExistingPath, queryJson } from '../json-path.ts';
import type { AssertionOperator } from '../plan.ts';
import { type AssertionCheck, absent, compareAny } from './finding.ts';

/** Compares what a JSONPath (RFC 9535) finds. A path that can find several values is compared as a list, or as its only item. */
export const checkJsonPath: AssertionCheck = ({ operator, expected, path }, view) => {
  const written = path?.trim() || '$';
  const subject = `JSON ${written}`;
  const json = view.json();
  if ('problem' in json) return { subject, passed: false, wanted: '', problem: json.problem };
  const match = queryJson(written, json.value);
  if (match.values.length === 0) {
    return absent(subject, operator, `the path does not exist; ${nearestExistingPath(written, json.value)}`);
  }
  const readings = readingsOf(match, operator);
  return { subject, actual: readings[0], ...compareAny(operator, readings, expected) };
};

function readingsOf({ values, singular }: JsonPathMatch, operator: AssertionOperator): unknown[] {
  if (singular) return [values[0]];
  if (operator === 'length' || values.length > 1) return [values];
  return [values[0], values];
}
