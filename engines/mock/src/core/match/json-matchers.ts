import {
  compileJsonSchema,
  jsonPathProblem,
  type SchemaDraft,
  stringifyExactJson,
} from '@touchstone/engine-assert/core';
import { findByJsonPath, toRfcPath } from './json-path-dialect.ts';
import { Subject } from './subject.ts';
import { booleanMatcher, type MatcherContext, type ValueMatcher } from './value-matcher.ts';

/** isCostlyPath returns whether a JSONPath searches or filters; only those run under the time limit. */
export const isCostlyPath = (path: string) => path.includes('?') || path.includes('..') || path.split('*').length > 2;

/** matchesJsonPath requires that a JSONPath finds something; with `inner`, something that `inner` matches. */
export function matchesJsonPath(
  expression: string,
  inner: ValueMatcher | undefined,
  path: string,
  context: MatcherContext,
): ValueMatcher {
  const withoutFunction = expression.trim().replace(/\.\w+\(\)$/, '');
  const problem = jsonPathProblem(toRfcPath(withoutFunction));
  if (problem !== undefined) context.problem(path, problem);
  const find = (subject: Subject) => {
    if (subject.json === undefined) return undefined;
    const { value } = subject.json;
    const work = () => findByJsonPath(expression, value);
    try {
      return context.guard && isCostlyPath(expression) ? context.guard(work) : work();
    } catch {
      return undefined;
    }
  };
  if (inner === undefined)
    return booleanMatcher('matchesJsonPath', expression, (subject) => {
      const found = find(subject);
      if (found === undefined || found.kind === 'none') return false;
      return found.kind === 'many' ? found.values.length > 0 : isFilled(found.value);
    });
  const distance = (subject: Subject) => {
    const found = find(subject);
    if (found === undefined) return 1;
    const subjects = foundSubjects(found, inner);
    if (subjects.length === 0) return inner.acceptsAbsent ? 0 : 1;
    return Math.min(...subjects.map((item) => inner.distance(item)));
  };
  return {
    operator: 'matchesJsonPath',
    expected: `${expression} ${inner.operator} ${inner.expected}`,
    acceptsAbsent: false,
    test: (subject) => distance(subject) === 0,
    distance,
  };
}

/** Empty results count as not found, as in WireMock. */
function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== null;
}

function foundSubjects(found: ReturnType<typeof findByJsonPath>, inner: ValueMatcher): Subject[] {
  if (found.kind === 'none') return [];
  const value = found.kind === 'one' ? found.value : found.values;
  if (inner.operator === 'equalToJson' || (typeof value === 'object' && value !== null && !Array.isArray(value)))
    return [new Subject(stringifyExactJson(value))];
  if (Array.isArray(value)) return value.map((item) => new Subject(textOf(item)));
  return value === null ? [] : [new Subject(textOf(value))];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : stringifyExactJson(value));

const drafts: Record<string, SchemaDraft> = {
  V4: '4',
  V6: '6',
  V7: '7',
  V201909: '2019-09',
  V202012: '2020-12',
} as Record<string, SchemaDraft>;

/** matchesJsonSchema requires a value that is valid against a JSON Schema. */
export function matchesJsonSchema(
  schema: unknown,
  version: string | undefined,
  path: string,
  context: MatcherContext,
): ValueMatcher {
  const text = typeof schema === 'string' ? schema : stringifyExactJson(schema);
  try {
    const value: unknown = typeof schema === 'string' ? JSON.parse(schema) : schema;
    const draft = version === undefined ? undefined : drafts[version];
    const compiled = compileJsonSchema(value, draft === undefined ? {} : { draft });
    const guard = context.guard ?? ((work) => work());
    return booleanMatcher('matchesJsonSchema', text, (subject) => {
      const { json } = subject;
      // A text that isn't JSON is validated as a string, as in WireMock.
      const judged = json === undefined ? subject.text : json.value;
      return guard(() => compiled.validate(judged).length === 0);
    });
  } catch (error) {
    context.problem(path, `The JSON Schema cannot be read: ${error instanceof Error ? error.message : error}.`);
    return booleanMatcher('matchesJsonSchema', text, () => false);
  }
}
