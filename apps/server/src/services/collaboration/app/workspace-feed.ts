import type { WorkspaceState } from '@touchstone/contracts/collaboration';
import type { Waiters } from '../../../platform/database/waiters.ts';
import type { OpenTopic } from '../../../platform/http/topics.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Actor, roleIn, type Workspaces } from '../../workspaces/index.ts';
import { activityStore } from '../store/activity.store.ts';
import { aliveSince } from './presence.ts';
import { createSharedReads } from './shared-reads.ts';

/** The longest delay until pages that closed without notice are removed. */
const pollIntervalMs = 15_000;

/** The notifier's channel for changed workspaces. */
export const workspaceChannel = 'collaboration_workspace';

/** How often permissions are checked again; immediately if the workspace's people changed. */
const checkAgainMs = 5000;

interface Snapshot extends Pick<WorkspaceState, 'people' | 'changes'> {
  /** Both as text, to detect changes quickly. */
  text: string;
}

const peopleRevision = ({ changes }: Snapshot): number =>
  changes.find(({ service }) => service === 'collaboration')?.revision ?? 0;

/**
 * createWorkspaceFeed streams who is in a workspace, what changed last, and the caller's permissions; ends with a
 * refusal once the caller may no longer open it. Presence and changes are read once for all followers.
 */
export function createWorkspaceFeed(needs: {
  platform: Platform;
  workspaces: Workspaces;
  waiters: Waiters;
}): OpenTopic {
  const { platform, workspaces, waiters } = needs;
  const db = platform.database.sql;
  const reads = createSharedReads(async (projectId): Promise<Snapshot> => {
    const [people, changes] = await Promise.all([
      activityStore.listPresent(db, projectId, aliveSince(platform.clock.now())),
      activityStore.listChanges(db, projectId),
    ]);
    return { people, changes, text: JSON.stringify([people, changes]) };
  });
  const roleOf = async (caller: Actor, projectId: string) =>
    roleIn(caller, await workspaces.open(caller, projectId, 'view')) ?? 'VIEWER';
  return async (caller, projectId) => {
    let role = await roleOf(caller, projectId);
    return async function* (_after, signal) {
      let checkedAtMs = Number.NEGATIVE_INFINITY;
      let known = -1;
      let sent = '';
      const leave = reads.enter(projectId);
      try {
        for await (const _ of waiters.wakeUps([projectId], { signal, everyMs: pollIntervalMs })) {
          const snapshot = await reads.read(projectId);
          const people = peopleRevision(snapshot);
          if (people !== known || performance.now() - checkedAtMs > checkAgainMs) {
            role = await roleOf(caller, projectId);
            checkedAtMs = performance.now();
            known = people;
          }
          if (`${role} ${snapshot.text}` === sent) continue;
          sent = `${role} ${snapshot.text}`;
          yield { event: 'workspace', data: { projectId, role, people: snapshot.people, changes: snapshot.changes } };
        }
      } finally {
        leave();
      }
    };
  };
}
