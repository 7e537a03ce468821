import type { Platform } from '../../../platform/platform.ts';
import type { RunEnd, Transaction } from '../../runs/index.ts';
import type { UserManagement, UserRecord } from '../../user-management/index.ts';
import { textOfRun } from '../domain/run-text.ts';
import type { Notify } from './notifications.ts';

const runEndedQueue = 'notifications.run-ended';

/** Where the page shows a run; undefined for runs that no report is kept of. */
export type PathOfRun = (run: Pick<RunEnd, 'kind' | 'runId' | 'projectId'>) => string | undefined;

/** createEvents tells users of what happens elsewhere in the product. */
export function createEvents(needs: {
  platform: Platform;
  users: UserManagement;
  notify: Notify;
  pathOfRun: PathOfRun;
}) {
  const { platform, users, notify, pathOfRun } = needs;

  platform.jobs.handle<RunEnd>(runEndedQueue, async (run) => {
    const text = textOfRun(run);
    const link = pathOfRun(run);
    if (!text || !link) return;
    const { organizationId, createdBy, runId } = run;
    await notify({ organizationId, userIds: [createdBy], ...text, link, onceKey: `run:${runId}` });
  });

  return {
    /** Within the transaction that ends the run, so that no end goes untold; a queue that fails leaves the end as it is. */
    async runEnded(transaction: Transaction, run: RunEnd): Promise<void> {
      if (!textOfRun(run) || !pathOfRun(run)) return;
      await transaction.query('savepoint run_ended');
      try {
        await platform.jobs.send(runEndedQueue, run, transaction);
      } catch (error) {
        await transaction.query('rollback to savepoint run_ended');
        platform.log.error({ err: error, runId: run.runId }, 'the end of a run is not told');
      }
    },
    /** Whoever signed up is the only administrator of the organization, and is not told of oneself. */
    async userActivated({ userId, organizationId, firstName, lastName, email }: UserRecord): Promise<void> {
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
