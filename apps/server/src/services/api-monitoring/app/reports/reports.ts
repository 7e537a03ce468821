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
  type Counts,
  defaultAccounting,
  latencyOf,
  mergeDurations,
  mergeRollups,
  type Rollup,
  shownCounts,
  unpacked,
  uptimeOf,
} from '../../domain/rollup.ts';
import { statusCounts } from '../../domain/status-counts.ts';
import { incidentsStore } from '../../store/incidents.store.ts';
import { type ListedMonitor, monitorsStore } from '../../store/monitors.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import type { Open } from '../open.ts';
import { groupBy, pointsOf, readGroups } from './read-rollups.ts';
import { spanOf } from './results.ts';

/** The scope of a report. */
export interface ReportFilter {
  projectId: string;
  collectionId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** createReports reports on the monitors of projects over spans of time. */
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

    /** The report with its data points; the caller's permission has been checked. */
    async inFull(filter: ReportFilter, accounting: Accounting) {
      const all = await readAll(filter);
      const [report, points] = await Promise.all([toReport(all, accounting), all.groups.byTime()]);
      return { report, points: pointsOf(points), span: all.span };
    },

    /** Checks over time; `kinds` limits them to suites and workflows, for example. */
    async graph(caller: Actor, filter: ReportFilter, kinds?: readonly MonitorKind[]) {
      const { shown, groups } = await read(caller, filter, kinds, true);
      return { ...shown, stepSeconds: groups.stepSeconds, points: pointsOf(await groups.byTime()) };
    },

    async functionalGraph(caller: Actor, filter: ReportFilter) {
      const { shown, monitors, groups } = await read(caller, filter, undefined, true);
      const [byTime, byMonitor, names] = await Promise.all([
        groups.byTime(),
        groups.byMonitor({ percentiles: false }),
        projectsStore.collectionNames(sql, filter.projectId),
      ]);
      const collectionOf = new Map(monitors.map(({ id, collectionId }) => [id, collectionId]));
      const byCollection = groupBy([...byMonitor], ([monitorId]) => collectionOf.get(monitorId) ?? '');
      const wanted = names.filter(({ id }) => filter.collectionId === undefined || id === filter.collectionId);
      return {
        ...shown,
        stepSeconds: groups.stepSeconds,
        points: pointsOf(byTime),
        collections: wanted.map(({ id, name }) => {
          const counts = addCounts((byCollection.get(id) ?? []).map(([, rollup]) => rollup));
          const uptimePercent = uptimeOf(counts, defaultAccounting);
          return { collectionId: id, name, counts: shownCounts(counts), uptimePercent };
        }),
      };
    },

    async performance(caller: Actor, filter: ReportFilter) {
      const { shown, monitors, groups } = await read(caller, filter);
      const byMonitor = await groups.byMonitor();
      const rows = monitors.map(({ id, name, kind }) => ({
        monitorId: id,
        name,
        kind,
        latency: latencyOf(byMonitor.get(id) ?? nothing),
      }));
      rows.sort((a, b) => (b.latency.p95Ms ?? -1) - (a.latency.p95Ms ?? -1));
      return { ...shown, all: latencyOf(mergeDurations([...byMonitor.values()])), monitors: rows };
    },

    /** The current state of a project's monitors. */
    async now(caller: Actor, { projectId, collectionId }: Pick<ReportFilter, 'projectId' | 'collectionId'>) {
      await open.project(caller, projectId, 'view');
      const place = { projectId, collectionId };
      const [counts, openIncidents, { good, bad, ...durations }] = await Promise.all([
        monitorsStore.countStatuses(sql, place),
        monitorsStore.countOpenIncidents(sql, place),
        monitorsStore.sumOfSummaries(sql, place),
      ]);
      return {
        monitors: statusCounts(counts),
        openIncidents,
        uptimePercent: good + bad === 0 ? null : (100 * good) / (good + bad),
        latency: latencyOf(unpacked(durations)),
      };
    },
  };
}
/** Reports on the monitors of projects. */
export type Reports = ReturnType<typeof createReports>;

/** Reads the data of a project's monitors in a span and builds a report. */
function createReadReport({ database: { sql }, clock }: Platform) {
  const readAll = async (filter: ReportFilter, kinds?: readonly MonitorKind[], fine = false) => {
    const span = spanOf(filter, clock.now());
    const monitors = await monitorsStore.listAll(sql, filter, kinds);
    const ids = monitors.map(({ id }) => id);
    const groups = readGroups(sql, ids, span, { now: clock.now(), fine });
    const shown = { from: span.from.toISOString(), to: span.to.toISOString() };
    // Collection objectives make no sense for only some kinds of monitor.
    const objectives = kinds ? [] : await projectsStore.objectives(sql, filter.projectId, filter.collectionId);
    return { span, shown, monitors, objectives, groups };
  };
  const toReport = async (
    { span, shown, monitors, objectives, groups }: Awaited<ReturnType<typeof readAll>>,
    accounting: Accounting,
  ): Promise<ProjectReport> => {
    const ids = monitors.map(({ id }) => id);
    const [incidents, byMonitor] = await Promise.all([incidentsStore.inSpan(sql, ids, span), groups.byMonitor()]);
    const all = addCounts([...byMonitor.values()]);
    const of = (id: string): Rollup => byMonitor.get(id) ?? nothing;
    return {
      ...shown,
      accounting,
      uptimePercent: uptimeOf(all, accounting),
      counts: shownCounts(all),
      monitors: monitors.map((monitor) =>
        statusOf(monitor, of(monitor.id), { accounting, incident: incidents.get(monitor.id) }),
      ),
      collections: objectives.map(({ id, name, sloPercent }) => {
        const members = monitors.filter(({ collectionId }) => collectionId === id);
        const own = addCounts(members.map((monitor) => of(monitor.id)));
        return { collectionId: id, name, monitors: members.length, ...objectiveOf(own, sloPercent, accounting) };
      }),
    };
  };

  return { readAll, toReport };
}

/** The roll-up of a monitor without checks. */
const nothing = mergeRollups([]);

/** Kinds whose checks are runs of several steps. */
export const chainingKinds: readonly MonitorKind[] = testKinds.filter((kind) => kind !== 'api-script');

function statusOf(
  monitor: ListedMonitor,
  rollup: Rollup,
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
    ...objectiveOf(rollup, monitor.sloPercent, accounting),
    incidents: incident?.incidents ?? 0,
    downSeconds: incident?.downSeconds ?? 0,
    latency: latencyOf(rollup),
  };
}

/** How far the objective of a monitor or collection was met. */
function objectiveOf(counts: Counts, sloPercent: number | null, accounting: Accounting) {
  const uptimePercent = uptimeOf(counts, accounting);
  const { left, burnRate } = budgetOf(uptimePercent, sloPercent);
  return { counts: shownCounts(counts), uptimePercent, sloPercent, errorBudgetLeft: left, burnRate };
}
