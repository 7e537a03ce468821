import { newId } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createOrderAlerts } from '../app/alerts/order-alerts.ts';
import { createTransitions, type IncidentEvent } from '../app/incidents/transitions.ts';
import { createIncidentNotices } from '../app/pages/incident-notices.ts';
import { type IncidentRow, incidentsStore } from '../store/incidents.store.ts';
import { type MonitorRow, monitorsStore } from '../store/monitors.store.ts';
import { projectsStore } from '../store/projects.store.ts';

/** incidentsOf changes incidents as checks do, in one transaction with alerts and status page notices. */
export function incidentsOf(platform: Pick<Platform, 'database' | 'clock'>) {
  const { database, clock } = platform;
  const transitions = createTransitions([createOrderAlerts(platform), createIncidentNotices()]);
  const tell = (
    event: IncidentEvent,
    monitorId: string,
    change: (sql: Sql, monitor: MonitorRow) => Promise<IncidentRow>,
  ) =>
    database.transaction(async (sql) => {
      const [monitor] = await monitorsStore.lock(sql, [monitorId]);
      if (!monitor) throw new Error('No such monitor.');
      const incident = await change(sql, monitor);
      await transitions.tell(sql, { event, incident, monitor, at: clock.now() });
      return incident;
    });
  return {
    open: (monitorId: string, severity: 'DOWN' | 'DEGRADED' = 'DOWN') =>
      tell('opened', monitorId, async (sql, { organizationId, projectId }) => {
        const number = await projectsStore.takeIncidentNumber(sql, projectId);
        return incidentsStore.insert(sql, {
          id: newId(),
          organizationId,
          projectId,
          monitorId,
          number,
          state: 'OPEN',
          severity,
          cause: 'It answered with status 500.',
          regions: [],
          openedAt: clock.now(),
        });
      }),
    worsen: ({ id, monitorId }: IncidentRow) =>
      tell('worsened', monitorId, (sql) => incidentsStore.update(sql, id, { severity: 'DOWN' })),
    close: ({ id, monitorId }: IncidentRow) =>
      tell('closed', monitorId, (sql) => incidentsStore.update(sql, id, { state: 'CLOSED', closedAt: clock.now() })),
  };
}
