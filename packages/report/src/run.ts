import type { ExecutionSummary, StepDetail } from '@touchstone/contracts/api-testing';
import type { ReportFact } from './document.ts';

/** ReportRun is everything a report shows of a run. Steps are read once, in sequence. */
export interface ReportRun
  extends Pick<
    ExecutionSummary,
    'name' | 'status' | 'executionStatus' | 'startedAt' | 'finishedAt' | 'durationMs' | 'environmentName' | 'startedBy'
  > {
  /** Number in the workspace; absent for runs not stored by a server. */
  number?: number | null;
  label?: string | null;
  commit?: string | null;
  counts: ReportCounts;
  suites: ExecutionSummary['suites'];
  steps: AsyncIterable<StepDetail> | Iterable<StepDetail>;
  /** The run's address in the product. */
  url?: string;
}

/** Steps by state, as counted in reports. */
export type ReportCounts = Pick<
  ExecutionSummary,
  'total' | 'passed' | 'failed' | 'errors' | 'skipped' | 'cancelled' | 'running' | 'queued'
>;

/** reportRunOf combines the summary of a run with its steps. */
export function reportRunOf(summary: ExecutionSummary, steps: ReportRun['steps'], url?: string): ReportRun {
  return {
    name: summary.name,
    number: summary.number,
    label: summary.label,
    commit: summary.commit,
    status: summary.status,
    executionStatus: summary.executionStatus,
    startedAt: summary.startedAt,
    finishedAt: summary.finishedAt,
    durationMs: summary.durationMs,
    environmentName: summary.environmentName,
    startedBy: summary.startedBy,
    counts: countsOf(summary),
    suites: summary.suites,
    steps,
    ...(url !== undefined && { url }),
  };
}

/** originFacts returns the facts reported by the pipeline of a run. */
export const originFacts = ({ label, commit }: Pick<ReportRun, 'label' | 'commit'>): ReportFact[] => [
  ...(label ? [{ label: 'Label', text: label }] : []),
  ...(commit ? [{ label: 'Commit', text: commit }] : []),
];

/** countsOf returns the counts of a run's summary. */
export function countsOf({
  total,
  passed,
  failed,
  errors,
  skipped,
  cancelled,
  running,
  queued,
}: ReportCounts): ReportCounts {
  return { total, passed, failed, errors, skipped, cancelled, running, queued };
}

/** noCounts returns the counts of a run without steps. */
export const noCounts = (): ReportCounts => ({
  total: 0,
  passed: 0,
  failed: 0,
  errors: 0,
  skipped: 0,
  cancelled: 0,
  running: 0,
  queued: 0,
});

/** countStep adds a step to the counts of its run. */
export function countStep(counts: ReportCounts, status: StepDetail['status']): void {
  counts.total += 1;
  counts[status === 'error' ? 'errors' : status] += 1;
}
