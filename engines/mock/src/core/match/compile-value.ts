import { isObject, type JsonObject } from '../json-object.ts';
import { type DateOperator, dateMatcher } from './date/date-matchers.ts';
import { equalToJson } from './equal-json.ts';
import { matchesJsonPath, matchesJsonSchema } from './json-matchers.ts';
import {
  absent,
  anything,
  binaryEqualTo,
  contains,
  equalTo,
  isNumberOperator,
  matches,
  numberMatcher,
} from './text-matchers.ts';
import { booleanMatcher, type MatcherContext, type ValueMatcher } from './value-matcher.ts';
import { equalToXmlText, matchesXPath } from './xml-matchers.ts';

type Compile = (pattern: JsonObject, path: string, context: MatcherContext) => ValueMatcher;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const optionalText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const dates =
  (operator: DateOperator): Compile =>
  (pattern, path, context) =>
    dateMatcher(
      operator,
      textOf(pattern[operator]),
      {
        actualFormat: optionalText(pattern.actualFormat),
        truncateExpected: optionalText(pattern.truncateExpected),
        truncateActual: optionalText(pattern.truncateActual),
        applyTruncationLast: pattern.applyTruncationLast === true,
        expectedOffset: typeof pattern.expectedOffset === 'number' ? pattern.expectedOffset : undefined,
        expectedOffsetUnit: optionalText(pattern.expectedOffsetUnit),
      },
      `${path}.${operator}`,
      context,
    );

/** Operators by the member that names them, in lookup order. */
const operators: Record<string, Compile> = {
  equalTo: (pattern) => equalTo(textOf(pattern.equalTo), pattern.caseInsensitive === true),
  contains: (pattern) => contains(textOf(pattern.contains), false),
  doesNotContain: (pattern) => contains(textOf(pattern.doesNotContain), true),
  matches: (pattern, path, context) => matches(textOf(pattern.matches), false, `${path}.matches`, context),
  doesNotMatch: (pattern, path, context) =>
    matches(textOf(pattern.doesNotMatch), true, `${path}.doesNotMatch`, context),
  absent: (pattern) => (pattern.absent === false ? anything() : absent()),
  before: dates('before'),
  after: dates('after'),
  equalToDateTime: dates('equalToDateTime'),
  equalToJson: compileEqualToJson,
  matchesJsonPath: (pattern, path, context) => {
    const { expression, inner } = pathPattern(pattern.matchesJsonPath, `${path}.matchesJsonPath`, context);
    return matchesJsonPath(expression, inner, `${path}.matchesJsonPath`, context);
  },
  matchesJsonSchema: (pattern, path, context) =>
    matchesJsonSchema(
      pattern.matchesJsonSchema,
      optionalText(pattern.schemaVersion),
      `${path}.matchesJsonSchema`,
      context,
    ),
  equalToXml: (pattern, path, context) =>
    equalToXmlText(
      textOf(pattern.equalToXml),
      {
        enablePlaceholders: pattern.enablePlaceholders === true,
        openingDelimiter: optionalText(pattern.placeholderOpeningDelimiterRegex) ?? '\\$\\{',
        closingDelimiter: optionalText(pattern.placeholderClosingDelimiterRegex) ?? '\\}',
        exemptedComparisons: Array.isArray(pattern.exemptedComparisons) ? pattern.exemptedComparisons.map(textOf) : [],
        ignoreNamespaces: pattern.namespaceAwareness === 'NONE',
        ignoreOrderOfSameNode: pattern.ignoreOrderOfSameNode === true,
      },
      `${path}.equalToXml`,
      context,
    ),
  matchesXPath: (pattern, path, context) => {
    const { expression, inner } = pathPattern(pattern.matchesXPath, `${path}.matchesXPath`, context);
    const namespaces = isObject(pattern.xPathNamespaces)
      ? Object.fromEntries(Object.entries(pattern.xPathNamespaces).map(([prefix, uri]) => [prefix, textOf(uri)]))
      : undefined;
    return matchesXPath(expression, inner, namespaces, context);
  },
  binaryEqualTo: (pattern, path, context) =>
    binaryEqualTo(textOf(pattern.binaryEqualTo), `${path}.binaryEqualTo`, context),
  and: (pattern, path, context) => logical('and', pattern.and, `${path}.and`, context),
  or: (pattern, path, context) => logical('or', pattern.or, `${path}.or`, context),
  not: (pattern, path, context) => negated(compileValue(pattern.not, `${path}.not`, context)),
  anything: () => anything(),
};

