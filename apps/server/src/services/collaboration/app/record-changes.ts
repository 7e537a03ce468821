import type { AnyRoute } from '@touchstone/contracts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor } from '../../workspaces/index.ts';
import { activityStore } from '../store/activity.store.ts';
import { aliveSince } from './presence.ts';

/** PeopleChanged notifies the open pages of a workspace that its people changed. */
export type PeopleChanged = (actor: Actor, projectId: string) => Promise<void>;

/** createRecordChanges notifies the open pages of a workspace that something has changed in it. */
export function createRecordChanges(needs: { platform: Platform; wake: (projectId: string) => Promise<void> }) {
  const { platform, wake } = needs;
  const record = (service: string, actor: Actor, projectId: string, seenSince?: Date): Promise<boolean> => {
    const { userId, organizationId, name } = actor;
    return activityStore.recordChange(
      platform.database.sql,
      { projectId, service, organizationId, userId, name },
      seenSince,
    );
  };
  const peopleChanged: PeopleChanged = async (actor, projectId) => {
    // Even if no one is present: the page of a removed person is notified.
    await record('collaboration', actor, projectId);
    await wake(projectId);
  };
  return {
    peopleChanged,
    /** Records a change in each workspace that a call has opened for changes. */
    async callDone({ service }: Pick<AnyRoute, 'service'>, caller: Caller): Promise<void> {
      for (const projectId of caller.openedForChange ?? [])
        if (await record(service, caller, projectId, aliveSince(platform.clock.now()))) await wake(projectId);
    },
  };
}
