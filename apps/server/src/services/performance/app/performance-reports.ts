import type {
  PerformanceComparison,
  PerformancePoint,
  PerformanceReport,
  PerformanceRun,
  RunStatus,
} from '@touchstone/contracts';
import { compareWithBaseline } from '@touchstone/engine-load/core';
import { AppError } from '@touchstone/kernel';
import { performanceDocument, type ReportDocument } from '@touchstone/report';
import type { Platform } from '../../../platform/platform.ts';
import { type Actor, type ApiTesting, executionStatusOf } from '../../api-testing/index.ts';
import { isFinal, type Run, type Runs } from '../../runs/index.ts';
import { performanceKind } from '../domain/kinds.ts';
import { resolutions } from '../domain/points.ts';
import { csvOfPoints } from '../domain/points-csv.ts';
import { performanceErrors } from '../errors.ts';
import { framesStore } from '../store/frames.store.ts';
import { type PerformanceRow, performanceStore } from '../store/performance.store.ts';
import type { PerformanceLabel } from './start-performance.ts';

const pointsPerPage = 1000;
/** Points of a chart in a report. */
const pointsOfDocument = 720;

/** toPerformanceRun maps a run to the product's words. */
export function toPerformanceRun(run: Run, row: PerformanceRow): PerformanceRun {
  const label = run.label as PerformanceLabel;
  const { totals } = row;
  const ended = isFinal(run.status);
  return {
    runId: run.runId,
    projectId: run.projectId,
    name: run.name,
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

/** createPerformanceReports shows performance runs, while they run and afterwards. */
export function createPerformanceReports({
  platform,
  runs,
  workspaces,
}: {
  platform: Platform;
  runs: Runs;
  workspaces: ApiTesting['workspaces'];
}) {
  const { sql } = platform.database;

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

  /** A baseline that was deleted meanwhile takes nothing from the report. */
  const compareIfPossible = async ({ run, row }: { run: Run; row: PerformanceRow }) => {
    const { baselineRunId } = row.configuration;
    if (baselineRunId === undefined || !isFinal(run.status)) return null;
    return compareRuns(run, baselineRunId).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
  };

  /** The finest points that are few enough. */
  const readPoints = async (runId: string, most: number) => {
    const seconds = (await framesStore.lastSecond(sql, runId)) + 1;
    const resolution = resolutions.find((candidate) => seconds / candidate <= most) ?? resolutions.at(-1)!;
    const points = await framesStore.listPoints(sql, runId, { resolution, fromSecond: 0, limit: 100_000 });
    return { resolution, points };
  };

  async function* allPoints(runId: string): AsyncGenerator<PerformancePoint> {
    for (let fromSecond = 0; ; ) {
      const page = await framesStore.listPoints(sql, runId, { resolution: 1, fromSecond, limit: pointsPerPage });
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < pointsPerPage) return;
      fromSecond = last.second + 1;
    }
  }

  const report = async ({ run, row }: { run: Run; row: PerformanceRow }, most: number): Promise<PerformanceReport> => {
    const { runId } = run;
    const [{ resolution, points }, shards] = await Promise.all([
      readPoints(runId, most),
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
    async list(
      actor: Actor,
      { projectId, searchTerm, statuses }: { projectId: string; searchTerm?: string; statuses?: RunStatus[] },
      page: { page: number; size: number },
    ) {
      await workspaces.open(actor, projectId, 'view');
      const { content, totalElements } = await runs.list(
        {
          organizationId: actor.organizationId,
          projectId,
          kinds: [performanceKind],
          ...(searchTerm && { searchTerm }),
          ...(statuses && { statuses }),
        },
        page,
      );
      const rows = await performanceStore.findMany(
        sql,
        content.map((run) => run.runId),
      );
      const byId = new Map(rows.map((row) => [row.runId, row]));
      return {
        content: content.flatMap((run) => {
          const row = byId.get(run.runId);
          return row ? [toPerformanceRun(run, row)] : [];
        }),
        totalElements,
        ...page,
      };
    },
    /** The report of a finished run as a file, piece by piece. */
    async download(actor: Actor, runId: string, type: 'html' | 'csv' | 'json') {
      const { run, row } = await openFinished(actor, runId);
      if (row.totals === null) throw new AppError(performanceErrors.nothingMeasured);
      const contents: Record<typeof type, () => AsyncIterable<string>> = {
        csv: () => csvOfPoints(allPoints(runId)),
        json: () => jsonOf(toPerformanceRun(run, row), row, allPoints(runId)),
        html: async function* () {
          yield* (await runs.report(run, 'html')).content as AsyncIterable<string>;
        },
      };
      return { run, content: contents[type]() };
    },
  };
}
export type PerformanceReports = ReturnType<typeof createPerformanceReports>;

async function* jsonOf(
  run: PerformanceRun,
  { configuration, totals }: PerformanceRow,
  points: AsyncIterable<PerformancePoint>,
): AsyncGenerator<string> {
  const head = JSON.stringify({ run, configuration, totals });
  yield `${head.slice(0, -1)},"points":[`;
  let isFirst = true;
  for await (const point of points) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(point)}`;
    isFirst = false;
  }
  yield '\n]}\n';
}
