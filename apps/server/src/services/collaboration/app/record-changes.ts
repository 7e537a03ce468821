import type { AnyRoute } from '@touchstone/contracts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { activityStore } from '../store/activity.store.ts';
import { aliveSince } from './presence.ts';

/** createRecordChanges tells the open pages of a workspace that a call has changed something in it. */
export function createRecordChanges(needs: { platform: Platform; wake: (projectId: string) => Promise<void> }) {
  const { platform, wake } = needs;
  return async ({ service }: Pick<AnyRoute, 'service'>, caller: Caller): Promise<void> => {
    const { userId, organizationId, name } = caller;
    for (const projectId of caller.openedForChange ?? []) {
      const values = { projectId, service, organizationId, userId, name };
      const since = aliveSince(platform.clock.now());
      if (await activityStore.recordChange(platform.database.sql, values, since)) await wake(projectId);
    }
  };
}
