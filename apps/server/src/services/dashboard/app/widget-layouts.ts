import type { Widget } from '@touchstone/contracts/user-management';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { widgetsStore } from '../store/widgets.store.ts';

/** createWidgetLayouts stores how users arranged their dashboards. */
export function createWidgetLayouts({ platform }: { platform: Platform }) {
  const { database, clock } = platform;
  const db = database.sql;
  const layoutKey = (service: string, teamUuid: string | null | undefined) => [service, teamUuid ?? ''] as const;

  return {
    async layouts(caller: Caller) {
      return (await widgetsStore.list(db, caller.userId)).map((row) => ({
        service: row.service,
        teamUuid: row.team || null,
        widgets: row.widgets,
      }));
    },
    async saveLayout(caller: Caller, input: { service: string; teamUuid: string | null; widgets: Widget[] }) {
      const [service, team] = layoutKey(input.service, input.teamUuid);
      await widgetsStore.save(db, { userId: caller.userId, service, team, widgets: input.widgets }, clock.now());
      return { service, teamUuid: team || null, widgets: input.widgets };
    },
    async layout(caller: Caller, service: string, teamUuid: string | undefined) {
      const row = await widgetsStore.find(db, caller.userId, ...layoutKey(service, teamUuid));
      return { service, teamUuid: teamUuid ?? null, widgets: row?.widgets ?? [] };
    },
  };
}
