import type { Page } from '@touchstone/contracts';
import type { Monitor, MonitorSummary } from '@touchstone/contracts/api-monitoring';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { type MonitorFilter, monitorsStore } from '../../store/monitors.store.ts';
import { slotsStore } from '../../store/slots.store.ts';
import type { Open } from '../open.ts';
import type { ShowMonitors } from './show-monitors.ts';

/** createListMonitors lists monitors. */
export function createListMonitors({ platform, open, show }: { platform: Platform; open: Open; show: ShowMonitors }) {
  const { sql } = platform.database;
  return {
    async list(
      caller: Actor,
      filter: MonitorFilter,
      page: { page: number; size: number },
    ): Promise<Page<MonitorSummary>> {
      await open.project(caller, filter.projectId, 'view');
      const { rows, totalElements } = await monitorsStore.list(sql, filter, page);
      return { ...page, totalElements, content: await show.summaries(rows) };
    },
    async view(caller: Actor, monitorId: string): Promise<Monitor> {
      return show.one(await open.monitor(caller, monitorId, 'view'));
    },
    regions: () => slotsStore.liveRegions(sql),
  };
}
/** ListMonitors lists monitors. */
export type ListMonitors = ReturnType<typeof createListMonitors>;
