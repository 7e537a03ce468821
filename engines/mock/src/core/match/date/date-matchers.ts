import { booleanMatcher, type MatcherContext, type ValueMatcher } from '../value-matcher.ts';
import { addUnits, type DateTime, parseDateTime, truncateDate } from './date-time.ts';

/** DateOperator is a comparison of instants. */
export type DateOperator = 'before' | 'after' | 'equalToDateTime';

const compares: Record<DateOperator, (actual: number, expected: number) => boolean> = {
  before: (actual, expected) => actual < expected,
  after: (actual, expected) => actual > expected,
  equalToDateTime: (actual, expected) => actual === expected,
};

/** Options in addition to the expected date. */
export interface DateOptions {
  actualFormat?: string | undefined;
  truncateExpected?: string | undefined;
  truncateActual?: string | undefined;
  applyTruncationLast?: boolean;
  expectedOffset?: number | undefined;
  expectedOffsetUnit?: string | undefined;
}

const offset = /^now$|^(?:now\s*)?([+-]?\s*\d+)\s+([a-z]+)$/i;

/** dateMatcher compares a date with a fixed one, or with the current time and an offset (`now`, `now +3 days`). */
export function dateMatcher(
  operator: DateOperator,
  expected: string,
  options: DateOptions,
  path: string,
  context: MatcherContext,
): ValueMatcher {
  const read = expectedReader(expected.trim(), options, path, context);
  for (const truncation of [options.truncateActual, options.truncateExpected])
    if (truncation !== undefined && truncateDate(0, truncation) === undefined)
      context.problem(path, `“${truncation}” is not a truncation. Write one such as “first day of month”.`);
  return booleanMatcher(operator, expected, ({ text }) => {
    const actual = parseDateTime(text ?? '', options.actualFormat);
    const wanted = read();
    if (actual === undefined || wanted === undefined) return false;
    const { truncateActual } = options;
    // If either has no zone, both are compared by local time.
    const given = wanted.isZoned ? actual.ms : (actual.localMs ?? actual.ms);
    const ms = truncateActual === undefined ? given : (truncateDate(given, truncateActual) ?? given);
    const expectedMs = actual.isZoned ? wanted.ms : (wanted.localMs ?? wanted.ms);
    return compares[operator](ms, expectedMs);
  });
}

function expectedReader(
  expected: string,
  options: DateOptions,
  path: string,
  context: MatcherContext,
): () => DateTime | undefined {
  const found = offset.exec(expected);
  const { truncateExpected } = options;
  const cut = (ms: number) => (truncateExpected === undefined ? ms : (truncateDate(ms, truncateExpected) ?? ms));
  if (found) {
    const amount = Number((found[1] ?? String(options.expectedOffset ?? 0)).replace(/\s/g, ''));
    const unit = found[2] ?? options.expectedOffsetUnit ?? 'days';
    if (addUnits(0, 1, unit) === undefined) context.problem(path, `“${unit}” is not a unit of time.`);
    return () => {
      const now = context.now().getTime();
      const shift = (ms: number) => addUnits(ms, amount, unit) ?? ms;
      return { ms: options.applyTruncationLast ? cut(shift(now)) : shift(cut(now)), isZoned: true };
    };
  }
  const fixed = parseDateTime(expected);
  if (fixed === undefined) {
    context.problem(path, `“${expected}” is not a date. Write one such as 2026-05-01T12:00:00Z, or now +3 days.`);
    return () => undefined;
  }
  const shifted =
    options.expectedOffset === undefined
      ? fixed.ms
      : (addUnits(fixed.ms, options.expectedOffset, options.expectedOffsetUnit ?? 'days') ?? fixed.ms);
  const localMs = cut(shifted + ((fixed.localMs ?? fixed.ms) - fixed.ms));
  return () => ({ ms: cut(shifted), isZoned: fixed.isZoned, localMs });
}
