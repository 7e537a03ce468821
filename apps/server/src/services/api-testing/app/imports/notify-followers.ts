import { canRead } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { Notify } from '../../../notifications/index.ts';
import { type ActingUsers, actFor } from '../../../user-management/index.ts';
import type { Workspaces } from '../../../workspaces/index.ts';
import type { SourceWatchRow } from '../../store/source-watches.store.ts';

/** Dependencies for notifying followers. */
export interface NotifyNeeds {
  workspaces: Workspaces;
  users: ActingUsers;
  notify: Notify;
}

/** createNotifyFollowers notifies the followers of a watched source who may still open its workspace. */
export function createNotifyFollowers({ workspaces, users, notify }: NotifyNeeds) {
  /** The followers who may still open the workspace. */
  const followersOf = async ({ followers, organizationId, projectId, sourceId }: SourceWatchRow): Promise<string[]> => {
    const may = async (userId: string): Promise<boolean> => {
      const origin = { requestId: `watch-${sourceId}`, address: 'watch' };
      const person = await actFor(users, { userId, organizationId }, origin);
      if (!person) return false;
      const opening = workspaces.open({ ...person, workspaceAccess: canRead }, projectId, 'view');
      return opening.then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.status < 500) return false;
          throw error;
        },
      );
    };
    const allowed: string[] = [];
    for (const userId of followers) if (await may(userId)) allowed.push(userId);
    return allowed;
  };

  return async function notifyFollowers(watch: SourceWatchRow, title: string, text: string): Promise<void> {
    const { organizationId, projectId, sourceId } = watch;
    await notify({
      organizationId,
      userIds: await followersOf(watch),
      kind: 'spec-changed',
      title,
      text,
      link: `/api-testing/linked-specifications?project=${projectId}&source=${sourceId}`,
      onceKey: `spec:${sourceId}:${watch.createdAt.getTime()}:${watch.told + 1}`,
    });
  };
}
