import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import { mocksStore } from '../../store/mocks.store.ts';
import type { MockHost } from '../hosting/mock-host.ts';

/**
 * createFollowOrganization makes the mocks of an organization unreachable while it is deactivated; all their data
 * stays. Applies the current state, so it can be called late and repeatedly.
 */
export function createFollowOrganization({
  platform,
  users,
  host,
}: {
  platform: Pick<Platform, 'database'>;
  users: Pick<UserManagement, 'isActiveOrganization'>;
  host: Pick<MockHost, 'appeared' | 'dropped'>;
}) {
  return async function followOrganization({ organizationId }: { organizationId: string }): Promise<void> {
    const change = (await users.isActiveOrganization(organizationId)) ? 'appeared' : 'dropped';
    for (const projectId of await mocksStore.listIds(platform.database.sql, organizationId))
      await host[change](projectId);
  };
}
