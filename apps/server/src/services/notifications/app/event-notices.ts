import type { RunEnd, Runs } from '../../runs/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { textOfRun } from '../domain/run-text.ts';
import type { Notify } from './notifications.ts';

/** createEventNotices notifies users of events elsewhere in the product, once per event. */
export function createEventNotices(needs: { users: UserManagement; runs: Pick<Runs, 'linkOf'>; notify: Notify }) {
  const { users, runs, notify } = needs;
  return {
    /** Notifies the starter of a run how it ended, if the run has a page. */
    async runEnded(run: RunEnd): Promise<void> {
      const text = textOfRun(run);
      const link = runs.linkOf(run);
      if (!text || !link) return;
      const { organizationId, createdBy, runId } = run;
      await notify({ organizationId, userIds: [createdBy], ...text, link, onceKey: `run:${runId}` });
    },
    /**
     * Notifies the administrators; users who signed up are their organization's only one, and aren't notified of
     * themselves.
     */
    async userActivated({ userId }: { userId: string }): Promise<void> {
      const user = await users.findUser(userId);
      if (!user) return;
      const { organizationId, firstName, lastName, email } = user;
      const administrators = await users.listAdministrators(organizationId);
      await notify({
        organizationId,
        userIds: administrators.filter((id) => id !== userId),
        kind: 'invitation-accepted',
        title: `${`${firstName} ${lastName}`.trim()} accepted the invitation`,
        text: `${email} can sign in from now on.`,
        link: '/account/users',
        onceKey: `activated:${userId}`,
      });
    },
  };
}
