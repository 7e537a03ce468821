import type { Page } from '@touchstone/contracts';
import type { CheckOutcome, Incident, IncidentState, IncidentSummary } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Runs } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { responseChanges } from '../../domain/incidents/response-change.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { type IncidentListRow, type IncidentRow, incidentsStore } from '../../store/incidents.store.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import { resultsStore } from '../../store/results.store.ts';
import type { Open } from '../open.ts';
import { toResult } from '../reports/results.ts';
import type { Transitions } from './transitions.ts';

interface Needs {
  platform: Platform;
  open: Open;
  runs: Runs;
  transitions: Transitions;
}

/** createIncidents lists incidents and applies users' actions to them. */
export function createIncidents({ platform, open, runs, transitions }: Needs) {
  const { database, clock } = platform;

  const find = async (caller: Actor, id: string, need: 'view' | 'edit'): Promise<IncidentRow> => {
    const row = await incidentsStore.find(database.sql, caller.organizationId, id);
    if (!row) throw new AppError(apiMonitoringErrors.incidentNotFound);
    await open.project(caller, row.projectId, need);
    return row;
  };

  const view = async (caller: Actor, id: string): Promise<Incident> => {
    const row = await find(caller, id, 'view');
    const [entries, [monitor], failing] = await Promise.all([
      incidentsStore.entriesOf(database.sql, id),
      monitorsStore.findMany(database.sql, [row.monitorId]),
      row.failingId === null ? undefined : resultsStore.find(database.sql, row.failingId),
    ]);
    const kept = row.failing as (CheckOutcome & { at: string }) | null;
    const shown = failing ? toResult(failing) : kept && ofOutcome(row, kept);
    const [run] = shown?.runId ? await runs.listByIds(row.organizationId, [shown.runId]) : [];
    return {
      ...toSummary({ ...row, monitorName: monitor?.name ?? '' }, clock.now()),
      entries: entries.map((entry) => ({
        entryId: entry.id,
        kind: entry.kind,
        at: entry.at.toISOString(),
        text: entry.text,
        byName: entry.byName,
      })),
      failing: shown,
      lastGood: row.good?.at ? { at: row.good.at, status: row.good.status, durationMs: row.good.durationMs } : null,
      changes: responseChanges(row.good, kept?.exchange?.response),
      postMortem: row.postMortem,
      runLink: run ? (runs.linkOf(run) ?? null) : null,
    };
  };

  return {
    view,
    async list(
      caller: Actor,
      filter: { projectId: string; monitorId?: string | undefined; state?: IncidentState | undefined },
      page: { page: number; size: number },
    ): Promise<Page<IncidentSummary>> {
      await open.project(caller, filter.projectId, 'view');
      const { rows, totalElements } = await incidentsStore.list(database.sql, filter, page);
      const now = clock.now();
      return { ...page, totalElements, content: rows.map((row) => toSummary(row, now)) };
    },

    async acknowledge(caller: Actor, id: string, comment: string): Promise<Incident> {
      const { monitorId } = await find(caller, id, 'edit');
      await database.transaction(async (sql) => {
        const [monitor] = await monitorsStore.lock(sql, [monitorId]);
        const before = await incidentsStore.lock(sql, id);
        if (!monitor || !before) throw new AppError(apiMonitoringErrors.incidentNotFound);
        if (before.state === 'CLOSED') throw new AppError(apiMonitoringErrors.incidentClosed);
        if (before.state === 'ACKNOWLEDGED') return;
        const at = clock.now();
        const values = { state: 'ACKNOWLEDGED', acknowledgedAt: at, acknowledgedByName: caller.name } as const;
        const incident = await incidentsStore.update(sql, id, values);
        await incidentsStore.addEntries(sql, [transitions.entry(id, 'acknowledged', at, comment, caller.name)]);
        await transitions.tell(sql, { event: 'acknowledged', incident, monitor, at });
      });
      await platform.audit(caller, { action: 'incident.acknowledged', target: id });
      return view(caller, id);
    },

    async writePostMortem(caller: Actor, id: string, text: string): Promise<Incident> {
      const { postMortem } = await find(caller, id, 'edit');
      await database.transaction(async (sql) => {
        await incidentsStore.update(sql, id, { postMortem: text });
        if (postMortem === '' && text !== '')
          await incidentsStore.addEntries(sql, [transitions.entry(id, 'post-mortem', clock.now(), '', caller.name)]);
      });
      return view(caller, id);
    },

    async delete(caller: Actor, id: string): Promise<void> {
      const { state, number } = await find(caller, id, 'edit');
      if (state !== 'CLOSED') throw new AppError(apiMonitoringErrors.incidentOpen);
      await incidentsStore.delete(database.sql, id);
      await platform.audit(caller, { action: 'incident.deleted', target: id, detail: { number } });
    },
  };
}
/** Incidents lists incidents and applies users' actions to them. */
export type Incidents = ReturnType<typeof createIncidents>;

function toSummary(row: IncidentListRow, now: Date): IncidentSummary {
  const end = row.closedAt ?? now;
  return {
    incidentId: row.id,
    number: row.number,
    projectId: row.projectId,
    monitorId: row.monitorId,
    monitorName: row.monitorName,
    state: row.state,
    severity: row.severity,
    cause: row.cause,
    regions: row.regions,
    openedAt: row.openedAt.toISOString(),
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    acknowledgedByName: row.acknowledgedByName,
    closedAt: row.closedAt?.toISOString() ?? null,
    durationSeconds: Math.max(0, Math.round((end.getTime() - row.openedAt.getTime()) / 1000)),
  };
}

/** The failing check as stored with the incident, for when its result has been deleted. */
const ofOutcome = (row: IncidentRow, { at, ...outcome }: CheckOutcome & { at: string }): Incident['failing'] => ({
  resultId: row.failingId ?? row.id,
  monitorId: row.monitorId,
  region: row.regions[0] ?? '',
  at,
  verdict: outcome.verdict,
  durationMs: outcome.durationMs,
  statusCode: outcome.exchange?.response?.status ?? null,
  code: outcome.code,
  message: outcome.message,
  attempt: 1,
  isInMaintenance: false,
  runId: null,
  phases: outcome.phases,
  detail: outcome,
});
