import type { FirstSteps } from '@touchstone/contracts/api-testing';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { firstStepsStore } from '../../store/first-steps.store.ts';
import type { SampleWorkspaces } from './sample-workspace.ts';

/** How many users a process remembers, so that sending writes to the database only once per user. */
const maxRemembered = 10_000;

/** createFirstSteps tracks a new user's progress with API testing. */
export function createFirstSteps(needs: {
  platform: Platform;
  workspaces: Workspaces;
  sampleWorkspaces: SampleWorkspaces;
}) {
  const { platform, workspaces, sampleWorkspaces } = needs;
  const db = platform.database.sql;
  const senders = new Set<string>();
  return {
    /** Records that the user has sent a request. */
    async noteSend({ userId, organizationId }: Pick<Actor, 'userId' | 'organizationId'>): Promise<void> {
      if (senders.has(userId)) return;
      await firstStepsStore.noteSend(db, { userId, organizationId, firstSentAt: platform.clock.now() });
      if (senders.size >= maxRemembered) senders.clear();
      senders.add(userId);
    },
    async get(actor: Actor): Promise<FirstSteps> {
      const projectIds = (await workspaces.listVisible(actor)).map(({ projectId }) => projectId);
      const [sample, hasImported, hasSent] = await Promise.all([
        sampleWorkspaces.find(actor),
        firstStepsStore.hasImported(db, projectIds),
        firstStepsStore.hasSent(db, actor),
      ]);
      return { sample, hasImported, hasSent };
    },
  };
}
export type FirstStepsKeeper = ReturnType<typeof createFirstSteps>;
