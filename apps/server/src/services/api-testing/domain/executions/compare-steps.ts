import type { StepComparison, StepDetail, StepSummary } from '@touchstone/contracts/api-testing';
import { type ComparableResult, compareResults, type ResultComparison } from '@touchstone/engine-data';

/** A step of one run and its counterpart in the other. */
export interface StepPair {
  base: StepSummary | undefined;
  current: StepSummary | undefined;
}

const maxBodyChanges = 50;
const shownCharacters = 200;

/**
 * pairSteps pairs the steps of two runs by script (or by suite and name), iteration and order; steps without a
 * counterpart stay single.
 */
export function pairSteps(base: StepSummary[], current: StepSummary[]): StepPair[] {
  const key = ({ scriptId, suiteName, name, iteration }: StepSummary) =>
    `${iteration?.index ?? ''}\n${scriptId ?? `${suiteName}\n${name}`}`;
  const waiting = Map.groupBy(base, key);
  const pairs = current.map((step): StepPair => ({ base: waiting.get(key(step))?.shift(), current: step }));
  return [...pairs, ...[...waiting.values()].flat().map((step): StepPair => ({ base: step, current: undefined }))];
}

const side = (step: StepSummary | undefined): StepComparison['base'] =>
  step ? { stepId: step.stepId, status: step.status, durationMs: step.durationMs, statusCode: step.statusCode } : null;

/** compareOneSided returns the comparison of a step that only one of the runs has. */
export function compareOneSided({ base, current }: StepPair): StepComparison {
  const step = current ?? base;
  return {
    name: step?.name ?? '',
    suiteName: step?.suiteName ?? '',
    verdict: current ? 'added' : 'removed',
    base: side(base),
    current: side(current),
    summary: '',
    assertions: [],
    body: [],
    isBodySame: true,
    timing: 'similar',
  };
}

/** A complete step with the bytes of its response body. */
export interface ComparedStep {
  detail: StepDetail;
  body: Uint8Array;
}

/** `comparePair` for several pairs; for workers, because bodies can be arbitrarily large and deeply nested. */
export const comparePairs = (pairs: { base: ComparedStep; current: ComparedStep }[]): StepComparison[] =>
  pairs.map(({ base, current }) => comparePair(base, current));

/** compareUnread returns the comparison of two results whose bodies are too expensive to compare. */
export const compareUnread = (pair: StepPair, reason: string): StepComparison => ({
  ...compareOneSided(pair),
  verdict: 'changed',
  summary: reason,
  isBodySame: false,
});

/** comparePair returns how a step's later result differs in status, assertions, body structure and time. */
export function comparePair(base: ComparedStep, current: ComparedStep): StepComparison {
  const found = compareResults(toComparable(base), toComparable(current));
  const { assertions, body, timing } = found;
  return {
    ...compareOneSided({ base: base.detail, current: current.detail }),
    verdict: verdictOf(found, base.detail.status !== current.detail.status),
    summary: found.verdict === 'same' ? '' : summaryOf(found.summary, base.detail, current.detail),
    assertions,
    body: (body.changes ?? []).slice(0, maxBodyChanges).map((change) => ({
      path: change.path,
      kind: change.kind,
      before: 'before' in change ? shown(change.before) : '',
      after: 'after' in change ? shown(change.after) : '',
    })),
    isBodySame: body.isSame,
    timing: timing.verdict,
  };
}

/** A difference in time alone is listed but isn't a different result. */
function verdictOf({ verdict, status, body, assertions }: ResultComparison, isJudgedOther: boolean) {
  if (verdict === 'regressed') return 'broken';
  if (verdict === 'improved') return 'fixed';
  return isJudgedOther || !status.isSame || !body.isSame || assertions.length > 0 ? 'changed' : 'same';
}

/** If only the verdict changed, as with a refused connection, the steps' own message says more. */
const summaryOf = (summary: string, base: StepDetail, current: StepDetail): string =>
  summary === 'No difference.' ? (current.message ?? base.message ?? '') : summary;

function toComparable({ detail, body }: ComparedStep): ComparableResult {
  const { status, durationMs, exchange, assertions } = detail;
  const response = exchange?.response;
  const isFinal = status === 'passed' || status === 'failed' || status === 'error' || status === 'skipped';
  return {
    status: isFinal ? status : 'cancelled',
    durationMs: durationMs ?? 0,
    response: response && {
      status: response.status,
      body: { ...response.body, bytes: body, contentType: 'text/plain; charset=utf-8' },
    },
    assertions: assertions as ComparableResult['assertions'],
  };
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
