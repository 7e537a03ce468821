import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { api } from '../../../shared/api.ts';
import { isSuperRole } from '../../../shared/organization/chosen-organization.ts';
import { session } from '../../../shared/session/browser-session.ts';
import { signInSettings } from '../api/sign-up.queries.ts';

/** isWelcomeDue returns whether the signed-in user is new to the public edition and hasn't seen its welcome. */
export async function isWelcomeDue(): Promise<boolean> {
  const { account } = session.getState();
  if (!account?.firstLogin || isSuperRole(account.role)) return false;
  return (await signInSettings()).publicCloud;
}

/** finishWelcome stores on the server that the user has seen the welcome. */
export async function finishWelcome(): Promise<void> {
  const { account } = session.getState();
  if (!account) return;
  await api.call(userManagementRoutes.updateLoginInformation, { query: { login: account.email } });
  session.setAccount({ ...account, firstLogin: false });
}
