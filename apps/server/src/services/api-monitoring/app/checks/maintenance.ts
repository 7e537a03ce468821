import type { Platform } from '../../../../platform/platform.ts';
import { nextCronDue } from '../../../scheduler/index.ts';
import { windowAt } from '../../domain/window-times.ts';
import type { MonitorRow } from '../../store/monitors.store.ts';
import { type WindowRow, windowsStore } from '../../store/windows.store.ts';

/** Channel that notifies checking processes of changed maintenance windows. */
export const windowsChannel = 'api_monitoring_windows';

/**
 * Knows which monitors are in a maintenance window. `refresh` reloads the windows and moves recurring ones on to their
 * next time.
 */
export function createActiveWindows({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  let active = new Map<string, Pick<WindowRow, 'collectionIds' | 'monitorIds'>[]>();
  return {
    async refresh(): Promise<void> {
      const now = clock.now();
      await database.transaction(async (sql) => {
        for (const row of await windowsStore.ended(sql, now)) {
          const span = windowAt(row.time, now, { nextCron: nextCronDue, notBefore: row.endedUntil });
          await windowsStore.update(sql, row.id, { startsAt: span?.startsAt ?? null, endsAt: span?.endsAt ?? null });
        }
      });
      const found = new Map<string, Pick<WindowRow, 'collectionIds' | 'monitorIds'>[]>();
      for (const row of await windowsStore.active(database.sql, now))
        found.set(row.projectId, [...(found.get(row.projectId) ?? []), row]);
      active = found;
    },
    holds({ id, projectId, collectionId }: Pick<MonitorRow, 'id' | 'projectId' | 'collectionId'>): boolean {
      return (active.get(projectId) ?? []).some(
        ({ collectionIds, monitorIds }) =>
          (collectionIds.length === 0 && monitorIds.length === 0) ||
          collectionIds.includes(collectionId) ||
          monitorIds.includes(id),
      );
    },
  };
}
/** ActiveWindows knows which monitors are in a maintenance window. */
export type ActiveWindows = ReturnType<typeof createActiveWindows>;
