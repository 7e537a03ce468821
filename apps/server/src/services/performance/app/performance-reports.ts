import type { PerformanceComparison, PerformanceReport } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import { performanceDocument, type ReportDocument } from '@touchstone/report';
import { isFinal, type Run } from '../../runs/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { performanceKind } from '../domain/kinds.ts';
import { csvOfPoints } from '../domain/points-csv.ts';
import { performanceErrors } from '../errors.ts';
import { type PerformanceRow, performanceStore } from '../store/performance.store.ts';
import { createComparison } from './performance-comparison.ts';
import { createPerformanceList, type PerformanceNeeds } from './performance-list.ts';
import { allPoints, jsonOfPoints, readPoints } from './performance-points.ts';
import { toPerformanceRun } from './performance-run.ts';

/** Points of a chart in a report. */
const pointsOfDocument = 720;

/** createPerformanceReports returns performance runs, while they run and afterwards. */
export function createPerformanceReports(needs: PerformanceNeeds) {
  const { platform, runs, workspaces } = needs;
  const { sql } = platform.database;
  const { compareRuns, compareIfPossible } = createComparison(sql, runs);

  const open = async (actor: Actor, runId: string): Promise<{ run: Run; row: PerformanceRow }> => {
    const [run] = await runs.listByIds(actor.organizationId, [runId]);
    const row = run?.kind === performanceKind ? await performanceStore.find(sql, runId) : undefined;
    if (!run || !row) throw new AppError(performanceErrors.notFound);
    await workspaces.open(actor, run.projectId, 'view');
    return { run, row };
  };

  const openFinished = async (actor: Actor, runId: string) => {
    const opened = await open(actor, runId);
    if (!isFinal(opened.run.status)) throw new AppError(performanceErrors.notFinished);
    return opened;
  };

  const report = async ({ run, row }: { run: Run; row: PerformanceRow }, most: number): Promise<PerformanceReport> => {
    const { runId } = run;
    const [{ resolution, points }, shards] = await Promise.all([
      readPoints(sql, runId, most),
      performanceStore.listShards(sql, runId),
    ]);
    const last = points.at(-1);
    return {
      run: toPerformanceRun(run, row),
      configuration: row.configuration,
      plan: {
        unit: row.curve.unit,
        points: row.curve.points,
        ...(row.curve.iterations !== undefined && { iterations: row.curve.iterations }),
      },
      runners: shards.map(({ name, state, lostAtSecond }) => ({ name, state, lostAtSecond })),
      secondsPerPoint: resolution,
      points,
      lastSecond: last === undefined ? -1 : last.second + (last.seconds < resolution ? last.seconds : resolution) - 1,
      totals: row.totals,
      comparison: await compareIfPossible({ run, row }),
    };
  };

  return {
    open,
    list: createPerformanceList(needs),
    report: async (actor: Actor, runId: string, most: number) => report(await open(actor, runId), most),
    /** The report of a run as data. */
    async document(run: Run, url: string | undefined): Promise<ReportDocument> {
      const row = await performanceStore.find(sql, run.runId);
      if (!row) throw new AppError(performanceErrors.notFound);
      return performanceDocument({
        ...(await report({ run, row }, pointsOfDocument)),
        ...(url !== undefined && { url }),
      });
    },
    async compare(actor: Actor, runId: string, baselineRunId: string): Promise<PerformanceComparison> {
      return compareRuns((await openFinished(actor, runId)).run, baselineRunId);
    },
    /** The report of a finished run as a file, in pieces. */
    async download(actor: Actor, runId: string, type: 'html' | 'csv' | 'json') {
      const { run, row } = await openFinished(actor, runId);
      if (row.totals === null) throw new AppError(performanceErrors.nothingMeasured);
      const contents: Record<typeof type, () => AsyncIterable<string>> = {
        csv: () => csvOfPoints(allPoints(sql, runId)),
        json: () => jsonOfPoints(toPerformanceRun(run, row), row, allPoints(sql, runId)),
        html: async function* () {
          yield* (await runs.report(run, 'html')).content as AsyncIterable<string>;
        },
      };
      return { run, content: contents[type]() };
    },
  };
}
export type PerformanceReports = ReturnType<typeof createPerformanceReports>;
