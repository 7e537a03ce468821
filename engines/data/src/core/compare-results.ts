import { type BodyBytes, decodeText } from '@touchstone/engine-assert/core';
import type { HttpStepResult } from '@touchstone/engine-http/core';
import { jsonNesting, workLimits } from '@touchstone/kernel';
import { type JsonChange, jsonDiff } from './json-diff.ts';

/** ComparableResult contains the compared parts of a result. */
export interface ComparableResult {
  status: HttpStepResult['status'] | 'skipped';
  durationMs: number;
  response: { status: number; body: BodyBytes } | undefined;
  assertions: Pick<HttpStepResult['assertions'][number], 'kind' | 'path' | 'operator' | 'expected' | 'status'>[];
}

/** ResultComparison describes how the second result of a request differs from the first. */
export interface ResultComparison {
  /** `regressed`: passed before and doesn't now. `changed`: different response or slower, but same outcome. */
  verdict: 'same' | 'changed' | 'regressed' | 'improved';
  status: { before: number | undefined; after: number | undefined; isSame: boolean };
  /** Assertions that changed from passed to failed or vice versa. */
  assertions: { name: string; before: 'passed' | 'failed'; after: 'passed' | 'failed' }[];
  body: {
    isSame: boolean;
    /** Changes in a JSON body; absent for other bodies. */
    changes?: JsonChange[];
  };
  timing: { beforeMs: number; afterMs: number; verdict: 'similar' | 'slower' | 'faster' };
  /** One sentence for the user. */
  summary: string;
}

/** CompareOptions of `compareResults`. */
export interface CompareOptions {
  /** Share of change that counts as slower or faster; default 0.25. */
  timingTolerance?: number;
  /** Differences below this are ignored, in milliseconds; default 20. */
  timingFloorMs?: number;
}

/** compareResults compares two results of the same request: status, assertions, body structure and time. */
export function compareResults(
  before: ComparableResult,
  after: ComparableResult,
  options: CompareOptions = {},
): ResultComparison {
  const status = {
    before: before.response?.status,
    after: after.response?.status,
    isSame: before.response?.status === after.response?.status,
  };
  const assertions = changedAssertions(before, after);
  const body = compareBodies(before, after);
  const timing = compareTiming(before.durationMs, after.durationMs, options);
  const verdict = verdictOf(
    before,
    after,
    !status.isSame || !body.isSame || assertions.length > 0 || timing.verdict !== 'similar',
  );
  const parts = [
    ...(status.isSame ? [] : [`status ${status.before ?? 'none'} became ${status.after ?? 'none'}`]),
    ...assertions.map(({ name, after: now }) => `"${name}" now ${now}`),
    ...(body.isSame ? [] : [body.changes === undefined ? 'another body' : changesText(body.changes.length)]),
    ...(timing.verdict === 'similar'
      ? []
      : [`${timing.verdict}: ${Math.round(timing.beforeMs)} to ${Math.round(timing.afterMs)} ms`]),
  ];
  const summary =
    parts.length === 0 ? 'No difference.' : `${parts.slice(0, 5).join('; ')}.`.replace(/^./, (c) => c.toUpperCase());
  return { verdict, status, assertions, body, timing, summary };
}

const changesText = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'} in the body`;

function verdictOf(before: ComparableResult, after: ComparableResult, isOther: boolean): ResultComparison['verdict'] {
  const passedBefore = before.status === 'passed';
  const passedAfter = after.status === 'passed';
  if (passedBefore !== passedAfter) return passedAfter ? 'improved' : 'regressed';
  return isOther ? 'changed' : 'same';
}

function changedAssertions(before: ComparableResult, after: ComparableResult): ResultComparison['assertions'] {
  const earlier = new Map(named(before));
  return named(after).flatMap(([name, status]) => {
    const was = earlier.get(name);
    return was === undefined || was === status ? [] : [{ name, before: was, after: status }];
  });
}

/** Assertions by their text, numbered if several share it. */
function named({ assertions }: ComparableResult): [string, 'passed' | 'failed'][] {
  const seen = new Map<string, number>();
  return assertions.map(({ kind, path, operator, expected, status }) => {
    const wanted =
      expected === undefined ? '' : ` ${typeof expected === 'string' ? expected : JSON.stringify(expected)}`;
    const name =
      kind === 'script' ? (path ?? kind) : `${kind}${path === undefined ? '' : ` ${path}`} ${operator}${wanted}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return [count === 1 ? name : `${name} (${count})`, status];
  });
}

function compareBodies(before: ComparableResult, after: ComparableResult): ResultComparison['body'] {
  const left = before.response === undefined ? '' : decodeText(before.response.body);
  const right = after.response === undefined ? '' : decodeText(after.response.body);
  if (left === right) return { isSame: true };
  const [one, other] = [parsed(left), parsed(right)];
  if (one === undefined || other === undefined) return { isSame: false };
  const changes = jsonDiff(one.value, other.value);
  return { isSame: changes.length === 0, changes };
}

function parsed(text: string): { value: unknown } | undefined {
  if (jsonNesting(text) > workLimits.nesting) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function compareTiming(
  beforeMs: number,
  afterMs: number,
  { timingTolerance = 0.25, timingFloorMs = 20 }: CompareOptions,
): ResultComparison['timing'] {
  const difference = afterMs - beforeMs;
  const isSimilar = Math.abs(difference) <= Math.max(timingFloorMs, Math.min(beforeMs, afterMs) * timingTolerance);
  return { beforeMs, afterMs, verdict: isSimilar ? 'similar' : difference > 0 ? 'slower' : 'faster' };
}
