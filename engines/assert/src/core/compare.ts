import type { AssertionOperator } from './assertion.ts';
import { parseExactJson, stringifyExactJson } from './exact-json.ts';
import { matchesAnywhere } from './linear-regex.ts';
import { asText, cutText, show } from './show.ts';

/** jsonTypeOf returns the type of a value as used by the `type` operator. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** deepEquals compares JSON values, ignoring the order of keys. */
export function deepEquals(left: unknown, right: unknown): boolean {
  if (Object.is(left, right) || left === right) return true;
  if (isNumeric(left) && isNumeric(right)) return sameNumber(left, right);
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => deepEquals(item, right[index]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && deepEquals(left[key], right[key]));
}

/**
 * looselyEquals compares like a user who typed `expected` into a text field: "42" is 42, "true" is true, JSON text is
 * its value.
 */
export function looselyEquals(actual: unknown, expected: unknown): boolean {
  if (deepEquals(actual, expected)) return true;
  if (typeof expected === 'string') return equalsTyped(actual, expected);
  if (typeof actual === 'string' && (isNumeric(expected) || typeof expected === 'boolean')) {
    return equalsTyped(expected, actual);
  }
  if (typeof actual === 'string' && expected !== null && typeof expected === 'object') {
    const parsed = tryJson(actual);
    return parsed !== undefined && deepEquals(parsed, expected);
  }
  return false;
}

function equalsTyped(actual: unknown, typed: string): boolean {
  const text = typed.trim();
  if (typeof actual === 'string') return false;
  if (typeof actual === 'boolean' || actual === null) return text === String(actual);
  if (isNumeric(actual)) {
    const number = toNumber(text);
    return number !== undefined && sameNumber(actual, number);
  }
  const parsed = tryJson(text);
  return parsed !== undefined && deepEquals(actual, parsed);
}

/** Outcome of one comparison; `wanted` finishes the sentence "expected …", `problem` replaces the whole sentence. */
export interface Comparison {
  passed: boolean;
  wanted: string;
  problem?: string;
  /** For `each`: index of the first item that failed. */
  failedAt?: number;
}

/** compareValue applies an operator to a value that exists. The caller decides presence. */
export function compareValue(operator: AssertionOperator, actual: unknown, expected: unknown): Comparison {
  switch (operator) {
    case 'equals':
      return { passed: looselyEquals(actual, expected), wanted: showExpected(expected, actual) };
    case 'notEquals':
      return { passed: !looselyEquals(actual, expected), wanted: `anything but ${showExpected(expected, actual)}` };
    case 'contains':
      return { passed: containsValue(actual, expected), wanted: `something that contains ${show(expected)}` };
    case 'notContains':
      return { passed: !containsValue(actual, expected), wanted: `nothing that contains ${show(expected)}` };
    case 'matches':
      return { passed: matchesAnywhere(asText(expected), asText(actual)), wanted: `a match of ${asText(expected)}` };
    case 'greaterThan':
    case 'greaterOrEqual':
    case 'lessThan':
    case 'lessOrEqual':
      return compareOrder(actual, expected, operator);
    case 'in':
      return {
        passed: asList(expected).some((item) => looselyEquals(actual, item)),
        wanted: `one of ${show(expected)}`,
      };
    case 'type':
      return compareType(actual, asText(expected));
    case 'length':
      return compareLength(actual, expected);
    case 'exists':
      return { passed: true, wanted: 'a value' };
    case 'notExists':
      return { passed: false, wanted: 'no value' };
    case 'equalsIgnoringOrder':
      return {
        passed: equalsIgnoringOrder(actual, expected),
        wanted: `${showExpected(expected, actual)} in any order`,
      };
    case 'each':
      return compareEach(actual, expected);
    case 'schema':
      return { passed: false, wanted: '', problem: 'the operator schema is for JSON paths and the body' };
  }
}

/** asList parses a list: a JSON array, its JSON text, or words separated by commas. */
export function asList(expected: unknown): unknown[] {
  if (Array.isArray(expected)) return expected;
  if (typeof expected !== 'string') return [expected];
  const parsed = tryJson(expected);
  if (Array.isArray(parsed)) return parsed;
  return expected.split(',').map((item) => item.trim());
}

/** toNumber parses a number strictly; undefined for an empty string. */
export function toNumber(value: unknown): number | bigint | undefined {
  if (isNumeric(value)) return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const number = Number(text);
  return /^[+-]?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text.replace(/^\+/, '')) : number;
}

/** A typed string that is compared with a number is shown as typed, without quotes. */
function showExpected(expected: unknown, actual: unknown): string {
  const isTyped = typeof expected === 'string' && typeof actual !== 'string' && tryJson(expected.trim()) !== undefined;
  return isTyped ? cutText(expected.trim()) : show(expected);
}

function containsValue(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((item) => looselyEquals(item, expected));
  if (isRecord(actual)) {
    const wanted = isRecord(expected) ? expected : typeof expected === 'string' ? tryJson(expected) : undefined;
    if (isRecord(wanted)) {
      return Object.entries(wanted).every(
        ([key, value]) => Object.hasOwn(actual, key) && deepEquals(actual[key], value),
      );
    }
    return Object.hasOwn(actual, asText(expected));
  }
  return asText(actual).includes(asText(expected));
}

