import { stringifyExactJson } from '@touchstone/engine-assert/core';
import type { Subject } from './subject.ts';
import { compileWholePattern } from './text-matchers.ts';
import { limitedBy, type MatcherContext, type ValueMatcher, withoutThrowing } from './value-matcher.ts';

/** How two JSON values are compared. */
export interface EqualJsonOptions {
  ignoreArrayOrder: boolean;
  ignoreExtraElements: boolean;
  ignoreNullElements: boolean;
}

type Patterns = Map<string, (text: string) => boolean>;

const alignLimit = 200;

/**
 * equalToJson compares JSON values as json-unit does: `1` and `1.0` are equal; strings such as
 * `${json-unit.any-string}` and `${json-unit.regex}…` are placeholders.
 */
export function equalToJson(
  expected: unknown,
  options: EqualJsonOptions,
  path: string,
  context: MatcherContext,
): ValueMatcher {
  const text = stringifyExactJson(expected);
  const patterns: Patterns = new Map();
  collectPatterns(expected, path, context, patterns);
  const size = Math.max(1, deepSize(expected));
  const compare = new JsonComparison(options, patterns);
  // Lists in any order are compared item by item, which can be slow.
  const limited = <Result>(actual: Subject, work: () => Result): Result =>
    limitedBy(context, (actual.text?.length ?? 0) * (options.ignoreArrayOrder ? 1 : 0.05), work);
  const distance = (value: unknown) => Math.min(1, compare.count(expected, value) / Math.max(size, deepSize(value)));
  return withoutThrowing({
    operator: 'equalToJson',
    expected: text,
    acceptsAbsent: false,
    test: (actual) => actual.json !== undefined && limited(actual, () => compare.isEqual(expected, actual.json?.value)),
    distance: (actual) => (actual.json === undefined ? 1 : limited(actual, () => distance(actual.json?.value))),
  });
}

const regexMark = '${json-unit.regex}';

function collectPatterns(value: unknown, path: string, context: MatcherContext, into: Patterns): void {
  if (typeof value === 'string' && value.startsWith(regexMark))
    into.set(value, compileWholePattern(value.slice(regexMark.length), path, context));
  else if (typeof value === 'object' && value !== null)
    for (const child of Object.values(value)) collectPatterns(child, path, context, into);
}

class JsonComparison {
  readonly #options: EqualJsonOptions;
  readonly #patterns: Patterns;

  constructor(options: EqualJsonOptions, patterns: Patterns) {
    this.#options = options;
    this.#patterns = patterns;
  }

  isEqual(expected: unknown, actual: unknown): boolean {
    if (typeof expected === 'string') return this.#textEquals(expected, actual);
    if (Array.isArray(expected)) return Array.isArray(actual) && this.#listEquals(expected, actual);
    if (isRecord(expected)) return isRecord(actual) && this.#objectEquals(expected, actual);
    // biome-ignore lint/suspicious/noDoubleEquals: only == compares a number with a bigint by value.
    return isNumeric(expected) && isNumeric(actual) ? expected == actual : expected === actual;
  }

  /** Number of values that differ. */
  count(expected: unknown, actual: unknown): number {
    if (this.isEqual(expected, actual)) return 0;
    if (Array.isArray(expected) && Array.isArray(actual)) return this.#countList(expected, actual);
    if (isRecord(expected) && isRecord(actual)) return this.#countObject(expected, actual);
    return Math.max(1, deepSize(expected), deepSize(actual));
  }

  #countList(expected: unknown[], actual: unknown[]): number {
    let differing = 0;
    for (let index = 0; index < Math.max(expected.length, actual.length); index += 1) {
      const isPair = index < expected.length && index < actual.length;
      differing += isPair ? this.count(expected[index], actual[index]) : deepSize(expected[index] ?? actual[index]);
    }
    return Math.max(1, differing);
  }

  #countObject(expected: Record<string, unknown>, actual: Record<string, unknown>): number {
    let differing = 0;
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const [left, right] = [ownOf(expected, key), ownOf(actual, key)];
      if (left !== undefined && right !== undefined) differing += this.count(left, right);
      else if (left !== undefined || !this.#options.ignoreExtraElements) differing += deepSize(left ?? right);
    }
    return Math.max(1, differing);
  }

  #textEquals(expected: string, actual: unknown): boolean {
    if (expected === actual) return true;
    switch (expected) {
      case '${json-unit.ignore}':
      case '${json-unit.ignore-element}':
      case '${json-unit.any}':
        return true;
      case '${json-unit.any-string}':
        return typeof actual === 'string';
      case '${json-unit.any-number}':
        return isNumeric(actual);
      case '${json-unit.any-boolean}':
        return typeof actual === 'boolean';
      default:
        return typeof actual === 'string' && this.#patterns.get(expected)?.(actual) === true;
    }
  }

  #objectEquals(expected: Record<string, unknown>, actual: Record<string, unknown>): boolean {
    const { ignoreExtraElements, ignoreNullElements } = this.#options;
    for (const [key, value] of Object.entries(expected)) {
      if (Object.hasOwn(actual, key)) {
        if (!this.isEqual(value, actual[key])) return false;
      } else if (value !== '${json-unit.ignore-element}' && !(ignoreNullElements && value === null)) return false;
    }
    if (ignoreExtraElements) return true;
    return Object.entries(actual).every(
      ([key, value]) => Object.hasOwn(expected, key) || (ignoreNullElements && value === null),
    );
  }

  #listEquals(expected: unknown[], actual: unknown[]): boolean {
    const { ignoreArrayOrder, ignoreExtraElements } = this.#options;
    if (expected.length > actual.length || (!ignoreExtraElements && expected.length < actual.length)) return false;
    if (!ignoreArrayOrder) return expected.every((value, index) => this.isEqual(value, actual[index]));
    return expected.length <= alignLimit && actual.length <= alignLimit
      ? this.#aligns(expected, actual)
      : this.#takesInTurn(expected, actual);
  }

  /** Whether every expected item can be paired with a distinct actual item (a matching of the two lists). */
  #aligns(expected: unknown[], actual: unknown[]): boolean {
    const owner = new Int32Array(actual.length).fill(-1);
    const matches = expected.map((item) => actual.map((other) => this.isEqual(item, other)));
    const find = (index: number, seen: Uint8Array): boolean => {
      for (let at = 0; at < actual.length; at += 1) {
        if (!matches[index]![at] || seen[at]) continue;
        seen[at] = 1;
        if (owner[at] === -1 || find(owner[at]!, seen)) {
          owner[at] = index;
          return true;
        }
      }
      return false;
    };
    return expected.every((_, index) => find(index, new Uint8Array(actual.length)));
  }

  /** For long lists: takes equal items in turn, trying those with the same text first. */
  #takesInTurn(expected: unknown[], actual: unknown[]): boolean {
    const left = new Map<string, number>();
    for (const item of actual) {
      const text = canonical(item);
      left.set(text, (left.get(text) ?? 0) + 1);
    }
    return expected.every((item) => {
      const text = canonical(item);
      const count = left.get(text) ?? 0;
      if (count > 0) left.set(text, count - 1);
      return count > 0;
    });
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
  if (!isRecord(value)) return stringifyExactJson(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${entries.sort().join()}}`;
}

function deepSize(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + deepSize(item), 0) || 1;
  if (!isRecord(value)) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + deepSize(item), 0) || 1;
}

const ownOf = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;
const isNumeric = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
