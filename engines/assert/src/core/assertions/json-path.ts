import type { AssertionOperator } from '../assertion.ts';
import { type Comparison, compareEach, compareValue } from '../compare.ts';
import { type JsonPathMatch, nearestExistingPath, queryJson } from '../json-path.ts';
import { type AssertionCheck, absent, compareAny, type Finding } from './finding.ts';
import { judgeBySchema, matchesSchema } from './json-schema.ts';

/**
 * Compares the result of a JSONPath (RFC 9535). A path that can find several values is compared as a list, or as its
 * only item.
 */
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
    return { ...findBySchema(subject, value, expected), actual: value };
  }
  const readings = readingsOf(match, operator);
  return { subject, actual: readings[0], ...compareAny(operator, readings, expected) };
};

/** findBySchema is the finding of the operator `schema` for a value; `subject` starts its sentence. */
export function findBySchema(subject: string, actual: unknown, expected: unknown): Finding {
  const { valid, problem, faults, name } = judgeBySchema(actual, expected);
  const wanted = 'a value that the schema accepts';
  if (valid === undefined) return { subject, passed: false, wanted, problem };
  return {
    subject,
    passed: valid,
    wanted,
    statement: matchesSchema(subject, name),
    ...(!valid && { problem, faults }),
  };
}

/** compareOrJudge is `compareValue` with support for JSON Schema. */
export function compareOrJudge(operator: AssertionOperator, actual: unknown, expected: unknown): Comparison {
  if (operator !== 'schema') return compareValue(operator, actual, expected);
  const { passed, wanted, problem } = findBySchema('', actual, expected);
  return { passed, wanted, ...(problem !== undefined && { problem }) };
}

function readingsOf({ values, singular }: JsonPathMatch, operator: AssertionOperator): unknown[] {
  if (singular) return [values[0]];
  if (operator === 'length' || values.length > 1) return [values];
  return [values[0], values];
}
