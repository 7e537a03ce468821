import { type Account, identityRoutes } from '@touchstone/contracts/identity';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { api } from '../api.ts';
import { isSuperRole } from '../organization/chosen-organization.ts';
import { session } from './browser-session.ts';

/** Roles that administer every organization have all teams of the one they act for. */
const listTeams = ({ role }: Account) =>
  api.call(isSuperRole(role) ? userManagementRoutes.listTeamsOfOrganization : userManagementRoutes.listTeams, {});

/** reloadAccount reloads the user's own name and teams after they were changed. */
export async function reloadAccount(): Promise<void> {
  const before = session.getState().account;
  if (!before) return;
  const [fresh, teams] = await Promise.all([api.call(identityRoutes.getAccount, {}), listTeams(before)]);
  const { account } = session.getState();
  if (!account) return;
  const { name, given_name, family_name } = fresh;
  session.setAccount({ ...account, name, given_name, family_name, teams });
}
