import type { PerformanceRun } from '@touchstone/contracts/api-testing';
import { executionStatusOf } from '../../api-testing/index.ts';
import { isFinal, type Run } from '../../runs/index.ts';
import type { PerformanceRow } from '../store/performance.store.ts';
import type { PerformanceLabel } from './plan-performance.ts';

/** toPerformanceRun maps a run to the product's terms. */
export function toPerformanceRun(run: Run, row: PerformanceRow): PerformanceRun {
  const label = run.label as PerformanceLabel;
  const { totals } = row;
  const ended = isFinal(run.status);
  return {
    runId: run.runId,
    projectId: run.projectId,
    name: run.name,
    number: run.number,
    ...run.origin,
    executionStatus: executionStatusOf(run.status, run.counts),
    status: run.status,
    phase: ended ? 'ended' : row.phase,
    message: run.message,
    environmentName: label.environmentName,
    suites: label.suites,
    startedBy: run.createdByName,
    createdAt: run.createdAt.toISOString(),
    startedAt: row.startAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    durationMs: totals?.durationMs ?? 0,
    plannedDurationMs: row.plannedDurationMs,
    virtualUsers: row.virtualUsers,
    summary:
      totals === null || !ended
        ? null
        : {
            requests: totals.total.count,
            rate: totals.total.rate,
            failedShare: totals.total.count === 0 ? 0 : totals.total.failed / totals.total.count,
            p50: totals.total.latency.p50,
            p95: totals.total.latency.p95,
            p99: totals.total.latency.p99,
          },
  };
}
