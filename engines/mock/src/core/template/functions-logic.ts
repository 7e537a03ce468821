import { compileRegex, deepEquals } from '@touchstone/engine-assert/core';
import { limitedBy } from '../match/value-matcher.ts';
import type { FunctionCall, TemplateFunction } from './evaluate-template.ts';
import { isFalsy, listOf, memberOf, numberOf, plainOf, textOf } from './values.ts';

/**
 * A test is a block, or returns the values of `yes` and `no`: `(eq a b)`, `{{#eq a b}}…{{else}}…{{/eq}}`, `{{eq a b
 * yes='x' no='y'}}`.
 */
export function tested(isTrue: boolean, call: FunctionCall): unknown {
  if (call.body !== undefined) return isTrue ? call.body(call.context) : call.otherwise?.();
  if (call.hash.yes !== undefined || call.hash.no !== undefined) return isTrue ? call.hash.yes : call.hash.no;
  return isTrue;
}

const equals = (left: unknown, right: unknown): boolean => {
  const [a, b] = [plainOf(left), plainOf(right)];
  if (typeof a === 'object' && typeof b === 'object') return deepEquals(a, b);
  return textOf(a) === textOf(b);
};

function compared(left: unknown, right: unknown): number {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  const [x, y] = [textOf(left), textOf(right)];
  return x < y ? -1 : x > y ? 1 : 0;
}

const comparison =
  (test: (difference: number) => boolean): TemplateFunction =>
  (args, call) =>
    tested(test(compared(args[0], args[1])), call);

/** logicFunctions are conditions, comparisons and loops. */
export const logicFunctions: Record<string, TemplateFunction> = {
  if: ([value], call) => (isFalsy(value) ? call.otherwise?.() : call.body?.(call.context)),
  unless: ([value], call) => (isFalsy(value) ? call.body?.(call.context) : call.otherwise?.()),
  with: ([value], call) => (isFalsy(value) ? call.otherwise?.() : call.body?.(value, {}, [value])),
  each: ([value], call) => eachOf(value, call),
  lookup: ([value, key]) => memberOf(value, textOf(key)),
  log: () => '',
  assign: ([name], call) => {
    call.assign(textOf(name), call.body?.(call.context) ?? '');
    return '';
  },
  val: ([value], { hash, assign }) => {
    const isEmpty = value === undefined || value === null;
    const chosen = isEmpty ? (hash.or ?? hash.default) : value;
    if (hash.assign === undefined) return chosen;
    assign(textOf(hash.assign), chosen);
    return '';
  },
  eq: ([left, right], call) => tested(equals(left, right), call),
  neq: ([left, right], call) => tested(!equals(left, right), call),
  gt: comparison((difference) => difference > 0),
  gte: comparison((difference) => difference >= 0),
  lt: comparison((difference) => difference < 0),
  lte: comparison((difference) => difference <= 0),
  and: (args, call) =>
    tested(
      args.every((value) => !isFalsy(value)),
      call,
    ),
  or: (args, call) =>
    tested(
      args.some((value) => !isFalsy(value)),
      call,
    ),
  not: ([value], call) => tested(isFalsy(value), call),
  contains: ([value, part], call) => {
    const list = plainOf(value);
    const isIn = Array.isArray(list) ? list.some((item) => equals(item, part)) : textOf(list).includes(textOf(part));
    return tested(part !== undefined && value !== undefined && value !== null && isIn, call);
  },
  matches: ([value, pattern], call) => {
    const text = textOf(value);
    const matcher = compileRegex(textOf(pattern)).matcher(text);
    return tested(
      limitedBy(call.tools.limits, text.length, () => matcher.matches()),
      call,
    );
  },
  isOdd: ([value], call) => (numberOf(value) % 2 !== 0 ? (call.hash.yes ?? 'odd') : ''),
  isEven: ([value], call) => (numberOf(value) % 2 === 0 ? (call.hash.yes ?? 'even') : ''),
  yesno: ([value], { hash }) =>
    value === undefined || value === null
      ? (hash.maybe ?? 'maybe')
      : isFalsy(value)
        ? (hash.no ?? 'no')
        : (hash.yes ?? 'yes'),
  state: ([key], { hash, tools }) => {
    const value = hash.set;
    if (value === undefined) return tools.state.get(textOf(key)) ?? hash.default;
    tools.state.set(textOf(key), plainOf(value));
    return '';
  },
};

function eachOf(value: unknown, call: FunctionCall): unknown {
  const plain = plainOf(value);
  const isList = Array.isArray(plain);
  const entries: [string | number, unknown][] = isList
    ? plain.map((item, index) => [index, item])
    : typeof plain === 'object' && plain !== null
      ? Object.entries(plain)
      : listOf(value).map((item, index) => [index, item]);
  if (entries.length === 0) return call.otherwise?.();
  let text = '';
  for (const [index, [key, item]] of entries.entries()) {
    const data = {
      index,
      key,
      first: index === 0,
      last: index === entries.length - 1,
      odd: index % 2 === 1 ? 'odd' : '',
      even: index % 2 === 0 ? 'even' : '',
      index_1: index + 1,
    };
    text += call.body?.(item, data, [item, key]) ?? '';
  }
  return text;
}
