import type { Subject } from './subject.ts';

/** ValueMatcher matches one value. Its distance ranks near misses, from 0 (a match) to 1 (as different as possible). */
export interface ValueMatcher {
  /** Name of the operator as written in stubs. */
  readonly operator: string;
  /** The expected value for display. */
  readonly expected: string;
  /** Whether an absent value matches. */
  readonly acceptsAbsent: boolean;
  /** The required value, if the matcher is an exact equality; the index looks stubs up by it. */
  readonly equals?: string;
  test(subject: Subject): boolean;
  distance(subject: Subject): number;
}

/**
 * Guard runs work on users' expressions under a time limit, or under `withinMs` if that is shorter; it throws if the
 * work takes longer.
 */
export type Guard = <Result>(work: () => Result, withinMs?: number) => Result;

/**
 * For expressions whose work depends only on the length of a text: shorter ones aren't worth counting, longer ones may
 * have to be stopped.
 */
const lengths = { counted: 1000, guarded: 4000 };

/** limitedBy runs work that grows with the length of a text, under the limit for that length. */
export function limitedBy<Result>(
  { guard, counted }: Pick<WorkLimits, 'guard' | 'counted'>,
  length: number,
  work: () => Result,
): Result {
  if (guard !== undefined && length > lengths.guarded) return guard(work);
  return counted !== undefined && length > lengths.counted ? counted(work) : work();
}

/** Limits of one request on the total time of each kind of costly work. */
export interface WorkLimits {
  /**
   * Limits the time of potentially costly expressions; without it they run unlimited, and nonlinear patterns are
   * rejected.
   */
  guard?: Guard | undefined;
  /** Counts the time of work that ends soon anyway; throws once the request's time is used up. */
  counted?: Guard | undefined;
  /** Limits for parsing documents: large ones are guarded, small ones counted. */
  reading?: { guard?: Guard | undefined; counted: Guard } | undefined;
}

/** What compiling a matcher needs in addition to the pattern. */
export interface MatcherContext extends WorkLimits {
  now(): Date;
  /** Collects problems with the pattern. */
  problem(path: string, message: string): void;
}

/** booleanMatcher makes a matcher whose distance is either 0 or 1. */
export function booleanMatcher(
  operator: string,
  expected: string,
  test: (subject: Subject) => boolean,
  acceptsAbsent = false,
): ValueMatcher {
  const judge = (subject: Subject) => {
    if (subject.text === undefined) return acceptsAbsent;
    try {
      return test(subject);
    } catch {
      return false;
    }
  };
  return {
    operator,
    expected,
    acceptsAbsent,
    test: judge,
    distance: (subject) => (judge(subject) ? 0 : 1),
  };
}

/** withoutThrowing wraps a matcher: a value that can't be matched in time gets the greatest distance. */
export const withoutThrowing = (matcher: ValueMatcher): ValueMatcher => {
  const or = <Result>(work: () => Result, otherwise: Result): Result => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    ...matcher,
    test: (subject) => or(() => matcher.test(subject), false),
    distance: (subject) => or(() => matcher.distance(subject), 1),
  };
};
