import type { MockAnswer } from '../answer/mock-answer.ts';
import { compileMulti, type MultiMatcher } from '../match/multi-value.ts';
import { compileRequest, type RequestMatcher } from '../match/request-matcher.ts';
import type { MatcherContext } from '../match/value-matcher.ts';
import { defaultPriority, type MockProblem, type Stub } from '../stub.ts';

/** CompiledStub is a stub ready to match, with its place among the others. */
export interface CompiledStub {
  stub: Stub;
  matcher: RequestMatcher;
  priority: number;
  /** Increases with each added stub; the newest of a priority comes first. */
  sequence: number;
  /** Conditions on key-value state: `request.state`. */
  stateChecks: readonly { key: string; matcher: MultiMatcher }[];
  /** Its response, if it never changes and has already been made. */
  answer: MockAnswer | undefined;
}

/** A stub ready to be added; `compiled` is undefined if it has problems. */
export interface PreparedStub {
  stub: Stub;
  problems: MockProblem[];
  compiled: CompiledStub | undefined;
}

/** compileStub compiles a stub; problems with its request are reported through `context.problem`. */
export function compileStub(stub: Stub, sequence: number, context: MatcherContext, path = 'stub'): CompiledStub {
  const { state } = stub.request;
  const conditions = typeof state === 'object' && state !== null ? Object.entries(state) : [];
  return {
    stub,
    matcher: compileRequest(stub.request, `${path}.request`, context),
    priority: stub.priority ?? defaultPriority,
    sequence,
    stateChecks: conditions.map(([key, pattern]) => ({
      key,
      matcher: compileMulti(pattern, `${path}.request.state.${key}`, context),
    })),
    answer: undefined,
  };
}

/** comesBefore returns whether a stub is tried before another: by priority, then newest first. */
export const comesBefore = (a: CompiledStub, b: CompiledStub): boolean =>
  a.priority === b.priority ? a.sequence > b.sequence : a.priority < b.priority;
