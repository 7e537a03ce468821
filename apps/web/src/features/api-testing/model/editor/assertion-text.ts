import type { Assertion } from '@touchstone/contracts/api-testing';

export type AssertionKind = Assertion['kind'];
export type AssertionOperator = Assertion['operator'];

export const kindLabels: Record<AssertionKind, string> = {
  status: 'Status',
  jsonPath: 'JSON path',
  header: 'Header',
  body: 'Body',
  responseTime: 'Response time (ms)',
  size: 'Size (bytes)',
  xpath: 'XPath',
  jsonSchema: 'JSON schema',
  xsd: 'XML schema (XSD)',
  certificateDays: 'Certificate days left',
};

export const operatorLabels: Record<AssertionOperator, string> = {
  equals: 'equals',
  notEquals: 'does not equal',
  contains: 'contains',
  notContains: 'does not contain',
  matches: 'matches pattern',
  greaterThan: 'greater than',
  greaterOrEqual: 'at least',
  lessThan: 'less than',
  lessOrEqual: 'at most',
  exists: 'exists',
  notExists: 'does not exist',
  type: 'is of type',
  length: 'has length',
  in: 'is one of',
  equalsIgnoringOrder: 'equals in any order',
  each: 'each item',
  schema: 'matches JSON schema',
};

const text = ['equals', 'notEquals', 'contains', 'notContains', 'matches', 'exists', 'notExists', 'in'] as const;
const order = ['greaterThan', 'greaterOrEqual', 'lessThan', 'lessOrEqual'] as const;
const number = ['lessThan', 'lessOrEqual', 'greaterThan', 'greaterOrEqual', 'equals', 'notEquals'] as const;

export const operatorsOf: Record<AssertionKind, readonly AssertionOperator[]> = {
  status: ['equals', 'notEquals', 'in', ...order],
  jsonPath: [...text, ...order, 'type', 'length', 'equalsIgnoringOrder', 'each', 'schema'],
  header: [...text, ...order],
  body: [
    'contains',
    'notContains',
    'equals',
    'notEquals',
    'matches',
    'length',
    'exists',
    'notExists',
    'equalsIgnoringOrder',
    'schema',
  ],
  responseTime: number,
  size: number,
  xpath: [...text, ...order, 'length', 'equalsIgnoringOrder', 'each'],
  jsonSchema: ['equals', 'notEquals'],
  xsd: ['equals', 'notEquals'],
  certificateDays: ['greaterOrEqual', 'greaterThan', 'lessOrEqual', 'lessThan', 'equals'],
};

/** operatorLabel returns the label of an operator, in words for its kind: a schema is matched, not equalled. */
export function operatorLabel(kind: AssertionKind, operator: AssertionOperator): string {
  if (kind !== 'jsonSchema' && kind !== 'xsd') return operatorLabels[operator];
  return operator === 'equals' ? 'match' : 'not match';
}

const schemaExample = '{ "type": "object", "required": ["id"] }';
const valueExamples: Record<AssertionKind, string> = {
  status: '200',
  jsonPath: '42, "text", true or {{name}}',
  header: 'application/json',
  body: 'text of the body',
  responseTime: '500',
  size: '10000',
  xpath: '42',
  jsonSchema: schemaExample,
  xsd: '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">…</xs:schema>',
  certificateDays: '30',
};
const operatorExamples: Partial<Record<AssertionOperator, string>> = {
  matches: '^[A-Z]{2}-\\d+$',
  type: 'string, number, integer, boolean, array, object or null',
  length: '3',
  equalsIgnoringOrder: '["b", "a"]',
  each: '{ "operator": "greaterThan", "expected": 0 }',
  schema: schemaExample,
};

/** expectedExample returns an example of how an expected value may be written. */
export function expectedExample(kind: AssertionKind, operator: AssertionOperator): string {
  if (operator === 'in') return kind === 'status' ? '200, 201, 204' : 'a, b, c';
  return operatorExamples[operator] ?? valueExamples[kind];
}

/** isLongExpected returns whether the expected value needs several lines. */
export const isLongExpected = (kind: AssertionKind, operator: AssertionOperator): boolean =>
  kind === 'jsonSchema' || kind === 'xsd' || operator === 'schema';

export const hasPath = (kind: AssertionKind): boolean => kind === 'jsonPath' || kind === 'header' || kind === 'xpath';
export const hasExpected = (operator: AssertionOperator): boolean => operator !== 'exists' && operator !== 'notExists';

function readJson(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

/**
 * parseExpected parses what the user wrote: numbers, booleans, null, lists and objects keep their type; quotes make
 * them text.
 */
export function parseExpected(kind: AssertionKind, written: string): Assertion['expected'] {
  if (kind === 'header' || kind === 'body' || kind === 'xpath' || kind === 'xsd') return written;
  if (written.trim() === '') return written;
  const value = readJson(written);
  if (value === undefined) return written;
  // A number that would be written differently, such as 1.0 or one beyond 2^53, stays as text.
  if (typeof value === 'number' && String(value) !== written.trim()) return written;
  return value as Assertion['expected'];
}

/** formatExpected formats an expected value so that `parseExpected` returns it again. */
export function formatExpected(kind: AssertionKind, value: Assertion['expected']): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return kind === 'jsonSchema' ? JSON.stringify(value, null, 2) : JSON.stringify(value);
  return parseExpected(kind, value) === value ? value : JSON.stringify(value);
}

/** withKind changes the kind of an assertion, and whatever no longer applies to it. */
export function withKind(assertion: Assertion, kind: AssertionKind): Assertion {
  const operators = operatorsOf[kind];
  const operator = operators.includes(assertion.operator) ? assertion.operator : operators[0]!;
  const { path: _path, ...rest } = assertion;
  return { ...rest, kind, operator, ...(hasPath(kind) ? { path: kind === 'jsonPath' ? '$.' : '' } : {}) };
}

/** assertionFor creates the assertion for a value that the user pointed at. */
export function assertionFor(kind: 'jsonPath' | 'xpath', path: string, value: unknown): Assertion {
  if (value === undefined) return { kind, path, operator: 'exists', enabled: true };
  if (Array.isArray(value)) return { kind, path, operator: 'length', expected: value.length, enabled: true };
  if (typeof value === 'object' && value !== null)
    return { kind, path, operator: 'type', expected: 'object', enabled: true };
  return { kind, path, operator: 'equals', expected: value as Assertion['expected'], enabled: true };
}

/** variableNameFor derives a variable name from a JSONPath that isn't taken yet. */
export function variableNameFor(path: string, taken: readonly string[]): string {
  const last = [...path.matchAll(/[A-Za-z_]\w*/g)].at(-1)?.[0] ?? 'value';
  let name = last;
  for (let count = 2; taken.includes(name); count += 1) name = `${last}${count}`;
  return name;
}
