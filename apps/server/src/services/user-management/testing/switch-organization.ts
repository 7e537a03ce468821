import { userManagementRoutes } from '@touchstone/contracts/user-management';
import type { TestServer } from '@touchstone/testing';

/** organizationSwitch returns a function that deactivates or activates organizations, as the installation's administrator. */
export async function organizationSwitch(
  server: TestServer,
): Promise<(organizationId: string, active: boolean) => Promise<void>> {
  const root = await server.createOrganization({ role: 'ROLE_SUPERADMIN' });
  return async (orgId, active) => {
    await root.client.call(userManagementRoutes.deactivateAccount, { query: { orgId, active: `${active}` } });
  };
}
