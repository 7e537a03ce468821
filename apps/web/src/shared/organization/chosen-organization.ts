import type { Role } from '@touchstone/contracts';

/** The organization that an administrator of all organizations acts for, stored in this browser. */
export interface ChosenOrganization {
  /** The user who made the choice; another user of the browser has their own. */
  login: string;
  organizationId: string;
  organizationName: string;
}

const storageKey = 'touchstone.super-organization';
const compact = (id: string) => id.toLowerCase().replaceAll(' ', '');

/** Roles that administer every organization. */
export const superRoles: readonly Role[] = ['ROLE_SUPERADMIN', 'ROLE_SUPERUSER'];
export const isSuperRole = (role: Role): boolean => superRoles.includes(role);

export const chosenOrganization = {
  /** A user's choice; null if there is none. */
  get(login: string): ChosenOrganization | null {
    try {
      const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as ChosenOrganization | null;
      return stored && stored.login === compact(login) && stored.organizationId ? stored : null;
    } catch {
      return null;
    }
  },
  set({ login, organizationId, organizationName }: ChosenOrganization): void {
    const record = { login: compact(login), organizationId: compact(organizationId), organizationName };
    localStorage.setItem(storageKey, JSON.stringify(record));
  },
  clear: (): void => localStorage.removeItem(storageKey),
};
