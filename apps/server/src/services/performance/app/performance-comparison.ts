import type { PerformanceComparison } from '@touchstone/contracts/api-testing';
import { compareWithBaseline } from '@touchstone/engine-load/core';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import { isFinal, type Run, type Runs } from '../../runs/index.ts';
import { performanceKind } from '../domain/kinds.ts';
import { performanceErrors } from '../errors.ts';
import { type PerformanceRow, performanceStore } from '../store/performance.store.ts';

/** createComparison compares a finished run with its baseline, an earlier run of the same workspace. */
export function createComparison(sql: Sql, runs: Runs) {
  const compareRuns = async (run: Run, baselineRunId: string): Promise<PerformanceComparison> => {
    const [baseline] = await runs.listByIds(run.organizationId, [baselineRunId]);
    if (baseline?.kind !== performanceKind || baseline.projectId !== run.projectId || !isFinal(baseline.status))
      throw new AppError(performanceErrors.baselineNotFound);
    const [before, now] = await Promise.all([
      performanceStore.findSummary(sql, baselineRunId),
      performanceStore.findSummary(sql, run.runId),
    ]);
    if (before === null || now === null) throw new AppError(performanceErrors.nothingMeasured);
    return { baselineRunId, runId: run.runId, ...compareWithBaseline(before, now) };
  };

  /** A baseline that has been deleted since doesn't affect the rest of the report. */
  const compareIfPossible = async ({ run, row }: { run: Run; row: PerformanceRow }) => {
    const { baselineRunId } = row.configuration;
    if (baselineRunId === undefined || !isFinal(run.status)) return null;
    return compareRuns(run, baselineRunId).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
  };

  return { compareRuns, compareIfPossible };
}
