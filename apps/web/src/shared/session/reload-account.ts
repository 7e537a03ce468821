import { routes } from '@touchstone/contracts';
import { api } from '../api.ts';
import { session } from './browser-session.ts';

/** reloadAccount brings the own name and teams up to date after they were changed. */
export async function reloadAccount(): Promise<void> {
  // The account knows the teams of its own organization, the list those of the one that is worked in.
  const [fresh, teams] = await Promise.all([
    api.call(routes.identity.getAccount, {}),
    api.call(routes.userManagement.listTeams, {}),
  ]);
  const { account } = session.getState();
  if (!account) return;
  const { name, given_name, family_name } = fresh;
  session.setAccount({ ...account, name, given_name, family_name, teams });
}
