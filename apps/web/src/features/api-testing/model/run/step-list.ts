import type { StepSummary } from '@touchstone/contracts/api-testing';
import type { RunStatus } from '@touchstone/contracts/runs';

export type StepItem =
  | { kind: 'step'; index: number }
  | { kind: 'suite'; suiteId: string; suiteName: string; iteration?: number; count: number };

export interface StepFilter {
  sort: 'failed' | 'plan';
  status?: RunStatus | undefined;
  suite?: string | undefined;
  text: string;
}

const severity: Record<RunStatus, number> = {
  failed: 0,
  error: 0,
  running: 1,
  queued: 3,
  skipped: 3,
  cancelled: 3,
  passed: 2,
};

function matches(step: StepSummary, filter: StepFilter, text: string): boolean {
  if (filter.status && step.status !== filter.status) return false;
  if (filter.suite && step.suiteId !== filter.suite) return false;
  if (!text) return true;
  return `${step.name}\n${step.url}\n${step.method}\n${step.message ?? ''}`.toLowerCase().includes(text);
}

/** arrangeSteps returns the rows of the step list: failed first, or in plan order under suite names. */
export function arrangeSteps(
  steps: readonly (StepSummary | undefined)[],
  total: number,
  filter: StepFilter,
): StepItem[] {
  const text = filter.text.trim().toLowerCase();
  const filtering = Boolean(filter.status || filter.suite || text);
  const buckets: number[][] = [[], [], [], []];
  const inPlan: number[] = [];
  for (let index = 0; index < Math.max(total, steps.length); index += 1) {
    const step = steps[index];
    if (!step && filtering) continue;
    if (step && !matches(step, filter, text)) continue;
    if (filter.sort === 'plan') inPlan.push(index);
    else buckets[step ? severity[step.status] : 3]!.push(index);
  }
  if (filter.sort === 'failed') return buckets.flat().map((index) => ({ kind: 'step', index }));
  return withSuites(steps, byExecution(steps, inPlan));
}

const headOf = ({ suiteName, iteration }: StepSummary, suiteId: string): Extract<StepItem, { kind: 'suite' }> => ({
  kind: 'suite',
  suiteId,
  suiteName: iteration ? `${suiteName} · ${iteration.label}` : suiteName,
  ...(iteration ? { iteration: iteration.index } : {}),
  count: 0,
});

/** Repeated steps are placed where they ran, between those of the plan. */
function byExecution(steps: readonly (StepSummary | undefined)[], order: number[]): number[] {
  if (!steps.some((step) => step?.position !== undefined)) return order;
  const place = (index: number) => steps[index]?.position ?? index;
  return order.toSorted((one, other) => place(one) - place(other));
}

function withSuites(steps: readonly (StepSummary | undefined)[], order: number[]): StepItem[] {
  const items: StepItem[] = [];
  let head: Extract<StepItem, { kind: 'suite' }> | undefined;
  for (const index of order) {
    const step = steps[index];
    if (step && step.suiteId !== null && (step.suiteId !== head?.suiteId || step.iteration?.index !== head.iteration)) {
      head = headOf(step, step.suiteId);
      items.push(head);
    }
    if (head) head.count += 1;
    items.push({ kind: 'step', index });
  }
  return items;
}

/** firstFailure returns the step that a report opens automatically. */
export function firstFailure(steps: readonly (StepSummary | undefined)[]): StepSummary | undefined {
  return steps.find((step) => step?.status === 'failed' || step?.status === 'error');
}
