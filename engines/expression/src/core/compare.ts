import { expressionLimits } from './limits.ts';
import { type ExpressionValue, readBoolean, readInstant, readNumber } from './literal.ts';
import type { ComparisonOperator } from './token.ts';

/** Whether a comparison is true, or why that can't be decided: then it is false, whatever its operator. */
export type Compared = boolean | { problem: string };

/** compareValues compares two existing values, by the rules of the README. */
export function compareValues(left: ExpressionValue, operator: ComparisonOperator, right: ExpressionValue): Compared {
  const [first, second] = [plain(left), plain(right)];
  if (operator === '==' || operator === '!=') {
    const equal = equals(first, second);
    return typeof equal === 'boolean' ? equal === (operator === '==') : equal;
  }
  const pair = orderedPair(first, second);
  return pair === undefined
    ? { problem: `${first.type} and ${second.type} have no order here` }
    : holds(pair[0], operator, pair[1]);
}

/** Unwraps a JSON value that is a text, a number or a boolean. */
function plain(value: ExpressionValue): ExpressionValue {
  if (value.type !== 'json') return value;
  const inside = value.value;
  if (typeof inside === 'string') return { type: 'string', value: inside };
  if (typeof inside === 'number' || typeof inside === 'bigint') return { type: 'number', value: inside };
  return typeof inside === 'boolean' ? { type: 'boolean', value: inside } : value;
}

function equals(left: ExpressionValue, right: ExpressionValue): Compared {
  if (left.type === 'string' && right.type !== 'string') return equalsText(right, left.value);
  if (right.type === 'string' && left.type !== 'string') return equalsText(left, right.value);
  if (left.type !== right.type) return false;
  if (left.type === 'date' && right.type === 'date') return sameInstant(left.value, right.value);
  if (left.type === 'json') return jsonEquals(left.value, right.value);
  return sameScalar(left.value, right.value);
}

/** A text equals a value of another type if it is a notation of that value. */
function equalsText(typed: ExpressionValue, text: string): Compared {
  if (typed.type === 'number') return sameScalar(typed.value, readNumber(text));
  if (typed.type === 'boolean') return typed.value === readBoolean(text.trim());
  if (typed.type === 'date') return sameInstant(typed.value, text);
  if (text.length > expressionLimits.jsonCharacters) return { problem: 'the text is too long to be read as JSON' };
  try {
    return jsonEquals(typed.value, JSON.parse(text));
  } catch {
    return false;
  }
}

function sameInstant(left: string, right: string): boolean {
  const [first, second] = [readInstant(left), readInstant(right)];
  return first === undefined || second === undefined ? left === right : first === second;
}

/** Numbers are equal by value, however large; everything else must be identical. */
function sameScalar(left: unknown, right: unknown): boolean {
  const areNumbers = isNumeric(left) && isNumeric(right);
  // biome-ignore lint/suspicious/noDoubleEquals: only == compares a number with a bigint by value.
  return areNumbers ? asWritten(left) == asWritten(right) : left === right;
}

/**
 * A number beyond 2^53 stands for the whole number in its decimal notation, which is all that users see; its binary
 * value may differ slightly.
 */
function asWritten<T>(value: T): T | bigint {
  const isWritten = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21;
  return isWritten && !Number.isSafeInteger(value) ? BigInt(String(value)) : value;
}

/** Compares JSON values regardless of member order, without recursion and up to a maximum number of values. */
function jsonEquals(left: unknown, right: unknown): Compared {
  const open: [unknown, unknown][] = [[left, right]];
  let seen = 0;
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    seen += 1;
    if (seen + open.length > expressionLimits.jsonValues)
      return { problem: 'the JSON values are too large to compare' };
    const inside = innerPairs(...pair);
    if (inside === undefined) return false;
    for (const inner of inside) open.push(inner);
  }
  return true;
}

/** The pairs that must be equal if these two are containers of the same kind and size; undefined if they differ. */
function innerPairs(left: unknown, right: unknown): [unknown, unknown][] | undefined {
  if (!isContainer(left) || !isContainer(right)) return sameScalar(left, right) ? [] : undefined;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return undefined;
    return left.map((item, place) => [item, right[place]]);
  }
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return undefined;
  return keys.every((key) => Object.hasOwn(right, key)) ? keys.map((key) => [left[key], right[key]]) : undefined;
}

type Ordered = number | bigint | string;

/** Both values in an ordered form; undefined if they have no common order. */
function orderedPair(left: ExpressionValue, right: ExpressionValue): [Ordered, Ordered] | undefined {
  const numbers = both(asWritten(numberOf(left)), asWritten(numberOf(right)));
  const instants = both(instantOf(left), instantOf(right));
  if (left.type === 'string' && right.type === 'string') return numbers ?? instants ?? [left.value, right.value];
  return numbers ?? instants;
}

const both = <T>(left: T | undefined, right: T | undefined): [T, T] | undefined =>
  left === undefined || right === undefined ? undefined : [left, right];

function numberOf({ type, value }: ExpressionValue): number | bigint | undefined {
  if (type === 'string') return readNumber(value);
  return type === 'number' ? value : undefined;
}

const instantOf = ({ type, value }: ExpressionValue): number | undefined =>
  type === 'string' || type === 'date' ? readInstant(value) : undefined;

function holds(left: Ordered, operator: ComparisonOperator, right: Ordered): boolean {
  if (operator === '>') return left > right;
  if (operator === '<') return left < right;
  return operator === '>=' ? left >= right : left <= right;
}

const isNumeric = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
