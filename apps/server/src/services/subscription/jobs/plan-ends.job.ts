import type { Platform } from '../../../platform/platform.ts';
import type { Notify } from '../../notifications/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { remainingDays } from '../domain/time.ts';

const queue = 'subscription.plan-ends';
/** How long before the end of a plan administrators are notified, and until how long after it. */
const noticeMs = 15 * 24 * 3_600_000;

/**
 * addPlanEndsJob checks hourly for plans that are about to end or have ended, and notifies administrators once of each.
 */
export function addPlanEndsJob(needs: { platform: Platform; users: UserManagement; notify: Notify }): void {
  const { platform, users, notify } = needs;
  platform.jobs.handle(queue, async () => {
    const now = platform.clock.now();
    const around = (ms: number) => new Date(now.getTime() + ms);
    for (const plan of await users.listPlanEnds(around(-noticeMs), around(noticeMs))) {
      const { organizationId, organizationName, planExpiresAt } = plan;
      const day = planExpiresAt.toISOString().slice(0, 10);
      const days = remainingDays(planExpiresAt, now) ?? 0;
      const hasEnded = planExpiresAt <= now;
      await notify({
        organizationId,
        userIds: await users.listAdministrators(organizationId),
        kind: 'plan-ending',
        title: hasEnded
          ? `The plan of ${organizationName} has ended`
          : `The plan of ${organizationName} ends in ${days} ${days === 1 ? 'day' : 'days'}`,
        text: hasEnded
          ? `It ended on ${day}. Your data is safe; renew the plan to work on.`
          : `It ends on ${day}. Renew it to work on without a break.`,
        link: '/account/subscriptions/renew',
        onceKey: `${hasEnded ? 'plan-ended' : 'plan-ending'}:${planExpiresAt.toISOString()}`,
      });
    }
  });
  platform.jobs.schedule(queue, '7 * * * *');
}
