import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Workspaces } from '../../../workspaces/index.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import type { CapacityOf } from '../monitors/capacity.ts';
import type { SwitchMonitors } from '../monitors/switch-monitors.ts';

/**
 * createFollowWorkspace stops the monitors of a project whose workspace was put in the trash, and starts them again
 * when it is restored, as far as the licence allows. Applies the current state, so it can be called late and
 * repeatedly.
 */
export function createFollowWorkspace({
  platform,
  workspaces,
  capacityOf,
  switching,
}: {
  platform: Platform;
  workspaces: Workspaces;
  capacityOf: CapacityOf;
  switching: SwitchMonitors;
}) {
  const stopAll = async (sql: Sql, projectId: string): Promise<void> => {
    const why = { text: 'Closed because the project was deleted.', status: 'Stopped because the project was deleted.' };
    await monitorsStore.markStarted(sql, projectId);
    for (const row of await monitorsStore.lockMarked(sql, projectId)) await switching.stop(sql, row, why);
  };
  const startAgain = async (sql: Sql, projectId: string, left: number | null): Promise<void> => {
    const marked = await monitorsStore.lockMarked(sql, projectId);
    for (const row of marked.slice(0, left ?? marked.length)) await switching.start(sql, row);
    await monitorsStore.forgetMarks(sql, projectId);
  };

  return async function followWorkspace(scope: { organizationId: string; projectId: string }): Promise<void> {
    const { organizationId, projectId } = scope;
    const capacity = await capacityOf(organizationId);
    await platform.database.transaction(async (sql) => {
      const row = await projectsStore.lock(sql, projectId);
      const isAway = (await workspaces.findService(scope)) === undefined;
      if (!row || row.isAway === isAway) return;
      await projectsStore.setAway(sql, projectId, isAway);
      if (isAway) await stopAll(sql, projectId);
      else await startAgain(sql, projectId, await capacity.left(sql));
    });
  };
}
/** FollowWorkspace stops and starts a project's monitors with its workspace. */
export type FollowWorkspace = ReturnType<typeof createFollowWorkspace>;
