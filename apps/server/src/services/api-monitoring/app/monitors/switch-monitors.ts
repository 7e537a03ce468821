import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { incidentsStore } from '../../store/incidents.store.ts';
import { type MonitorRow, monitorsStore } from '../../store/monitors.store.ts';
import { slotsStore } from '../../store/slots.store.ts';
import type { Transitions } from '../incidents/transitions.ts';
import { waitingText } from './create-monitors.ts';
import { firstDue } from './monitor-values.ts';
import { toChecked } from './show-monitors.ts';

/** createSwitchMonitors starts and stops monitors that the transaction has locked. */
export function createSwitchMonitors({ platform, transitions }: { platform: Platform; transitions: Transitions }) {
  const { clock } = platform;
  /** Closes the monitor's open incident, if any, and writes the reason to its time line. */
  const closeIncident = async (
    sql: Sql,
    monitor: MonitorRow,
    { text, byName }: { text: string; byName?: string },
  ): Promise<void> => {
    const [incident] = await incidentsStore.lockOpen(sql, [monitor.id]);
    if (incident) await transitions.close(sql, { incident, monitor, at: clock.now(), text, byName: byName ?? null });
  };
  return {
    closeIncident,
    async start(sql: Sql, row: MonitorRow): Promise<void> {
      const checked = toChecked(platform, row);
      const statusText = waitingText(row.kind);
      const statusSince = clock.now();
      await monitorsStore.update(sql, row.id, { isStarted: true, status: 'UNKNOWN', statusText, statusSince });
      await resetSlots(sql, row, firstDue(checked, clock.now()));
    },
    /** `text` is the reason in the incident's time line, `status` the one shown on the monitor. */
    async stop(sql: Sql, row: MonitorRow, why: { text: string; status: string; byName?: string }): Promise<void> {
      await closeIncident(sql, row, why);
      const statusSince = clock.now();
      await monitorsStore.update(sql, row.id, {
        isStarted: false,
        status: 'PAUSED',
        statusText: why.status,
        statusSince,
      });
      await resetSlots(sql, row, null);
    },
  };
}
/** SwitchMonitors starts and stops monitors. */
export type SwitchMonitors = ReturnType<typeof createSwitchMonitors>;

/** Resets the state of a monitor's slots; they are next due at `nextDueAt`, or never if null. */
async function resetSlots(sql: Sql, { id }: MonitorRow, nextDueAt: Date | null): Promise<void> {
  const fresh = { verdict: 'UNKNOWN' as const, message: null, failures: 0, nextDueAt };
  await slotsStore.update(sql, id, fresh, { forgetsChecks: true });
  if (nextDueAt === null) return;
  const slots = await slotsStore.listOf(sql, [id]);
  const confirming = slots.filter(({ isConfirming }) => isConfirming).map(({ region }) => region);
  if (confirming.length > 0) await slotsStore.update(sql, id, { nextDueAt: null }, { regions: confirming });
}
