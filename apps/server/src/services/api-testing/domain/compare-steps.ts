import type { RunStatus, StepSummary } from '@touchstone/contracts';

type Side = { status: RunStatus; durationMs: number | null; statusCode: number | null };
export interface StepComparison {
  name: string;
  suiteName: string;
  verdict: 'same' | 'fixed' | 'broken' | 'added' | 'removed';
  base: Side | null;
  current: Side | null;
}

const side = (step: StepSummary | undefined): Side | null =>
  step ? { status: step.status, durationMs: step.durationMs, statusCode: step.statusCode } : null;

/** compareSteps pairs the steps of two runs by script (else by suite and name; repeated ones by order) and says what changed. */
export function compareSteps(base: StepSummary[], current: StepSummary[]): StepComparison[] {
  const key = (step: StepSummary) => step.scriptId ?? `${step.suiteName}\n${step.name}`;
  const waiting = new Map<string, StepSummary[]>();
  for (const step of base) waiting.set(key(step), [...(waiting.get(key(step)) ?? []), step]);
  const pairs = current.map((step): StepComparison => {
    const before = waiting.get(key(step))?.shift();
    return {
      name: step.name,
      suiteName: step.suiteName,
      verdict: verdictOf(before, step),
      base: side(before),
      current: side(step),
    };
  });
  const removed = [...waiting.values()].flat().map(
    (step): StepComparison => ({
      name: step.name,
      suiteName: step.suiteName,
      verdict: 'removed',
      base: side(step),
      current: null,
    }),
  );
  return [...pairs, ...removed];
}

function verdictOf(before: StepSummary | undefined, now: StepSummary): StepComparison['verdict'] {
  if (!before) return 'added';
  const [passedBefore, passedNow] = [before.status === 'passed', now.status === 'passed'];
  if (passedBefore === passedNow) return 'same';
  return passedNow ? 'fixed' : 'broken';
}
