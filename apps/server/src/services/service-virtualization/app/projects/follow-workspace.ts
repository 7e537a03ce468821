import type { Platform } from '../../../../platform/platform.ts';
import type { Workspaces } from '../../../workspaces/index.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { mocksStore } from '../../store/mocks.store.ts';
import type { CapacityOf } from '../capacity.ts';
import type { MockHost } from '../hosting/mock-host.ts';

/**
 * createFollowWorkspace stops a mock while its workspace is in the trash. A restored mock has as many APIs enabled as
 * the licence has left. Applies the current state, so it can be called late and repeatedly.
 */
export function createFollowWorkspace({
  platform,
  workspaces,
  capacityOf,
  host,
}: {
  platform: Platform;
  workspaces: Workspaces;
  capacityOf: CapacityOf;
  host: MockHost;
}) {
  return async function followWorkspace(scope: { organizationId: string; projectId: string }): Promise<void> {
    const { organizationId, projectId } = scope;
    const capacity = await capacityOf(organizationId);
    const change = await platform.database.transaction(async (sql) => {
      const row = await mocksStore.lock(sql, projectId);
      const isAway = (await workspaces.findService(scope)) === undefined;
      if (!row || row.isAway === isAway) return undefined;
      const left = isAway ? null : await capacity.left(sql);
      if (left !== null) await assetsStore.switchOffBeyond(sql, projectId, left);
      await mocksStore.update(sql, projectId, { isAway });
      return isAway ? 'dropped' : 'appeared';
    });
    if (change) await host[change](projectId);
  };
}
/** FollowWorkspace stops a mock while its workspace is in the trash. */
export type FollowWorkspace = ReturnType<typeof createFollowWorkspace>;
