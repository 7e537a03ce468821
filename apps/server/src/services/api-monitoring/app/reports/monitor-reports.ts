import type { Page } from '@touchstone/contracts';
import type { ChainingResult, ResultSummary, Verdict } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Runs } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { distributionOf, latencyOf, mergeDurations } from '../../domain/rollup.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import { resultsStore } from '../../store/results.store.ts';
import { slotsStore } from '../../store/slots.store.ts';
import type { Open } from '../open.ts';
import { groupBy, pointsOfSteps, readSteps } from './read-rollups.ts';
import { chainingKinds, type ReportFilter } from './reports.ts';
import { type Results, spanOf, toResult, toResultSummary } from './results.ts';

const maxSteps = 200;
interface OfMonitor {
  monitorId: string;
  from?: string | undefined;
  to?: string | undefined;
}
type ChainingSummary = ResultSummary & { monitorName: string; kind: 'api-script' | 'api-suite' | 'workflow' };

/** createMonitorReports reports on single monitors. */
export function createMonitorReports({
  platform,
  open,
  runs,
  results,
}: {
  platform: Platform;
  open: Open;
  runs: Runs;
  results: Results;
}) {
  const { sql } = platform.database;
  const { clock } = platform;

  const graph = async (caller: Actor, filter: OfMonitor) => {
    const monitor = await open.monitor(caller, filter.monitorId, 'view');
    const span = spanOf(filter, clock.now());
    const { steps, stepSeconds } = await readSteps(sql, monitor.id, span, clock.now());
    const regions = [...groupBy(steps, ({ region }) => region)].map(([region, of]) => ({
      region,
      points: pointsOfSteps(of),
    }));
    return {
      monitor,
      span,
      steps,
      shown: {
        from: span.from.toISOString(),
        to: span.to.toISOString(),
        stepSeconds,
        points: pointsOfSteps(steps),
        regions: regions.sort((a, b) => a.region.localeCompare(b.region)),
      },
    };
  };

  return {
    graph: async (caller: Actor, filter: OfMonitor) => (await graph(caller, filter)).shown,

    async performance(caller: Actor, filter: OfMonitor) {
      const { monitor, span, steps, shown } = await graph(caller, filter);
      const durations = mergeDurations(steps);
      const averages = Object.entries((await resultsStore.averagePhases(sql, monitor.id, span)) ?? {});
      return {
        ...shown,
        latency: latencyOf(durations),
        baselineMs: monitor.baselineMs,
        distribution: distributionOf(durations),
        phases: Object.fromEntries(averages.filter(([, value]) => value !== null)),
      };
    },

    /** The current state of a monitor. */
    async now(caller: Actor, monitorId: string) {
      const { status, statusText, statusSince } = await open.monitor(caller, monitorId, 'view');
      const [slots, last, incidents] = await Promise.all([
        slotsStore.listOf(sql, [monitorId]),
        resultsStore.last(sql, monitorId),
        monitorsStore.openIncidents(sql, [monitorId]),
      ]);
      const dues = slots.flatMap(({ nextDueAt }) => (nextDueAt ? [nextDueAt.getTime()] : []));
      return {
        monitorId,
        status,
        statusText,
        statusSince: statusSince.toISOString(),
        isChecking: slots.some(({ claimedBy, runId }) => claimedBy !== null || runId !== null),
        nextDueAt: dues.length === 0 ? null : new Date(Math.min(...dues)).toISOString(),
        openIncidentId: incidents.get(monitorId) ?? null,
        last: last ? toResultSummary(last) : null,
      };
    },

    async chainingResult(caller: Actor, resultId: string): Promise<ChainingResult> {
      const row = await results.view(caller, resultId);
      const monitor = await open.monitor(caller, row.monitorId, 'view');
      if (!chainingKinds.includes(monitor.kind)) throw new AppError(apiMonitoringErrors.resultNotFound);
      const [run] = row.runId === null ? [] : await runs.listByIds(monitor.organizationId, [row.runId]);
      const steps = run ? (await runs.listSteps({ runId: run.runId }, { page: 0, size: maxSteps })).content : [];
      return {
        ...toResult(row),
        monitorName: monitor.name,
        runLink: run ? (runs.linkOf(run) ?? null) : null,
        steps: steps.map(({ title, status, durationMs, message }) => ({ title, status, durationMs, message })),
      };
    },

    async chainingResults(
      caller: Actor,
      filter: ReportFilter & { monitorId?: string | undefined; verdict?: Verdict | undefined },
      page: { page: number; size: number },
    ): Promise<Page<ChainingSummary>> {
      await open.project(caller, filter.projectId, 'view');
      const monitors = await monitorsStore.listAll(sql, filter, chainingKinds);
      const wanted = monitors.filter(({ id }) => filter.monitorId === undefined || id === filter.monitorId);
      if (filter.monitorId !== undefined && wanted.length === 0)
        throw new AppError(apiMonitoringErrors.monitorNotFound);
      const byId = new Map(wanted.map((monitor) => [monitor.id, monitor]));
      const asked = { ...spanOf(filter, clock.now()), monitorIds: [...byId.keys()], verdict: filter.verdict };
      const { rows, totalElements } = await resultsStore.list(sql, asked, page);
      const content = rows.map((row) => ({
        ...toResultSummary(row),
        monitorName: byId.get(row.monitorId)?.name ?? '',
        kind: (byId.get(row.monitorId)?.kind ?? 'workflow') as ChainingSummary['kind'],
      }));
      return { ...page, totalElements, content };
    },
  };
}
/** MonitorReports reports on single monitors. */
export type MonitorReports = ReturnType<typeof createMonitorReports>;
