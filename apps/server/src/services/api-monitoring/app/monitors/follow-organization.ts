import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import { slotsStore } from '../../store/slots.store.ts';
import { laterDue } from './monitor-values.ts';
import { toChecked } from './show-monitors.ts';

/**
 * createFollowOrganization gives heartbeats of an organization that is active again their whole interval: their jobs
 * couldn't call before. All other monitors just continue.
 */
export function createFollowOrganization({
  platform,
  users,
}: {
  platform: Platform;
  users: Pick<UserManagement, 'isActiveOrganization'>;
}) {
  return async function followOrganization({ organizationId }: { organizationId: string }): Promise<void> {
    if (!(await users.isActiveOrganization(organizationId))) return;
    await platform.database.transaction(async (sql) => {
      for (const row of await monitorsStore.lockHeartbeats(sql, organizationId))
        await slotsStore.update(sql, row.id, { nextDueAt: laterDue(toChecked(platform, row), platform.clock.now()) });
    });
  };
}
