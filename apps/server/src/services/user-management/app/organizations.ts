import { idSchema } from '@touchstone/contracts';
import type { Team } from '@touchstone/contracts/identity';
import type { Organization } from '@touchstone/contracts/user-management';
import { AppError } from '@touchstone/kernel';
import type { Caller, VisitOrganization } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Plan, planInForce } from '../domain/plan.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationSwitched } from '../events.ts';
import { type OrganizationRow, type OrganizationSort, organizationStore } from '../store/organization.store.ts';
import { type PageOf, teamStore } from '../store/team.store.ts';
import type { UserStore } from '../store/user.store.ts';
import type { AccountPort } from './account-port.ts';
import { createOrganizationPlans, type PlanFollower } from './organization-plans.ts';

/** OrganizationRecord is an organization as other services see it. */
export interface OrganizationRecord {
  organizationId: string;
  organizationName: string;
  /** The plan in force: EXPIRED after its end. */
  plan: Plan;
  /** The assigned plan, whether or not it has ended. */
  subscribedPlan: Plan;
  planExpiresAt: Date | null;
  active: boolean;
}

/** Organizations, from the view of the installation's administrators. */
export function createOrganizations(options: {
  platform: Platform;
  users: UserStore;
  accounts: () => AccountPort;
  followers: readonly PlanFollower[];
}) {
  const { platform, users, accounts, followers } = options;
  const { database, clock, events } = platform;
  const db = database.sql;

  const open = async (organizationId: string | undefined): Promise<OrganizationRow> => {
    const row = organizationId && (await organizationStore.find(db, organizationId));
    if (!row) throw new AppError(userManagementErrors.organizationNotFound);
    return row;
  };
  const present = async (organizationId: string): Promise<Organization> =>
    toOrganization(await open(organizationId), clock.now());
  const find = async (organizationId: string): Promise<OrganizationRecord | undefined> => {
    const row = await organizationStore.find(db, organizationId);
    return row && toRecord(row, clock.now());
  };
  const visit: VisitOrganization = async (organizationId) => {
    const { success: isId } = idSchema.safeParse(organizationId);
    const record = isId ? await find(organizationId) : undefined;
    if (!record) return undefined;
    const { organizationName, plan } = record;
    return { organizationId, organizationName, plan, teamIds: await organizationStore.listTeamIds(db, organizationId) };
  };

  return {
    find,
    visit,
    // biome-ignore lint/nursery/noMisusedPromises: an object of functions, which the rule takes for a promise
    ...createOrganizationPlans({ platform, followers, open, present }),
    async add(
      caller: Caller,
      input: {
        organizationName: string;
        login: string;
        firstName: string;
        lastName: string;
        planType: Plan;
        planExpiryDate?: string;
      },
    ): Promise<Organization> {
      const { organizationName, login: email, firstName, lastName, planType, planExpiryDate } = input;
      const made = await users.createOrganization({
        organizationName,
        plan: planType,
        teamName: 'Team One',
        ...(planExpiryDate && { planExpiresAt: new Date(planExpiryDate) }),
        admin: { email, firstName, lastName, role: 'ROLE_ADMIN', activated: false },
      });
      await accounts().invite(made.userId, { name: caller.name, organizationName });
      await platform.audit(caller, { action: 'organization.created', target: made.organizationId });
      return present(made.organizationId);
    },
    async page(query: PageOf & { searchItem?: string | undefined; sortItem: OrganizationSort; sort: 'asc' | 'desc' }) {
      const { page, size, ...filter } = query;
      const { rows, totalElements } = await organizationStore.page(db, filter, { page, size });
      const now = clock.now();
      return { content: rows.map((row) => toOrganization(row, now)), totalElements, page, size };
    },
    async count() {
      const rows = await organizationStore.countByPlan(db, clock.now());
      const total = rows.reduce((sum, row) => sum + row.value, 0);
      const deactivated = rows.reduce((sum, row) => sum + row.deactivated, 0);
      const byPlan = Object.fromEntries(rows.map((row) => [row.plan, row.value]));
      return { total, active: total - deactivated, deactivated, byPlan };
    },
    async teamsOf(by: { organizationId?: string; organizationName?: string; login?: string }): Promise<Team[]> {
      const { organizationId, organizationName: name, login } = by;
      const { id } = await open(organizationId ?? (await organizationStore.findId(db, { name, login })));
      const rows = await teamStore.list(db, { organizationId: id });
      return rows.map((row) => ({
        teamId: row.id,
        teamUuid: row.id,
        teamName: row.name,
        teamDescription: row.description,
      }));
    },
    async setActive(caller: Caller, organizationId: string, active: boolean): Promise<Organization> {
      await open(organizationId);
      const own = await users.find({ userId: caller.userId });
      if (!active && own?.organizationId === organizationId) throw new AppError(userManagementErrors.notOneself);
      await database.transaction(async (tx, client) => {
        await organizationStore.update(tx, organizationId, { deactivatedAt: active ? null : clock.now() });
        await events.publish(organizationSwitched, { organizationId }, client);
      });
      if (!active)
        for (const userId of await organizationStore.listUserIds(db, organizationId))
          await accounts().endSessions(userId);
      const action = active ? 'organization.activated' : 'organization.deactivated';
      await platform.audit(caller, { action, target: organizationId });
      return present(organizationId);
    },
  };
}

export type Organizations = ReturnType<typeof createOrganizations>;

const toRecord = (row: OrganizationRow, now: Date): OrganizationRecord => ({
  organizationId: row.id,
  organizationName: row.name,
  plan: planInForce(row, now),
  subscribedPlan: row.plan,
  planExpiresAt: row.planExpiresAt,
  active: row.deactivatedAt === null,
});

const toOrganization = (row: OrganizationRow, now: Date): Organization => ({
  organizationId: row.id,
  organizationName: row.name,
  planType: planInForce(row, now),
  subscribedPlan: row.plan,
  planExpiryDate: row.planExpiresAt?.toISOString() ?? null,
  active: row.deactivatedAt === null,
  login: row.login,
  userCount: row.userCount,
  teamCount: row.teamCount,
  createdAt: row.createdAt.toISOString(),
});
