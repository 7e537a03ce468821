import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import { type MockRow, mocksStore } from '../../store/mocks.store.ts';
import type { MockPlaces } from '../hosting/mock-directory.ts';

/** MockReach determines which mocks may be called. */
export interface MockReach {
  /** The addresses of those mocks. */
  list: () => Promise<MockPlaces[]>;
  has: (row: Pick<MockRow, 'isAway' | 'organizationId'>) => Promise<boolean>;
}

/**
 * createMockReach lets no one call mocks in the trash or of deactivated organizations. It is asked when addresses
 * change, not by each call.
 */
export function createMockReach({
  platform: { database },
  users,
}: {
  platform: Pick<Platform, 'database'>;
  users: Pick<UserManagement, 'isActiveOrganization' | 'listDeactivatedOrganizations'>;
}): MockReach {
  return {
    list: async () => mocksStore.listPlaces(database.sql, await users.listDeactivatedOrganizations()),
    has: async ({ isAway, organizationId }) => !isAway && users.isActiveOrganization(organizationId),
  };
}
