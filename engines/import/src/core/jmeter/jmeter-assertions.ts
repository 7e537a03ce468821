import type { HttpAssertion } from '@touchstone/engine-assert/core';
import type { NamedFiles } from '../named-files.ts';
import { escapePattern } from './jmeter-patterns.ts';
import { collectionOf, type JmeterNode, propertyOf } from './jmeter-values.ts';

export interface Reader {
  /** Converts variables in a string. */
  text: (text: string) => string;
  problem: (reason: string) => void;
  /** Files available to the plan. */
  files?: NamedFiles | undefined;
}

type ReadAssertion = (node: JmeterNode, reader: Reader) => HttpAssertion[];

/** jmeterAssertions are readers for each kind of JMeter assertion. */
export const jmeterAssertions: Record<string, ReadAssertion> = {
  ResponseAssertion: readResponse,
  JSONPathAssertion: readJsonPath,
  JMESPathAssertion: (_node, { problem }) => {
    problem('JMESPath is not supported; write the assertion as a JSONPath.');
    return [];
  },
  XPathAssertion: ({ element }, reader) => readXPath(element, reader, 'XPath.xpath', 'XPath.negate'),
  XPath2Assertion: ({ element }, reader) => readXPath(element, reader, 'XPath.xpath', 'XPath.negate'),
  /** Asserts that the response is well-formed XML. */
  XMLAssertion: () => [{ kind: 'xpath', path: '/*', operator: 'exists' }],
  DurationAssertion: ({ element }, { text }) => {
    const expected = text(propertyOf(element, 'DurationAssertion.duration') ?? '').trim();
    return expected === '' || expected === '0' ? [] : [{ kind: 'responseTime', operator: 'lessThan', expected }];
  },
  SizeAssertion: readSize,
};

const bits = { matches: 1, contains: 2, not: 4, equals: 8, substring: 16, or: 32 } as const;
type Comparison = 'matches' | 'contains' | 'equals' | 'substring';

function readResponse({ element }: JmeterNode, reader: Reader): HttpAssertion[] {
  const field = (propertyOf(element, 'Assertion.test_field') ?? 'Assertion.response_data').replace('Assertion.', '');
  const type = Number(propertyOf(element, 'Assertion.test_type') ?? bits.contains);
  const isNot = (type & bits.not) !== 0;
  const isAny = (type & bits.or) !== 0;
  const comparison: Comparison =
    (type & bits.equals) !== 0
      ? 'equals'
      : (type & bits.substring) !== 0
        ? 'substring'
        : (type & bits.matches) !== 0
          ? 'matches'
          : 'contains';
  // The misspelling is JMeter's.
  const strings = [
    ...collectionOf(element, 'Asserion.test_strings'),
    ...collectionOf(element, 'Assertion.test_strings'),
  ]
    .map((item) => reader.text(item.textContent ?? ''))
    .filter((text) => text !== '');
  if (strings.length === 0) return [];
  if (field === 'response_code') return statusOf(strings, comparison, isNot, isAny, reader);
  const target = targetOf(field, strings, reader);
  if (!target) return [];
  return comparisons(strings, comparison, isNot, isAny, reader).map(({ operator, expected }) => ({
    ...target,
    operator,
    expected,
  }));
}

function targetOf(
  field: string,
  strings: string[],
  { problem }: Reader,
): Pick<HttpAssertion, 'kind' | 'path'> | undefined {
  if (field === 'response_data' || field === 'response_data_as_document') return { kind: 'body' };
  if (field === 'response_headers') {
    const names = strings.map((text) => /^\^?([A-Za-z][\w-]*)\s*:\s*/.exec(text));
    const [first] = names;
    if (first?.[1] && names.every((name) => name?.[1] === first[1])) {
      for (const [index, name] of names.entries()) strings[index] = strings[index]?.slice(name?.[0].length) ?? '';
      return { kind: 'header', path: first[1] };
    }
    problem(`The headers are asserted as one text (${strings.join(', ')}); assert the header that is meant.`);
    return undefined;
  }
  problem(`An assertion of ${field.replaceAll('_', ' ')} has no equal here; it was left out.`);
  return undefined;
}

function statusOf(
  strings: string[],
  comparison: Comparison,
  isNot: boolean,
  isAny: boolean,
  reader: Reader,
): HttpAssertion[] {
  const arePlain = strings.every((text) => /^\d{3}$|^\{\{[^{}]+\}\}$/.test(text.trim()));
  if (!arePlain || comparison === 'substring')
    return comparisons(strings, comparison, isNot, isAny, reader).map((part) => ({ kind: 'status', ...part }));
  const codes = strings.map((text) => text.trim());
  if (isAny && codes.length > 1)
    return isNot
      ? codes.map((expected) => ({ kind: 'status', operator: 'notEquals', expected }))
      : [{ kind: 'status', operator: 'in', expected: codes.join(',') }];
  return codes.map((expected) => ({ kind: 'status', operator: isNot ? 'notEquals' : 'equals', expected }));
}

