import type { Subject } from './subject.ts';

/** ValueMatcher judges one value. A distance of 0 is a match, 1 is as far away as can be; near misses are ranked by it. */
export interface ValueMatcher {
  /** Name of the operator as stubs write it. */
  readonly operator: string;
  /** What is expected, for people. */
  readonly expected: string;
  /** Whether a value that is absent is what is expected. */
  readonly acceptsAbsent: boolean;
  /** What the value must be, where the matcher is an exact equality; the index looks stubs up by it. */
  readonly equals?: string;
  test(subject: Subject): boolean;
  distance(subject: Subject): number;
}

/** Guard runs work on users' expressions under a limit of time, or that of the call where it is shorter, and throws where it takes longer. */
export type Guard = <Result>(work: () => Result, withinMs?: number) => Result;

/** Expressions whose work grows with a text only: on short ones it is not worth counting, on long ones it may have to be ended. */
const lengths = { counted: 1000, guarded: 4000 };

/** limitedBy runs work that grows with the length of a text, under the limit that the length asks for. */
export function limitedBy<Result>(
  { guard, counted }: Pick<WorkLimits, 'guard' | 'counted'>,
  length: number,
  work: () => Result,
): Result {
  if (guard !== undefined && length > lengths.guarded) return guard(work);
  return counted !== undefined && length > lengths.counted ? counted(work) : work();
}

/** Limits of one request: what costly work takes together, of each kind. */
export interface WorkLimits {
  /** Limits the time of expressions that may be costly; without it they run unlimited, and patterns that are not linear are refused. */
  guard?: Guard | undefined;
  /** Counts the time of work that ends by itself soon; refuses it once the time of the request is used up. */
  counted?: Guard | undefined;
  /** The same for reading documents: large ones under a limit, small ones counted. */
  reading?: { guard?: Guard | undefined; counted: Guard } | undefined;
}

/** What compiling a matcher needs beside the pattern. */
export interface MatcherContext extends WorkLimits {
  now(): Date;
  /** Collects what is wrong with the pattern. */
  problem(path: string, message: string): void;
}

/** booleanMatcher makes a matcher that knows no degrees: its distance is 0 or 1. */
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

/** withoutThrowing makes a matcher for which a value that cannot be judged in time is as far away as can be. */
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
