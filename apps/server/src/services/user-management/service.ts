import type { Page } from '@touchstone/contracts';
import type { PackedIds } from '../../platform/database/conditions.ts';
import type { Sql } from '../../platform/database/pool.ts';
import type { VisitOrganization } from '../../platform/http/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServiceParts } from '../../platform/service.ts';
import { take } from '../../platform/slots.ts';
import { type AccountPort, accountPorts, type TeamUse, teamUses } from './app/account-port.ts';
import { type PlanFollower, planFollowers, type SeatChoice } from './app/organization-plans.ts';
import { createOrganizationUsers } from './app/organization-users.ts';
import { createOrganizations, type OrganizationRecord } from './app/organizations.ts';
import { createProfiles } from './app/profiles.ts';
import { createTeams } from './app/teams.ts';
import type { NewOrganization, NewUser, Plan, ProfileChange, TeamRecord, UserRecord } from './app/user-record.ts';
import { userActivated } from './events.ts';
import {
  addOrganizationRoutes,
  addProfileRoutes,
  addTeamRoutes,
  addUserRoutes,
} from './routes/user-management.routes.ts';
import { organizationStore, type PlanEnd } from './store/organization.store.ts';
import { organizationUserStore, type PeopleFilter } from './store/organization-user.store.ts';
import { createUserStore } from './store/user.store.ts';

/** UserManagement manages organizations, users and teams. Other services only read users through it. */
export interface UserManagement {
  findUser(userId: string): Promise<UserRecord | undefined>;
  /** Case-insensitive. */
  findUserByEmail(email: string): Promise<UserRecord | undefined>;
  /** Users of one organization; ids of others are omitted. */
  listUsersByIds(organizationId: string, userIds: string[]): Promise<{ userId: string; email: string; name: string }[]>;
  /** Ids of users whose name or email contains the text, at most 1000. */
  findUserIds(organizationId: string, searchTerm: string): Promise<string[]>;
  /** Active users of the organization except some. */
  pageUsersExcept(
    organizationId: string,
    userIds: PackedIds,
    searchTerm: string | undefined,
    page: { page: number; size: number },
  ): Promise<Page<{ userId: string; login: string; name: string }>>;
  /** Counts of an organization's users by state. */
  countUsers(
    organizationId: string,
  ): Promise<{ total: number; active: number; invited: number; deactivated: number; administrators: number }>;
  pageUsers(
    organizationId: string,
    searchTerm: string | undefined,
    page: { page: number; size: number },
  ): Promise<Page<{ userId: string; login: string; name: string; lastLoginAt: string | null }>>;
  teamExists(organizationId: string, teamId: string): Promise<boolean>;
  /** Of the ids, the teams of the organization. */
  listTeams(organizationId: string, teamIds: readonly string[]): Promise<TeamRecord[]>;
  createOrganization(input: NewOrganization): Promise<{ organizationId: string; userId: string; teamId: string }>;
  /** Throws USER_MANAGEMENT_EMAIL_TAKEN, USER_MANAGEMENT_ORGANIZATION_NOT_FOUND or USER_MANAGEMENT_TEAM_NOT_FOUND. */
  createUser(input: NewUser): Promise<{ userId: string }>;
  /** Counts a sign-in; returns the new `firstLogin`, which stays true for the first session. */
  recordLogin(userId: string): Promise<boolean>;
  /** Ids of the organization's administrators who can sign in. */
  listAdministrators(organizationId: string): Promise<string[]>;
  /** At most `most` of the organization's users who can sign in and match the filter, by name. */
  listPeople(
    organizationId: string,
    filter: PeopleFilter,
    most: number,
  ): Promise<{ userId: string; email: string; name: string }[]>;
  /** Organizations whose plan ends, or has ended, after `from` and up to `to`. */
  listPlanEnds(from: Date, to: Date): Promise<PlanEnd[]>;
  /** Activates an account whose email address was verified; false if it was active before or doesn't exist. */
  activateUser(userId: string): Promise<boolean>;
  /** Deletes a sign-up that was never activated, with its organization; false if there is none with this address. */
  discardSignUp(email: string): Promise<boolean>;
  /** Deletes all such sign-ups from before the given time. */
  discardSignUpsBefore(before: Date): Promise<void>;
  updateProfile(userId: string, profile: ProfileChange): Promise<void>;
  /** Whether there is no organization yet, as at the first start. */
  isEmpty(): Promise<boolean>;
  findOrganization(organizationId: string): Promise<OrganizationRecord | undefined>;
  /**
   * Whether an organization is active. Nothing of a deactivated one can be reached from outside, and nothing acts for
   * it without a person: whatever is reachable without a session asks this.
   */
  isActiveOrganization(organizationId: string): Promise<boolean>;
  /** Ids of all deactivated organizations, for what acts for many organizations at once. */
  listDeactivatedOrganizations(): Promise<string[]>;
  /** The organization for a super role, which has access to all of them. */
  visitOrganization: VisitOrganization;
  /**
   * `planExpiresAt` null: the plan has no end. Licences move with it, in the transaction `tx` if given. Rejects if
   * there would be fewer licences than are held, or fewer than before without `confirmFewerSeats`.
   */
  setPlan(
    organizationId: string,
    plan: Plan,
    planExpiresAt: Date | null,
    options?: SeatChoice & { tx?: Sql },
  ): Promise<void>;
}

