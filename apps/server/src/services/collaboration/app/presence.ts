import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { activityStore } from '../store/activity.store.ts';

/** A page that has sent nothing for this long counts as closed. Pages send every 15 seconds. */
const aliveMs = 45_000;

/** aliveSince returns an open page must have sent something since this instant. */
export const aliveSince = (now: Date): Date => new Date(now.getTime() - aliveMs);

interface Page {
  projectId: string;
  tab?: string | undefined;
  place?: string | null | undefined;
  isLeaving?: boolean | undefined;
}

/** createPresence records who is active in a workspace, and in which pages. */
export function createPresence(needs: {
  platform: Platform;
  workspaces: Workspaces;
  wake: (projectId: string) => Promise<void>;
}) {
  const { platform, workspaces, wake } = needs;
  const db = platform.database.sql;
  return {
    async record(actor: Actor, { projectId, tab, place = null, isLeaving }: Page): Promise<{ lastActiveAt: string }> {
      const { userId, organizationId, name, email } = actor;
      await workspaces.open(actor, projectId, 'view');
      const now = platform.clock.now();
      await activityStore.recordActive(db, { projectId, userId, organizationId, lastActiveAt: now });
      if (tab && isLeaving) {
        await activityStore.leave(db, { projectId, userId, tab });
        await wake(projectId);
      } else if (tab) {
        const values = { projectId, userId, tab, organizationId, name, email, place, seenAt: now };
        if (await activityStore.arrive(db, values, aliveSince(now))) await wake(projectId);
      }
      return { lastActiveAt: now.toISOString() };
    },
  };
}
/** WorkspacePresence records who is active in a workspace. */
export type WorkspacePresence = ReturnType<typeof createPresence>;
