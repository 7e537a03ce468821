import type { WorkspaceState } from '@touchstone/contracts/collaboration';
import type { Waiters } from '../../../platform/database/waiters.ts';
import type { OpenTopic } from '../../../platform/http/topics.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Actor, roleIn, type Workspaces } from '../../workspaces/index.ts';
import { activityStore } from '../store/activity.store.ts';
import { aliveSince } from './presence.ts';

/** Pages that were closed without a word are missed after this at the latest. */
const lookAgainMs = 15_000;

/** The channel of the notifier on which workspaces with news are named. */
export const workspaceChannel = 'collaboration_workspace';

/** createWorkspaceFeed tells who is in a workspace, what changed last, and what the caller may do; it ends with a refusal once the caller may not open it. */
export function createWorkspaceFeed(needs: {
  platform: Platform;
  workspaces: Workspaces;
  waiters: Waiters;
}): OpenTopic {
  const { platform, workspaces, waiters } = needs;
  const db = platform.database.sql;
  const stateFor = async (actor: Actor, projectId: string): Promise<WorkspaceState> => {
    const opened = await workspaces.open(actor, projectId, 'view');
    const [people, changes] = await Promise.all([
      activityStore.listPresent(db, projectId, aliveSince(platform.clock.now())),
      activityStore.listChanges(db, projectId),
    ]);
    return { projectId, role: roleIn(actor, opened) ?? 'VIEWER', people, changes };
  };
  return async (caller, projectId) => {
    await workspaces.open(caller, projectId, 'view');
    return async function* (_after, signal) {
      let told = '';
      for await (const _ of waiters.looks([projectId], { signal, everyMs: lookAgainMs })) {
        const data = await stateFor(caller, projectId);
        const text = JSON.stringify(data);
        if (text === told) continue;
        told = text;
        yield { event: 'workspace', data };
      }
    };
  };
}
