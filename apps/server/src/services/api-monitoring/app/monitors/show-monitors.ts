import type {
  Monitor,
  MonitorDefinition,
  MonitorRules,
  MonitorSchedule,
  MonitorSummary,
} from '@touchstone/contracts/api-monitoring';
import { verdicts } from '@touchstone/contracts/api-monitoring';
import type { Platform } from '../../../../platform/platform.ts';
import { testOf } from '../../domain/definition.ts';
import {
  type ListedMonitor,
  type MonitorRow,
  monitorsStore,
  type RecentCheck,
  type SlotRow,
  type SummaryRow,
} from '../../store/monitors.store.ts';
import { slotsStore } from '../../store/slots.store.ts';
import type { WatchedTests } from './watched-tests.ts';

const mostRecent = 30;

/** definitionPlace returns the sealing context of a monitor's definition. */
export const definitionPlace = (monitorId: string): string => `api_monitoring.monitor.definition:${monitorId}`;

/** openDefinition opens the sealed definition of a monitor. */
export const openDefinition = (
  { secrets }: Pick<Platform, 'secrets'>,
  { id, definition }: Pick<MonitorRow, 'id' | 'definition'>,
): MonitorDefinition => JSON.parse(secrets.open(definition, definitionPlace(id))) as MonitorDefinition;

/** scheduleOf returns the schedule of a monitor. */
export const scheduleOf = ({
  everySeconds,
  cron,
  timezone,
}: Pick<MonitorRow, 'everySeconds' | 'cron' | 'timezone'>): MonitorSchedule =>
  cron === null ? { type: 'interval', everySeconds: everySeconds ?? 60 } : { type: 'cron', cron, timezone };

/** toChecked returns what determines when a monitor is checked. */
export const toChecked = (platform: Pick<Platform, 'secrets'>, row: MonitorRow) => ({
  monitorId: row.id,
  definition: openDefinition(platform, row),
  schedule: scheduleOf(row),
});

/** rulesOf returns the rules of a monitor. */
export const rulesOf = (row: MonitorRow): MonitorRules => ({
  timeoutMs: row.timeoutMs,
  retries: row.retries,
  retrySeconds: row.retrySeconds,
  regions: row.regions,
  downIn: row.downIn,
  confirmFrom: row.confirmFrom,
  degradedAboveMs: row.degradedAboveMs,
  degradedFactor: row.degradedFactor,
});

/** createShowMonitors converts monitors to their API form. */
export function createShowMonitors({ platform, tests }: { platform: Platform; tests: WatchedTests }) {
  const { sql } = platform.database;

  const summaries = async (rows: readonly ListedMonitor[]): Promise<MonitorSummary[]> => {
    const ids = rows.map(({ id }) => id);
    const [slots, sums, recent, incidents] = await Promise.all([
      slotsStore.listOf(sql, ids),
      monitorsStore.summaries(sql, ids),
      monitorsStore.recent(sql, ids, mostRecent),
      monitorsStore.openIncidents(sql, ids),
    ]);
    return rows.map((row) =>
      toSummary(row, {
        slots: slots.filter(({ monitorId }) => monitorId === row.id),
        sum: sums.get(row.id),
        recent: recent.filter(({ monitorId }) => monitorId === row.id),
        openIncidentId: incidents.get(row.id) ?? null,
      }),
    );
  };

  return {
    summaries,
    async one(row: MonitorRow, heartbeatUrl: string | null = null): Promise<Monitor> {
      const definition = openDefinition(platform, row);
      const reference = testOf(definition);
      const [[summary], slots, live, test] = await Promise.all([
        summaries([row]),
        slotsStore.listOf(sql, [row.id]),
        slotsStore.liveRegions(sql),
        reference && tests.describe(row.organizationId, reference),
      ]);
      return {
        ...(summary as MonitorSummary),
        ...rulesOf(row),
        ...(test && { target: test.title }),
        description: row.description,
        definition,
        environmentId: row.environmentId,
        sloPercent: row.sloPercent,
        slots: slots.map((slot) => toSlot(slot, live)),
        test: test ?? null,
        baselineMs: row.baselineMs,
        heartbeatUrl,
        createdByName: row.createdByName,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      };
    },
  };
}
/** ShowMonitors converts monitors to their API form. */
export type ShowMonitors = ReturnType<typeof createShowMonitors>;

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

interface Around {
  slots: SlotRow[];
  sum: SummaryRow | undefined;
  recent: RecentCheck[];
  openIncidentId: string | null;
}

function toSummary(row: ListedMonitor, { slots, sum, recent, openIncidentId }: Around): MonitorSummary {
  const checked = slots.filter(({ lastAt }) => lastAt).sort((a, b) => Number(b.lastAt) - Number(a.lastAt));
  const dues = slots.flatMap(({ nextDueAt }) => (nextDueAt ? [nextDueAt] : [])).sort((a, b) => Number(a) - Number(b));
  const measured = (sum?.good ?? 0) + (sum?.bad ?? 0);
  return {
    monitorId: row.id,
    projectId: row.projectId,
    collectionId: row.collectionId,
    name: row.name,
    kind: row.kind,
    target: row.target,
    state: row.isStarted ? 'STARTED' : 'STOPPED',
    status: row.status,
    statusText: row.statusText,
    statusSince: iso(row.statusSince),
    schedule: scheduleOf(row),
    regions: row.regions,
    tags: row.tags,
    lastAt: iso(checked[0]?.lastAt),
    lastDurationMs: checked[0]?.lastDurationMs ?? null,
    nextDueAt: iso(dues[0]),
    uptimePercent: sum && measured > 0 ? (100 * sum.good) / measured : null,
    p95Ms: sum?.p95Ms ?? null,
    openIncidentId,
    recent: recent
      .map(({ at, verdict, durationUs }) => ({
        at: at.toISOString(),
        verdict: verdicts[verdict] ?? 'UNKNOWN',
        durationMs: durationUs === null ? null : durationUs / 1000,
      }))
      .reverse(),
  };
}

const toSlot = (slot: SlotRow, live: readonly { region: string }[]): Monitor['slots'][number] => ({
  region: slot.region,
  verdict: slot.verdict,
  message: slot.message,
  lastAt: iso(slot.lastAt),
  lastDurationMs: slot.lastDurationMs,
  nextDueAt: iso(slot.nextDueAt),
  isChecking: slot.claimedBy !== null || slot.runId !== null,
  hasRunner: slot.region === '' ? live.length > 0 : live.some(({ region }) => region === slot.region),
});
