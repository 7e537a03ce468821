import type { Role } from '@touchstone/contracts';

/** The organization that somebody who looks after all of them acts for, kept in this browser. */
export interface ChosenOrganization {
  /** Whose choice it is; another user of the browser has an own one. */
  login: string;
  organizationId: string;
  organizationName: string;
}

const storageKey = 'touchstone.super-organization';
const compact = (id: string) => id.toLowerCase().replaceAll(' ', '');

/** Those who look after every organization. */
export const superRoles: readonly Role[] = ['ROLE_SUPERADMIN', 'ROLE_SUPERUSER'];
export const isSuperRole = (role: Role): boolean => superRoles.includes(role);

export const chosenOrganization = {
  /** The choice of a user; null without one. */
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
