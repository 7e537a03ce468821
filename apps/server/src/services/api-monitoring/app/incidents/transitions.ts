import { newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import { type IncidentRow, incidentsStore, type NewEntry } from '../../store/incidents.store.ts';
import type { MonitorRow } from '../../store/monitors.store.ts';

/** An event of an incident. `worsened`: from degraded to down. */
export type IncidentEvent = 'opened' | 'worsened' | 'acknowledged' | 'closed';

/** A changing incident, as passed to the alerting. */
export interface IncidentTransition {
  event: IncidentEvent;
  incident: IncidentRow;
  monitor: Pick<
    MonitorRow,
    'id' | 'organizationId' | 'projectId' | 'collectionId' | 'name' | 'kind' | 'target' | 'tags'
  >;
  at: Date;
}

/**
 * OnTransition is called for each change of an incident, in its transaction: what it writes with `sql` exists if and
 * only if the change does. It must not wait for anything but the database.
 */
export type OnTransition = (sql: Sql, transition: IncidentTransition) => Promise<void>;

/** createTransitions changes incidents and notifies the listeners. */
export function createTransitions(listeners: readonly OnTransition[]) {
  const tell = async (sql: Sql, transition: IncidentTransition): Promise<void> => {
    for (const listener of listeners) await listener(sql, transition);
  };
  const entry = (incidentId: string, kind: NewEntry['kind'], at: Date, text: string, byName: string | null = null) => ({
    id: newId(),
    incidentId,
    kind,
    at,
    text,
    byName,
  });
  return {
    tell,
    entry,
    /** Closes an open incident, which the caller holds, and writes the reason to its time line. */
    async close(
      sql: Sql,
      {
        incident,
        monitor,
        at,
        text,
        byName = null,
      }: Omit<IncidentTransition, 'event'> & { text: string; byName?: string | null },
    ): Promise<void> {
      const closed = await incidentsStore.update(sql, incident.id, { state: 'CLOSED', closedAt: at });
      await incidentsStore.addEntries(sql, [entry(incident.id, 'closed', at, text, byName)]);
      await tell(sql, { event: 'closed', incident: closed, monitor, at });
    },
  };
}
/** Transitions changes incidents and notifies the listeners. */
export type Transitions = ReturnType<typeof createTransitions>;