/** operatorNames lists the value operators, for documentation and editors. */
export const operatorNames: readonly string[] = Object.keys(operators);

/** compileValue compiles a pattern such as `{ "contains": "x" }`; problems are reported through `context.problem`. */
export function compileValue(pattern: unknown, path: string, context: MatcherContext): ValueMatcher {
  if (typeof pattern === 'string' || typeof pattern === 'number') return equalTo(String(pattern), false);
  if (!isObject(pattern)) {
    context.problem(path, 'A pattern is an object such as { "equalTo": "…" }.');
    return booleanMatcher('unknown', '', () => false);
  }
  const name = Object.keys(operators).find((operator) => pattern[operator] !== undefined);
  if (name !== undefined) return operators[name]!(pattern, path, context);
  const numeric = Object.keys(pattern).find(isNumberOperator);
  if (numeric !== undefined && isNumberOperator(numeric)) return numberMatcher(numeric, Number(pattern[numeric]));
  const given = Object.keys(pattern).join(', ');
  context.problem(
    path,
    given === ''
      ? 'The pattern is empty. Name an operator such as equalTo.'
      : `“${given}” is not an operator. Use one of ${operatorNames.join(', ')}.`,
  );
  return booleanMatcher('unknown', given, () => false);
}

function compileEqualToJson(pattern: JsonObject, path: string, context: MatcherContext): ValueMatcher {
  const options = {
    ignoreArrayOrder: pattern.ignoreArrayOrder === true,
    ignoreExtraElements: pattern.ignoreExtraElements === true,
    ignoreNullElements: pattern.ignoreNullElements === true,
  };
  let expected: unknown = pattern.equalToJson;
  if (typeof expected === 'string')
    try {
      expected = JSON.parse(expected) as unknown;
    } catch (error) {
      context.problem(`${path}.equalToJson`, `The JSON cannot be read: ${(error as Error).message}.`);
    }
  return equalToJson(expected, options, `${path}.equalToJson`, context);
}

function pathPattern(value: unknown, path: string, context: MatcherContext) {
  if (typeof value === 'string') return { expression: value, inner: undefined };
  if (!isObject(value) || typeof value.expression !== 'string') {
    context.problem(path, 'Write an expression, or an object with "expression" and a pattern.');
    return { expression: '$', inner: undefined };
  }
  const { expression, ...inner } = value;
  return {
    expression,
    inner: Object.keys(inner).length === 0 ? undefined : compileValue(inner, path, context),
  };
}

function logical(operator: 'and' | 'or', list: unknown, path: string, context: MatcherContext): ValueMatcher {
  const parts = (Array.isArray(list) ? list : []).map((part, index) =>
    compileValue(part, `${path}[${index}]`, context),
  );
  if (parts.length === 0) context.problem(path, 'Give a list of patterns.');
  const isOr = operator === 'or';
  const test: ValueMatcher['test'] = (subject) =>
    isOr ? parts.some((part) => part.test(subject)) : parts.every((part) => part.test(subject));
  return {
    operator,
    expected: parts.map((part) => `${part.operator} ${part.expected}`).join(` ${operator} `),
    acceptsAbsent: isOr ? parts.some(acceptsAbsent) : parts.every(acceptsAbsent),
    test,
    distance: (subject) => {
      if (test(subject)) return 0;
      const distances = parts.map((part) => part.distance(subject));
      return isOr ? Math.min(1, ...distances) : distances.reduce((sum, item) => sum + item, 0) / (parts.length || 1);
    },
  };
}

const acceptsAbsent = (matcher: ValueMatcher): boolean => matcher.acceptsAbsent;

function negated(inner: ValueMatcher): ValueMatcher {
  return {
    operator: 'not',
    expected: `${inner.operator} ${inner.expected}`,
    acceptsAbsent: !inner.acceptsAbsent && inner.operator !== 'absent',
    test: (subject) => !inner.test(subject),
    distance: (subject) => (inner.test(subject) ? 1 : 0),
  };
}
