import type { Role } from '@touchstone/contracts';

export type Plan = 'FREE' | 'PRO' | 'ENTERPRISE' | 'EXPIRED';

/** TeamRecord is a team as the product's clients name it; `teamUuid` repeats `teamId`. */
export interface TeamRecord {
  teamId: string;
  teamUuid: string;
  teamName: string;
  teamDescription: string;
}

/** UserRecord is a user with organization and teams, as the rest of the product sees it. */
export interface UserRecord {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  organizationId: string;
  organizationName: string;
  plan: Plan;
  active: boolean;
  /** True until the second sign-in. */
  firstLogin: boolean;
  modeStatus: 'light' | 'dark' | 'auto';
  teams: TeamRecord[];
}

export interface NewUser {
  organizationId: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  teamIds: string[];
}

export interface NewOrganization {
  organizationName: string;
  plan: Plan;
  admin: { email: string; firstName: string; lastName: string; role: Role };
  teamName: string;
}
