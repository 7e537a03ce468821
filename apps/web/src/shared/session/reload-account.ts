import { type Account, identityRoutes } from '@touchstone/contracts/identity';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { api } from '../api.ts';
import { isSuperRole } from '../organization/chosen-organization.ts';
import { session } from './browser-session.ts';

/** Those who look after every organization have all teams of the one that they act for. */
const listTeams = ({ role }: Account) =>
  api.call(isSuperRole(role) ? userManagementRoutes.listTeamsOfOrganization : userManagementRoutes.listTeams, {});

/** reloadAccount brings the own name and teams up to date after they were changed. */
export async function reloadAccount(): Promise<void> {
  const before = session.getState().account;
  if (!before) return;
  const [fresh, teams] = await Promise.all([api.call(identityRoutes.getAccount, {}), listTeams(before)]);
  const { account } = session.getState();
  if (!account) return;
  const { name, given_name, family_name } = fresh;
  session.setAccount({ ...account, name, given_name, family_name, teams });
}
