import type { Role } from '@touchstone/contracts';
import type { Plan } from '../domain/plan.ts';

export type { Plan };

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
  /** The plan in force: EXPIRED after its end. */
  plan: Plan;
  /** False if the user, or the entire organization, was deactivated. */
  active: boolean;
  /** False until the owner of the email address followed the mailed link, or a provider vouched for it. */
  activated: boolean;
  /** Dial code and number, such as +1-2025550123; empty if not given. */
  phoneNumber: string;
  /** True until the second sign-in, or until the user has dismissed what the first one shows. */
  firstLogin: boolean;
  modeStatus: 'light' | 'dark' | 'auto';
  teams: TeamRecord[];
}

/** A user to add to an organization. */
export interface NewUser {
  organizationId: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  teamIds: string[];
  phoneNumber?: string;
  /** Default true. */
  activated?: boolean;
}

/** An organization to create, with its first administrator. */
export interface NewOrganization {
  organizationName: string;
  plan: Plan;
  /** End of the trial; without it, the plan has no end. */
  planExpiresAt?: Date;
  admin: Omit<NewUser, 'organizationId' | 'teamIds'>;
  teamName: string;
}

/** Changes to a profile; missing fields stay. */
export interface ProfileChange {
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
}