function comparisons(
  strings: string[],
  comparison: Comparison,
  isNot: boolean,
  isAny: boolean,
  { problem }: Reader,
): Pick<HttpAssertion, 'operator' | 'expected'>[] {
  const patterns = strings.map((text) => patternOf(text, comparison));
  if (isNot) return strings.flatMap((text) => negated(text, comparison, problem));
  if (isAny && strings.length > 1)
    return [{ operator: 'matches', expected: patterns.map((pattern) => `(?:${pattern})`).join('|') }];
  if (comparison === 'equals') return strings.map((expected) => ({ operator: 'equals', expected }));
  if (comparison === 'substring') return strings.map((expected) => ({ operator: 'contains', expected }));
  return patterns.map((expected) => ({ operator: 'matches', expected }));
}

/** A pattern can't be negated, unless it is really plain text. */
function negated(
  text: string,
  comparison: Comparison,
  problem: Reader['problem'],
): Pick<HttpAssertion, 'operator' | 'expected'>[] {
  if (comparison === 'equals') return [{ operator: 'notEquals', expected: text }];
  if (comparison === 'substring') return [{ operator: 'notContains', expected: text }];
  const plain = text.replace(/\\[^A-Za-z0-9]/g, '').replace(/\{\{[^{}]*\}\}/g, '');
  if (/[\\^$.*+?()[\]{}|]/.test(plain)) {
    problem(`That the response does not match ${text} cannot be asserted; it was left out.`);
    return [];
  }
  const expected = text.replace(/\\(.)/g, '$1');
  return [{ operator: comparison === 'matches' ? 'notEquals' : 'notContains', expected }];
}

function patternOf(text: string, comparison: Comparison): string {
  if (comparison === 'contains') return text;
  return comparison === 'matches'
    ? `^(?:${text})$`
    : comparison === 'equals'
      ? `^${escapePattern(text)}$`
      : escapePattern(text);
}

function readJsonPath({ element }: JmeterNode, { text }: Reader): HttpAssertion[] {
  const path = text(propertyOf(element, 'JSON_PATH') ?? '').trim();
  if (path === '') return [];
  const is = (name: string) => propertyOf(element, name) === 'true';
  const isInverted = is('INVERT');
  if (is('EXPECT_NULL'))
    return [{ kind: 'jsonPath', path, operator: isInverted ? 'notEquals' : 'equals', expected: null }];
  if (!is('JSONVALIDATION')) return [{ kind: 'jsonPath', path, operator: isInverted ? 'notExists' : 'exists' }];
  const expected = text(propertyOf(element, 'EXPECTED_VALUE') ?? '');
  // JMeter treats the value as a regular expression by default, and matches the whole value.
  const isPattern =
    propertyOf(element, 'ISREGEX') !== 'false' && /[\\^$.*+?()[\]{}|]/.test(expected.replace(/\{\{[^{}]*\}\}/g, ''));
  if (isPattern && !isInverted) return [{ kind: 'jsonPath', path, operator: 'matches', expected: `^(?:${expected})$` }];
  return [{ kind: 'jsonPath', path, operator: isInverted ? 'notEquals' : 'equals', expected }];
}

function readXPath(
  element: JmeterNode['element'],
  { text }: Reader,
  pathName: string,
  negateName: string,
): HttpAssertion[] {
  const path = text(propertyOf(element, pathName) ?? '').trim();
  if (path === '') return [];
  return [{ kind: 'xpath', path, operator: propertyOf(element, negateName) === 'true' ? 'notExists' : 'exists' }];
}

function readSize({ element }: JmeterNode, { text, problem }: Reader): HttpAssertion[] {
  const field = propertyOf(element, 'Assertion.test_field') ?? 'SizeAssertion.response_network_size';
  if (/headers|code|message/.test(field)) {
    problem('A size of headers, code or message cannot be asserted; it was left out.');
    return [];
  }
  const size = text(propertyOf(element, 'SizeAssertion.size') ?? '').trim();
  const number = Number(size);
  const operator = Number(propertyOf(element, 'SizeAssertion.operator', 'SizeAssertion.opertor') ?? 1);
  const known = {
    1: ['equals', 0],
    2: ['notEquals', 0],
    3: ['greaterThan', 0],
    4: ['lessThan', 0],
    5: ['greaterThan', -1],
    6: ['lessThan', 1],
  } as const;
  const [name, shift] = known[operator as keyof typeof known] ?? known[1];
  if (size === '') return [];
  return [{ kind: 'size', operator: name, expected: Number.isNaN(number) ? size : String(number + shift) }];
}
