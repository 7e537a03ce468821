import type { CheckOutcome } from '@touchstone/contracts/api-monitoring';
import { newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { type Judgement, judgeMonitor } from '../../domain/judge-monitor.ts';
import { checksStore } from '../../store/checks.store.ts';
import { type IncidentRow, incidentsStore } from '../../store/incidents.store.ts';
import { type MonitorRow, monitorsStore, type SlotRow } from '../../store/monitors.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import { slotsStore } from '../../store/slots.store.ts';
import type { Transitions } from '../incidents/transitions.ts';
import type { ActiveWindows } from './maintenance.ts';

/** A check that may change its monitor's state. */
export interface News {
  monitorId: string;
  resultId: string;
  outcome: CheckOutcome;
  at: Date;
}

interface Needs {
  platform: Platform;
  windows: ActiveWindows;
  transitions: Transitions;
}

/**
 * createJudgeMonitors determines the state of monitors after checks, and opens and closes their incidents, in the
 * transaction of the checks.
 */
export function createJudgeMonitors({ platform, windows, transitions }: Needs) {
  const { clock } = platform;

  const open = async (sql: Sql, monitor: MonitorRow, judged: Judgement, news: News, slots: readonly SlotRow[]) => {
    const at = clock.now();
    const { id: monitorId, organizationId, projectId } = monitor;
    const good = slots.find((slot) => slot.good);
    const incident = await incidentsStore.insert(sql, {
      id: newId(),
      organizationId,
      projectId,
      monitorId,
      number: await projectsStore.takeIncidentNumber(sql, projectId),
      state: 'OPEN',
      severity: judged.severity ?? 'DOWN',
      cause: judged.text ?? '',
      regions: judged.regions,
      openedAt: at,
      failingId: news.resultId,
      failing: { ...news.outcome, at: news.at.toISOString() },
      good: good?.good ? { ...good.good, at: good.lastGoodAt?.toISOString() ?? null } : null,
    });
    const { entry } = transitions;
    const lines = [entry(incident.id, 'opened', at, judged.text ?? '')];
    const confirming = slots.find((slot) => slot.isConfirming && slot.verdict === 'DOWN');
    if (confirming) lines.push(entry(incident.id, 'confirmed', at, `Confirmed from ${confirming.region}.`));
    await incidentsStore.addEntries(sql, lines);
    await transitions.tell(sql, { event: 'opened', incident, monitor, at });
  };

  const worsen = async (sql: Sql, monitor: MonitorRow, before: IncidentRow, { text, regions }: Judgement) => {
    const at = clock.now();
    const incident = await incidentsStore.update(sql, before.id, { severity: 'DOWN', cause: text ?? '', regions });
    await incidentsStore.addEntries(sql, [transitions.entry(before.id, 'escalated', at, `Down now: ${text ?? ''}`)]);
    await transitions.tell(sql, { event: 'worsened', incident, monitor, at });
  };

  const one = async (sql: Sql, monitor: MonitorRow, news: News, around: Around): Promise<void> => {
    const { slots, incident, regions } = around;
    const judged = judgeMonitor({
      slots,
      downIn: monitor.downIn,
      isInMaintenance: windows.holds(monitor),
      canConfirm: monitor.confirmFrom !== null && regions.has(monitor.confirmFrom),
      openIncident: incident,
      kind: monitor.kind,
    });
    const { status, text: statusText } = judged;
    if (status !== monitor.status || statusText !== monitor.statusText)
      await monitorsStore.setStatus(sql, monitor.id, {
        status,
        statusText,
        ...(status !== monitor.status && { statusSince: clock.now() }),
      });
    if (judged.incident === 'open') await open(sql, monitor, judged, news, slots);
    if (judged.incident === 'worsen' && incident) await worsen(sql, monitor, incident, judged);
    if (judged.incident === 'close' && incident)
      await transitions.close(sql, { incident, monitor, at: clock.now(), text: 'It is up again.' });
    const { confirmFrom } = monitor;
    if (confirmFrom === null || judged.confirm === undefined) return;
    if (judged.confirm === 'ask') await checksStore.dueNow(sql, monitor.id, clock.now(), confirmFrom);
    else
      await slotsStore.update(
        sql,
        monitor.id,
        { verdict: 'UNKNOWN', message: null, nextDueAt: null },
        { regions: [confirmFrom], forgetsChecks: true },
      );
  };

  return async function judge(sql: Sql, news: readonly News[]): Promise<void> {
    const latest = new Map(news.map((one) => [one.monitorId, one]));
    const monitors = await monitorsStore.lock(sql, [...latest.keys()]);
    const started = monitors.filter(({ isStarted }) => isStarted);
    const ids = started.map(({ id }) => id);
    if (ids.length === 0) return;
    const slots = await slotsStore.listOf(sql, ids);
    const incidents = await incidentsStore.lockOpen(sql, ids);
    const asksRegions = started.some(({ confirmFrom }) => confirmFrom !== null);
    const regions = new Set(asksRegions ? (await slotsStore.liveRegions(sql)).map(({ region }) => region) : []);
    for (const monitor of started)
      await one(sql, monitor, latest.get(monitor.id) as News, {
        slots: slots.filter(({ monitorId }) => monitorId === monitor.id),
        incident: incidents.find(({ monitorId }) => monitorId === monitor.id),
        regions,
      });
  };
}
/** JudgeMonitors determines the state of monitors after checks. */
export type JudgeMonitors = ReturnType<typeof createJudgeMonitors>;

interface Around {
  slots: SlotRow[];
  incident: IncidentRow | undefined;
  regions: ReadonlySet<string>;
}
