import {
  type Accounting,
  type MonitorKind,
  type ProjectReport,
  type ReportStatus,
  testKinds,
} from '@touchstone/contracts/api-monitoring';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import {
  addCounts,
  budgetOf,
  defaultAccounting,
  latencyOf,
  mergeDurations,
  shownCounts,
  uptimeOf,
} from '../../domain/rollup.ts';
import { statusCounts } from '../../domain/status-counts.ts';
import { incidentsStore } from '../../store/incidents.store.ts';
import { type ListedMonitor, monitorsStore } from '../../store/monitors.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import type { Open } from '../open.ts';
import { groupBy, pointsOf, readSteps, type Step } from './read-rollups.ts';
import { spanOf } from './results.ts';

/** What a report is of. */
export interface ReportFilter {
  projectId: string;
  collectionId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** createReports tells how the monitors of projects did in spans of time. */
export function createReports({ platform, open }: { platform: Platform; open: Open }) {
  const { sql } = platform.database;

  const { readAll, toReport } = createReadReport(platform);
  const read = async (caller: Actor, filter: ReportFilter, kinds?: readonly MonitorKind[], fine = false) => {
    await open.project(caller, filter.projectId, 'view');
    return readAll(filter, kinds, fine);
  };

  return {
    async status(
      caller: Actor,
      filter: ReportFilter,
      accounting: Accounting,
      kinds?: readonly MonitorKind[],
    ): Promise<ProjectReport> {
      return toReport(await read(caller, filter, kinds), accounting);
    },

    /** The same with its points in time, for callers whose right was looked at before. */
    async inFull(filter: ReportFilter, accounting: Accounting) {
      const all = await readAll(filter);
      return { report: await toReport(all, accounting), points: pointsOf(all.steps), span: all.span };
    },

    /** Checks of monitors over time; of suites and workflows alone where `kinds` says so. */
    async graph(caller: Actor, filter: ReportFilter, kinds?: readonly MonitorKind[]) {
      const { shown, steps, stepSeconds } = await read(caller, filter, kinds, true);
      return { ...shown, stepSeconds, points: pointsOf(steps) };
    },

    async functionalGraph(caller: Actor, filter: ReportFilter) {
      const { shown, monitors, steps, stepSeconds } = await read(caller, filter, undefined, true);
      const collectionOf = new Map(monitors.map(({ id, collectionId }) => [id, collectionId]));
      const byCollection = groupBy(steps, ({ monitorId }) => collectionOf.get(monitorId) ?? '');
      const names = await projectsStore.collectionNames(sql, filter.projectId);
      const wanted = names.filter(({ id }) => filter.collectionId === undefined || id === filter.collectionId);
      return {
        ...shown,
        stepSeconds,
        points: pointsOf(steps),
        collections: wanted.map(({ id, name }) => {
          const counts = addCounts(byCollection.get(id) ?? []);
          const uptimePercent = uptimeOf(counts, defaultAccounting);
          return { collectionId: id, name, counts: shownCounts(counts), uptimePercent };
        }),
      };
    },

    async performance(caller: Actor, filter: ReportFilter) {
      const { shown, monitors, steps, byMonitor } = await read(caller, filter);
      const rows = monitors.map(({ id, name, kind }) => ({
        monitorId: id,
        name,
        kind,
        latency: latencyOf(mergeDurations(byMonitor.get(id) ?? [])),
      }));
      rows.sort((a, b) => (b.latency.p95Ms ?? -1) - (a.latency.p95Ms ?? -1));
      return { ...shown, all: latencyOf(mergeDurations(steps)), monitors: rows };
    },

    /** How the monitors of a project stand right now. */
    async now(caller: Actor, { projectId, collectionId }: Pick<ReportFilter, 'projectId' | 'collectionId'>) {
      await open.project(caller, projectId, 'view');
      const [monitors, incidents] = await Promise.all([
        monitorsStore.listAll(sql, { projectId, collectionId }),
        projectsStore.countOpenIncidents(sql, [projectId]),
      ]);
      const counts: Partial<Record<ListedMonitor['status'], number>> = {};
      for (const { status } of monitors) counts[status] = (counts[status] ?? 0) + 1;
      const ids = monitors.map(({ id }) => id);
      const sums = [...(await monitorsStore.summaries(sql, ids)).values()];
      const good = sums.reduce((sum, one) => sum + one.good, 0);
      const measured = sums.reduce((sum, one) => sum + one.good + one.bad, 0);
      const openOnes = collectionId ? (await monitorsStore.openIncidents(sql, ids)).size : incidents.get(projectId);
      return {
        monitors: statusCounts(counts),
        openIncidents: openOnes ?? 0,
        uptimePercent: measured === 0 ? null : (100 * good) / measured,
        latency: latencyOf(mergeDurations(sums)),
      };
    },
  };
}
/** Reports tells how the monitors of projects did. */
export type Reports = ReturnType<typeof createReports>;

/** Reads what is known of the monitors of a project in a span, and makes a report of it. */
function createReadReport({ database: { sql }, clock }: Platform) {
  const readAll = async (filter: ReportFilter, kinds?: readonly MonitorKind[], fine = false) => {
    const span = spanOf(filter, clock.now());
    const monitors = await monitorsStore.listAll(sql, filter, kinds);
    const { steps, stepSeconds } = await readSteps(
      sql,
      monitors.map(({ id }) => id),
      span,
      { now: clock.now(), fine },
    );
    const shown = { from: span.from.toISOString(), to: span.to.toISOString() };
    // Of some kinds alone nothing can be said of a collection.
    const objectives = kinds ? [] : await projectsStore.objectives(sql, filter.projectId, filter.collectionId);
    const byMonitor = groupBy(steps, ({ monitorId }) => monitorId);
    return { span, shown, monitors, objectives, steps, stepSeconds, byMonitor };
  };
  const toReport = async (
    { span, shown, monitors, objectives, steps, byMonitor }: Awaited<ReturnType<typeof readAll>>,
    accounting: Accounting,
  ): Promise<ProjectReport> => {
    const ids = monitors.map(({ id }) => id);
    const incidents = await incidentsStore.inSpan(sql, ids, span);
    const all = addCounts(steps);
    return {
      ...shown,
      accounting,
      uptimePercent: uptimeOf(all, accounting),
      counts: shownCounts(all),
      monitors: monitors.map((monitor) =>
        statusOf(monitor, byMonitor.get(monitor.id) ?? [], { accounting, incident: incidents.get(monitor.id) }),
      ),
      collections: objectives.map(({ id, name, sloPercent }) => {
        const members = monitors.filter(({ collectionId }) => collectionId === id);
        const own = members.flatMap((monitor) => byMonitor.get(monitor.id) ?? []);
        return { collectionId: id, name, monitors: members.length, ...objectiveOf(own, sloPercent, accounting) };
      }),
    };
  };

  return { readAll, toReport };
}

/** Kinds whose checks are runs of several steps. */
export const chainingKinds: readonly MonitorKind[] = testKinds.filter((kind) => kind !== 'api-script');

function statusOf(
  monitor: ListedMonitor,
  steps: readonly Step[],
  {
    accounting,
    incident,
  }: { accounting: Accounting; incident: { incidents: number; downSeconds: number } | undefined },
): ReportStatus {
  return {
    monitorId: monitor.id,
    collectionId: monitor.collectionId,
    name: monitor.name,
    kind: monitor.kind,
    status: monitor.status,
    ...objectiveOf(steps, monitor.sloPercent, accounting),
    incidents: incident?.incidents ?? 0,
    downSeconds: incident?.downSeconds ?? 0,
    latency: latencyOf(mergeDurations(steps)),
  };
}

/** How far an objective of a monitor or a collection was met. */
function objectiveOf(steps: readonly Step[], sloPercent: number | null, accounting: Accounting) {
  const counts = addCounts(steps);
  const uptimePercent = uptimeOf(counts, accounting);
  const { left, burnRate } = budgetOf(uptimePercent, sloPercent);
  return { counts: shownCounts(counts), uptimePercent, sloPercent, errorBudgetLeft: left, burnRate };
}
