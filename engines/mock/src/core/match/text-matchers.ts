import { compileRegex } from '@touchstone/engine-assert/core';
import type { Subject } from './subject.ts';
import { textDistance } from './text-distance.ts';
import { booleanMatcher, limitedBy, type MatcherContext, type ValueMatcher } from './value-matcher.ts';

/** equalTo matches the exact text. */
export function equalTo(expected: string, caseInsensitive: boolean): ValueMatcher {
  const folded = expected.toLowerCase();
  const test = ({ text }: Subject) =>
    text !== undefined && (caseInsensitive ? text.toLowerCase() === folded : text === expected);
  return {
    operator: 'equalTo',
    expected,
    acceptsAbsent: false,
    ...(caseInsensitive ? {} : { equals: expected }),
    test,
    distance: (subject) => (test(subject) ? 0 : subject.text === undefined ? 1 : textDistance(expected, subject.text)),
  };
}

/** contains matches texts that contain a substring; negated by `isNegated`. */
export function contains(expected: string, isNegated: boolean): ValueMatcher {
  const operator = isNegated ? 'doesNotContain' : 'contains';
  // An absent value doesn't contain anything either, as in WireMock.
  return booleanMatcher(operator, expected, ({ text }) => text?.includes(expected) !== isNegated, isNegated);
}

/** matches requires that a regular expression covers the whole text; negated by `isNegated`. */
export function matches(pattern: string, isNegated: boolean, path: string, context: MatcherContext): ValueMatcher {
  const operator = isNegated ? 'doesNotMatch' : 'matches';
  const test = compileWholePattern(pattern, path, context);
  return booleanMatcher(operator, pattern, ({ text }) => test(text ?? '') !== isNegated, isNegated);
}

/** Without these, a pattern with at most one unbounded quantifier can't backtrack further than the text is long. */
const plainPattern = /^(?:[\w\-/ ,:;@%&=!~"'<>]|\\[.\-/?+*(){}[\]dDw]|\.|\[[\w \-.:/@+]+\])(?:[+*?]|\{\d{1,2}\})?/;

/**
 * compileWholePattern compiles a test for a whole text. Patterns run in linear time, with a limit on long texts; those
 * that the linear engine doesn't support (look-around, back-references) run under the guard. The test throws when its
 * time is used up.
 */
export function compileWholePattern(pattern: string, path: string, context: MatcherContext): (text: string) => boolean {
  if (isPlain(pattern)) {
    const plain = new RegExp(`^(?:${pattern})$`);
    return (text) => plain.test(text);
  }
  try {
    const linear = compileRegex(pattern);
    return (text) => limitedBy(context, text.length, () => linear.matcher(text).matches());
  } catch (error) {
    const { guard } = context;
    const native = guard && nativePattern(pattern);
    if (guard !== undefined && native !== undefined) return (text) => guard(() => native.test(text));
    context.problem(path, error instanceof Error ? error.message : String(error));
    return () => false;
  }
}

/** Whether the native engine runs the pattern in time linear in the length of the text. */
function isPlain(pattern: string): boolean {
  let unbounded = 0;
  let rest = pattern;
  while (rest !== '') {
    const atom = plainPattern.exec(rest)?.[0];
    if (atom === undefined) return false;
    if (/[^\\][+*]$/.test(atom)) unbounded += 1;
    rest = rest.slice(atom.length);
  }
  return unbounded <= 1;
}

function nativePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${pattern.replace(/\(\?<([a-zA-Z]\w*)>/g, '(?<$1>')})$`);
  } catch {
    return undefined;
  }
}

/** absent matches only absent values. */
export const absent = (): ValueMatcher => ({
  operator: 'absent',
  expected: '(absent)',
  acceptsAbsent: true,
  test: ({ text }) => text === undefined,
  distance: ({ text }) => (text === undefined ? 0 : 1),
});

/** anything matches any value. */
export const anything = (): ValueMatcher => booleanMatcher('anything', 'anything', () => true);

/** binaryEqualTo compares bytes with a Base64 value. */
export function binaryEqualTo(base64: string, path: string, context: MatcherContext): ValueMatcher {
  const wanted = fromBase64(base64);
  if (wanted === undefined) context.problem(path, 'The value is not Base64.');
  return booleanMatcher('binaryEqualTo', base64, ({ bytes }) => {
    if (wanted?.length !== bytes.length) return false;
    return wanted.every((byte, index) => byte === bytes[index]);
  });
}

/** fromBase64 decodes Base64; undefined if the text is invalid. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/\s/g, '')), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** toBase64 encodes bytes as Base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** numberMatcher compares numbers, for example with greaterThan or lessThan. */
export function numberMatcher(operator: NumberOperator, expected: number): ValueMatcher {
  const compare = numberOperators[operator];
  return booleanMatcher(operator, String(expected), ({ text }) => {
    const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    return !Number.isNaN(value) && compare(value, expected);
  });
}

const numberOperators = {
  equalToNumber: (a: number, b: number) => a === b,
  greaterThanNumber: (a: number, b: number) => a > b,
  greaterThanEqualNumber: (a: number, b: number) => a >= b,
  lessThanNumber: (a: number, b: number) => a < b,
  lessThanEqualNumber: (a: number, b: number) => a <= b,
};

/** NumberOperator is a comparison of numbers. */
export type NumberOperator = keyof typeof numberOperators;

/** isNumberOperator returns whether a name is a NumberOperator. */
export const isNumberOperator = (name: string): name is NumberOperator => Object.hasOwn(numberOperators, name);
