import type { AssertionOperator } from '../assertion.ts';
import { type Comparison, compareEach, compareValue } from '../compare.ts';
import { type JsonPathMatch, nearestExistingPath, queryJson } from '../json-path.ts';
import { type AssertionCheck, absent, compareAny } from './finding.ts';
import { judgeBySchema } from './json-schema.ts';

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
  if (operator === 'each') {
    const items = match.singular ? match.values[0] : match.values;
    return { subject, actual: items, ...compareEach(items, expected, compareOrJudge) };
  }
  if (operator === 'schema') {
    const value = match.values.length === 1 ? match.values[0] : match.values;
    return { subject, actual: value, ...compareOrJudge('schema', value, expected) };
  }
  const readings = readingsOf(match, operator);
  return { subject, actual: readings[0], ...compareAny(operator, readings, expected) };
};

/** compareOrJudge is `compareValue` that knows JSON Schema too. */
export function compareOrJudge(operator: AssertionOperator, actual: unknown, expected: unknown): Comparison {
  if (operator !== 'schema') return compareValue(operator, actual, expected);
  const { valid, problem } = judgeBySchema(actual, expected);
  const wanted = 'a value that the schema accepts';
  return valid ? { passed: true, wanted } : { passed: false, wanted, problem };
}

function readingsOf({ values, singular }: JsonPathMatch, operator: AssertionOperator): unknown[] {
  if (singular) return [values[0]];
  if (operator === 'length' || values.length > 1) return [values];
  return [values[0], values];
}