/** createUserManagement creates the service on the platform; nothing is read before the first call. */
export function createUserManagement(platform: Platform): ServiceParts<UserManagement> {
  const store = createUserStore(platform.database, () => platform.clock.now());
  const uses: TeamUse[] = [];
  let port: AccountPort | undefined;
  const accounts = (): AccountPort => {
    if (!port) throw new Error('No service keeps the accounts: none adds to `accountPorts`.');
    return port;
  };
  const teams = createTeams({ platform, uses });
  const organizationUsers = createOrganizationUsers({ platform, users: store, teams, accounts });
  const followers: PlanFollower[] = [];
  const organizations = createOrganizations({ platform, users: store, accounts, followers });
  const profiles = createProfiles({ platform, accounts });
  const door: UserManagement = {
    findUser: (userId) => store.find({ userId }),
    findUserByEmail: (email) => store.find({ email }),
    listUsersByIds: store.listByIds,
    findUserIds: organizationUsers.findIds,
    pageUsersExcept: teams.pageNamesExcept,
    countUsers: organizationUsers.countByState,
    pageUsers: organizationUsers.pageNames,
    teamExists: teams.exists,
    listTeams: teams.among,
    createOrganization: store.createOrganization,
    findOrganization: organizations.find,
    isActiveOrganization: (organizationId) => organizationStore.isActive(platform.database.sql, organizationId),
    listDeactivatedOrganizations: () => organizationStore.listDeactivatedIds(platform.database.sql),
    visitOrganization: organizations.visit,
    setPlan: organizations.setPlan,
    createUser: store.createUser,
    recordLogin: (userId) => store.recordLogin(userId, platform.clock.now()),
    listAdministrators: (organizationId) =>
      organizationUserStore.listAdministrators(platform.database.sql, organizationId),
    listPeople: (organizationId, filter, most) =>
      organizationUserStore.listPeople(platform.database.sql, organizationId, filter, most),
    listPlanEnds: (from, to) => organizationStore.listPlanEnds(platform.database.sql, from, to),
    async activateUser(userId) {
      return platform.database.transaction(async (sql, client) => {
        if (!(await store.activate(sql, userId, platform.clock.now()))) return false;
        await platform.events.publish(userActivated, { userId }, client);
        return true;
      });
    },
    discardSignUp: store.discardSignUp,
    discardSignUpsBefore: store.discardSignUpsBefore,
    updateProfile: store.updateProfile,
    isEmpty: store.isEmpty,
  };
  return {
    door,
    access: { visitOrganization: organizations.visit },
    takes: [
      take(accountPorts, (given) => {
        if (port) throw new Error('Two services keep the accounts; exactly one may.');
        port = given;
      }),
      take(planFollowers, (follow) => void followers.push(follow)),
      take(teamUses, (use) => void uses.push(use)),
    ],
    routes(registrar) {
      addTeamRoutes(registrar, teams);
      addUserRoutes(registrar, organizationUsers);
      addOrganizationRoutes(registrar, organizations);
      addProfileRoutes(registrar, profiles, store.updateMode);
    },
  };
}
