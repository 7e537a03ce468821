import { ApiError } from '@touchstone/contracts';
import type { Account } from '@touchstone/contracts/identity';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { api } from '../api.ts';
import { preferences } from '../preferences.ts';
import { session } from '../session/browser-session.ts';
import { type ChosenOrganization, chosenOrganization, isSuperRole } from './chosen-organization.ts';

/** Whom the account of this page acts for since it was loaded. */
let entered = '';
session.subscribe(() => {
  if (session.getState().status === 'signedOut') entered = '';
});

/** Every call names the organization of the account, so the teams that come are those of the new one. */
async function actFor(account: Account, { organizationId, organizationName }: Omit<ChosenOrganization, 'login'>) {
  const visitor = { ...account, organization_id: organizationId, organization_name: organizationName };
  session.setAccount({ ...visitor, teams: [] });
  try {
    session.setAccount({ ...visitor, teams: await api.call(userManagementRoutes.listTeamsOfOrganization, {}) });
    entered = organizationId;
  } catch (error) {
    session.setAccount(account);
    throw error;
  }
}

/** enterOrganization lets a super role act for an organization from now on, in this browser. Throws when it cannot be entered. */
export async function enterOrganization(organization: Omit<ChosenOrganization, 'login'>): Promise<void> {
  const { account } = session.getState();
  if (!account) return;
  await actFor(account, organization);
  chosenOrganization.set({ ...organization, login: account.email });
  preferences.set({ teamId: null, projectId: null, areaProjects: {} });
}

/** enterChosenOrganization tells whether the user has an organization to work in; after a reload the chosen one is entered again. */
export async function enterChosenOrganization(): Promise<boolean> {
  const { account } = session.getState();
  if (!account || !isSuperRole(account.role)) return true;
  const chosen = chosenOrganization.get(account.email);
  if (!chosen) return false;
  if (chosen.organizationId === entered) return true;
  try {
    await actFor(account, chosen);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) throw error;
    // It does not exist any more.
    chosenOrganization.clear();
    return false;
  }
}
