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

/** UserManagement keeps organizations, users and teams. Other services read users only through it. */
export interface UserManagement {
  findUser(userId: string): Promise<UserRecord | undefined>;
  /** The case of the address does not matter. */
  findUserByEmail(email: string): Promise<UserRecord | undefined>;
  /** Users of one organization; ids of others are left out. */
  listUsersByIds(organizationId: string, userIds: string[]): Promise<{ userId: string; email: string; name: string }[]>;
  /** Ids of users whose name or e-mail has the text, at most 1000. */
  findUserIds(organizationId: string, searchTerm: string): Promise<string[]>;
  /** Active users of the organization but for some. */
  pageUsersExcept(
    organizationId: string,
    userIds: PackedIds,
    searchTerm: string | undefined,
    page: { page: number; size: number },
  ): Promise<Page<{ userId: string; login: string; name: string }>>;
  /** Users of an organization by state. */
  countUsers(
    organizationId: string,
  ): Promise<{ total: number; active: number; invited: number; deactivated: number; administrators: number }>;
  pageUsers(
    organizationId: string,
    searchTerm: string | undefined,
    page: { page: number; size: number },
  ): Promise<Page<{ userId: string; login: string; name: string; lastLoginAt: string | null }>>;
  teamExists(organizationId: string, teamId: string): Promise<boolean>;
  /** Teams of the organization that are among the ids. */
  listTeams(organizationId: string, teamIds: readonly string[]): Promise<TeamRecord[]>;
  createOrganization(input: NewOrganization): Promise<{ organizationId: string; userId: string; teamId: string }>;
  /** Throws USER_MANAGEMENT_EMAIL_TAKEN, USER_MANAGEMENT_ORGANIZATION_NOT_FOUND or USER_MANAGEMENT_TEAM_NOT_FOUND. */
  createUser(input: NewUser): Promise<{ userId: string }>;
  /** Counts a sign-in; answers `firstLogin` as it is now, which the first one keeps true for its session. */
  recordLogin(userId: string): Promise<boolean>;
  /** Ids of those who administer the organization and can sign in. */
  listAdministrators(organizationId: string): Promise<string[]>;
  /** People of the organization who can sign in and whom the filter names, by name; at most `most`. */
  listPeople(
    organizationId: string,
    filter: PeopleFilter,
    most: number,
  ): Promise<{ userId: string; email: string; name: string }[]>;
  /** Organizations whose plan ends, or has ended, after `from` and up to `to`. */
  listPlanEnds(from: Date, to: Date): Promise<PlanEnd[]>;
  /** Lets an account in whose e-mail address was proved; false when it was active before or does not exist. */
  activateUser(userId: string): Promise<boolean>;
  /** Forgets a sign-up that was never activated, with its organization; false when there is none of this address. */
  discardSignUp(email: string): Promise<boolean>;
  /** Forgets every such sign-up that was made before the instant. */
  discardSignUpsBefore(before: Date): Promise<void>;
  updateProfile(userId: string, profile: ProfileChange): Promise<void>;
  /** Whether there is no organization yet, as at the first start. */
  isEmpty(): Promise<boolean>;
  findOrganization(organizationId: string): Promise<OrganizationRecord | undefined>;
  /** The organization for a super role, which has access to all of them. */
  visitOrganization: VisitOrganization;
  /**
   * `planExpiresAt` null: the plan has no end. Licences move with it, in the transaction `tx` where one is given. Rejects where there
   * would be fewer licences than are held, or than before without `confirmFewerSeats`.
   */
  setPlan(
    organizationId: string,
    plan: Plan,
    planExpiresAt: Date | null,
    options?: SeatChoice & { tx?: Sql },
  ): Promise<void>;
}

/** createUserManagement builds the service on the platform; nothing is read before the first call. */
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
  const profiles = createProfiles({ platform, organizationUsers, accounts });
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
