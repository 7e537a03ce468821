import { routes } from '@touchstone/contracts';
import { api } from '../api.ts';
import { session } from './browser-session.ts';

/** reloadAccount brings the own name and teams up to date after they were changed. */
export async function reloadAccount(): Promise<void> {
  const fresh = await api.call(routes.identity.getAccount, {});
  const { account } = session.getState();
  if (!account) return;
  const { name, given_name, family_name, teams } = fresh;
  session.setAccount({ ...account, name, given_name, family_name, teams });
}
