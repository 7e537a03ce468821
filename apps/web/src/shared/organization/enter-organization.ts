import { ApiError } from '@touchstone/contracts';
import type { Account } from '@touchstone/contracts/identity';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { api } from '../api.ts';
import { preferences } from '../preferences.ts';
import { session } from '../session/browser-session.ts';
import { type ChosenOrganization, chosenOrganization, isSuperRole } from './chosen-organization.ts';

/** The organization that this page's account has acted for since the page was loaded. */
let entered = '';
session.subscribe(() => {
  if (session.getState().status === 'signedOut') entered = '';
});

/** Every call names the account's organization, so the teams returned belong to the new one. */
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

/** enterOrganization lets a super role act for an organization in this browser. Throws if it can't be entered. */
export async function enterOrganization(organization: Omit<ChosenOrganization, 'login'>): Promise<void> {
  const { account } = session.getState();
  if (!account) return;
  await actFor(account, organization);
  chosenOrganization.set({ ...organization, login: account.email });
  preferences.set({ teamId: null, projectId: null, areaProjects: {} });
}

/**
 * enterChosenOrganization returns whether the user has an organization to work in; after a reload, re-enters the chosen
 * one.
 */
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
    // It no longer exists.
    chosenOrganization.clear();
    return false;
  }
}
