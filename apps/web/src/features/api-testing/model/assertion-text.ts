import type { Assertion } from '@touchstone/contracts';

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
};

export const operatorLabels: Record<AssertionOperator, string> = {
  equals: 'equals',
  notEquals: 'does not equal',
  contains: 'contains',
  notContains: 'does not contain',
  matches: 'matches pattern',
  greaterThan: 'greater than',
  lessThan: 'less than',
  exists: 'exists',
  notExists: 'does not exist',
  type: 'is of type',
  length: 'has length',
  in: 'is one of',
};

const text = ['equals', 'notEquals', 'contains', 'notContains', 'matches', 'exists', 'notExists', 'in'] as const;
const number = ['lessThan', 'greaterThan', 'equals', 'notEquals'] as const;

export const operatorsOf: Record<AssertionKind, readonly AssertionOperator[]> = {
  status: ['equals', 'notEquals', 'in', 'lessThan', 'greaterThan'],
  jsonPath: [...text, 'greaterThan', 'lessThan', 'type', 'length'],
  header: text,
  body: ['contains', 'notContains', 'equals', 'notEquals', 'matches', 'length', 'exists', 'notExists'],
  responseTime: number,
  size: number,
  xpath: [...text, 'greaterThan', 'lessThan', 'length'],
  jsonSchema: ['equals', 'notEquals'],
};

export const hasPath = (kind: AssertionKind): boolean => kind === 'jsonPath' || kind === 'header' || kind === 'xpath';
export const hasExpected = (operator: AssertionOperator): boolean => operator !== 'exists' && operator !== 'notExists';

function readJson(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

/** parseExpected reads what the user wrote: numbers, booleans, null, lists and objects keep their type; quotes make a text of them. */
export function parseExpected(kind: AssertionKind, written: string): Assertion['expected'] {
  if (kind === 'header' || kind === 'body' || kind === 'xpath') return written;
  if (written.trim() === '') return written;
  const value = readJson(written);
  if (value === undefined) return written;
  // A number that would not be written the same way again, such as 1.0 or one beyond 2^53, stays as it is written.
  if (typeof value === 'number' && String(value) !== written.trim()) return written;
  return value as Assertion['expected'];
}

/** formatExpected writes an expected value so that `parseExpected` gives it again. */
export function formatExpected(kind: AssertionKind, value: Assertion['expected']): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return kind === 'jsonSchema' ? JSON.stringify(value, null, 2) : JSON.stringify(value);
  return parseExpected(kind, value) === value ? value : JSON.stringify(value);
}

/** withKind changes the kind of an assertion and what no longer fits it. */
export function withKind(assertion: Assertion, kind: AssertionKind): Assertion {
  const operators = operatorsOf[kind];
  const operator = operators.includes(assertion.operator) ? assertion.operator : operators[0]!;
  const { path: _path, ...rest } = assertion;
  return { ...rest, kind, operator, ...(hasPath(kind) ? { path: kind === 'jsonPath' ? '$.' : '' } : {}) };
}

/** assertionFor makes the assertion that fits a value which the user pointed at. */
export function assertionFor(path: string, value: unknown): Assertion {
  if (Array.isArray(value))
    return { kind: 'jsonPath', path, operator: 'length', expected: value.length, enabled: true };
  if (typeof value === 'object' && value !== null)
    return { kind: 'jsonPath', path, operator: 'type', expected: 'object', enabled: true };
  return { kind: 'jsonPath', path, operator: 'equals', expected: value as Assertion['expected'], enabled: true };
}

/** variableNameFor makes a variable's name of a JSONPath, one that is not taken yet. */
export function variableNameFor(path: string, taken: readonly string[]): string {
  const last = [...path.matchAll(/[A-Za-z_]\w*/g)].at(-1)?.[0] ?? 'value';
  let name = last;
  for (let count = 2; taken.includes(name); count += 1) name = `${last}${count}`;
  return name;
}
