import type { Platform } from '../../../../platform/platform.ts';
import type { Workspaces } from '../../../workspaces/index.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { mocksStore } from '../../store/mocks.store.ts';
import type { CapacityOf } from '../capacity.ts';
import type { MockHost } from '../hosting/mock-host.ts';

/**
 * createFollowWorkspace keeps a mock from answering calls while its workspace waits to be restored. A restored one has as many APIs switched
 * on as the licence has left. What is so now counts, however often and late it is called.
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
/** FollowWorkspace keeps a mock from answering calls while its workspace waits to be restored. */
export type FollowWorkspace = ReturnType<typeof createFollowWorkspace>;
