import { compileValue } from './compile-value.ts';
import { absentSubject, Subject } from './subject.ts';
import type { MatcherContext, ValueMatcher } from './value-matcher.ts';

/** MultiMatcher matches a header, parameter or field that may occur several times. */
export interface MultiMatcher {
  readonly operator: string;
  readonly expected: string;
  /** A value that must be present, if the matcher is an exact equality. */
  readonly equals?: string;
  readonly acceptsAbsent: boolean;
  test(values: readonly string[]): boolean;
  distance(values: readonly string[]): number;
}

/** compileMulti compiles a pattern for one value, `hasExactly` or `includes`. */
export function compileMulti(pattern: unknown, path: string, context: MatcherContext): MultiMatcher {
  const given = typeof pattern === 'object' && pattern !== null ? (pattern as Record<string, unknown>) : {};
  for (const operator of ['hasExactly', 'includes'] as const) {
    const list = given[operator];
    if (list === undefined) continue;
    const parts = (Array.isArray(list) ? list : []).map((part, index) =>
      compileValue(part, `${path}.${operator}[${index}]`, context),
    );
    if (parts.length === 0) context.problem(`${path}.${operator}`, 'Give a list of patterns.');
    return several(operator, parts);
  }
  return single(compileValue(pattern, path, context));
}

function single(matcher: ValueMatcher): MultiMatcher {
  return {
    operator: matcher.operator,
    expected: matcher.expected,
    acceptsAbsent: matcher.acceptsAbsent,
    ...(matcher.equals === undefined ? {} : { equals: matcher.equals }),
    test(values) {
      if (values.length === 0) return matcher.acceptsAbsent || matcher.test(absentSubject);
      return values.some((value) => matcher.test(new Subject(value)));
    },
    distance(values) {
      if (values.length === 0) return matcher.acceptsAbsent ? 0 : matcher.distance(absentSubject);
      return values.reduce((least, value) => Math.min(least, matcher.distance(new Subject(value))), 1);
    },
  };
}

function several(operator: 'hasExactly' | 'includes', parts: ValueMatcher[]): MultiMatcher {
  const isExact = operator === 'hasExactly';
  const nearest = (values: readonly string[]) =>
    parts.map((part) => values.reduce((least, value) => Math.min(least, part.distance(new Subject(value))), 1));
  const test = (values: readonly string[]) =>
    (!isExact || values.length === parts.length) && nearest(values).every((distance) => distance === 0);
  return {
    operator,
    expected: parts.map((part) => `${part.operator} ${part.expected}`).join(', '),
    acceptsAbsent: false,
    test,
    distance(values) {
      if (test(values)) return 0;
      const sum = nearest(values).reduce((total, distance) => total + distance, 0) / (parts.length || 1);
      return Math.min(1, Math.max(sum, 0.1));
    },
  };
}