type OrderOperator = 'greaterThan' | 'greaterOrEqual' | 'lessThan' | 'lessOrEqual';
type Ordered = number | bigint;

const orders: Record<OrderOperator, { words: string; holds: (left: Ordered, right: Ordered) => boolean }> = {
  greaterThan: { words: 'greater than', holds: (left, right) => left > right },
  greaterOrEqual: { words: 'of at least', holds: (left, right) => left >= right },
  lessThan: { words: 'less than', holds: (left, right) => left < right },
  lessOrEqual: { words: 'of at most', holds: (left, right) => left <= right },
};

function compareOrder(actual: unknown, expected: unknown, operator: OrderOperator): Comparison {
  const { words, holds } = orders[operator];
  const wanted = `a value ${words} ${asText(expected)}`;
  const numbers = [toNumber(actual), toNumber(expected)] as const;
  if (numbers[0] !== undefined && numbers[1] !== undefined) return { passed: holds(numbers[0], numbers[1]), wanted };
  const dates = [toTime(actual), toTime(expected)] as const;
  if (dates[0] !== undefined && dates[1] !== undefined) return { passed: holds(dates[0], dates[1]), wanted };
  const [culprit, name] =
    numbers[1] === undefined && dates[1] === undefined ? [expected, 'expected'] : [actual, 'found'];
  return { passed: false, wanted, problem: `the ${name} value ${show(culprit)} is not a number` };
}

/** The condition of `each` for every item. */
interface EachCondition {
  operator: AssertionOperator;
  expected: unknown;
}

const operators: ReadonlySet<string> = new Set<AssertionOperator>([
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'matches',
  'greaterThan',
  'greaterOrEqual',
  'lessThan',
  'lessOrEqual',
  'type',
  'length',
  'in',
  'equalsIgnoringOrder',
  'schema',
]);

/**
 * eachCondition parses the `expected` of `each`: an object with an operator, its JSON text, or a value that each item
 * must equal.
 */
export function eachCondition(expected: unknown): EachCondition {
  const value = typeof expected === 'string' ? (tryJson(expected) ?? expected) : expected;
  if (!isRecord(value) || typeof value.operator !== 'string') return { operator: 'equals', expected };
  if (!operators.has(value.operator)) {
    throw new Error(`the operator ${show(value.operator)} cannot be used for each item`);
  }
  return { operator: value.operator as AssertionOperator, expected: value.expected };
}

/**
 * compareEach passes if every item of a list does (a value that isn't a list is the only item); the message names the
 * first that fails.
 */
export function compareEach(
  actual: unknown,
  expected: unknown,
  compare: typeof compareValue = compareValue,
): Comparison {
  const condition = eachCondition(expected);
  const items = Array.isArray(actual) ? actual : [actual];
  if (items.length === 0) return { passed: false, wanted: 'items', problem: 'the list is empty, there is no item' };
  let wanted = '';
  for (const [index, item] of items.entries()) {
    const found = compare(condition.operator, item, condition.expected);
    wanted = found.wanted;
    if (found.passed) continue;
    const problem = found.problem ?? `expected ${found.wanted}, got ${show(item)}`;
    return { passed: false, wanted, problem: `item ${index + 1} of ${items.length}: ${problem}`, failedAt: index };
  }
  return { passed: true, wanted: `${wanted} in each of ${items.length} item${items.length === 1 ? '' : 's'}` };
}

function equalsIgnoringOrder(actual: unknown, expected: unknown): boolean {
  const wanted = typeof expected === 'string' && typeof actual !== 'string' ? tryJson(expected.trim()) : expected;
  return canonicalText(actual) === canonicalText(wanted) || looselyEquals(actual, expected);
}

/** The same text for values that differ only in the order of keys and items. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).sort().join()}]`;
  if (!isRecord(value)) return stringifyExactJson(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonicalText(item)}`);
  return `{${entries.sort().join()}}`;
}

function compareType(actual: unknown, expected: string): Comparison {
  const found = jsonTypeOf(actual);
  const wanted = expected.trim().toLowerCase();
  const passed = found === wanted || (wanted === 'number' && found === 'integer');
  return { passed, wanted: `type ${wanted}`, ...(passed ? {} : { problem: `expected type ${wanted}, got ${found}` }) };
}

function compareLength(actual: unknown, expected: unknown): Comparison {
  const length = lengthOf(actual);
  const wanted = `length ${asText(expected)}`;
  if (length === undefined) return { passed: false, wanted, problem: `${show(actual)} has no length` };
  const number = toNumber(expected);
  if (number === undefined)
    return { passed: false, wanted, problem: `the expected length ${show(expected)} is not a number` };
  const passed = sameNumber(length, number);
  return { passed, wanted, ...(passed ? {} : { problem: `expected length ${asText(expected)}, got ${length}` }) };
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : undefined;
}

function toTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value.trim())) return undefined;
  const time = Date.parse(value.trim());
  return Number.isNaN(time) ? undefined : time;
}

function tryJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function sameNumber(left: number | bigint, right: number | bigint): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: only == compares a number with a bigint by value.
  return left == right;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
