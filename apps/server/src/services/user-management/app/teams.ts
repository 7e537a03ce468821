import type { Team } from '@touchstone/contracts/identity';
import type { TeamDetail } from '@touchstone/contracts/user-management';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canAdminister } from '../domain/administration.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore } from '../store/organization-user.store.ts';
import { type PageOf, type TeamRow, type TeamScope, teamStore } from '../store/team.store.ts';
import type { TeamUse } from './account-port.ts';
import { createTeamAccess, toTeam } from './team-access.ts';
import { createTeamMembers } from './team-members.ts';

/** Teams of an organization: administrators see and change all, others see their own. */
export function createTeams({ platform, uses }: { platform: Platform; uses: readonly TeamUse[] }) {
  const { database } = platform;
  const db = database.sql;

  const scopeOf = (caller: Caller, searchTerm?: string): TeamScope => ({
    organizationId: caller.organizationId,
    ...(canAdminister(caller.role) ? {} : { memberId: caller.userId }),
    ...(searchTerm && { searchTerm }),
  });
  const access = createTeamAccess(db);
  const { open, assertTeams, assertUsers } = access;

  return {
    // biome-ignore lint/nursery/noMisusedPromises: an object of functions, which the rule takes for a promise
    ...createTeamMembers({ platform }, access),
    assertTeams,
    async among(organizationId: string, teamIds: readonly string[]): Promise<Team[]> {
      const rows = await teamStore.list(db, { organizationId });
      return rows.filter(({ id }) => teamIds.includes(id)).map(toTeam);
    },
    exists: async (organizationId: string, teamId: string) =>
      (await teamStore.countIn(db, organizationId, [teamId])) === 1,
    async own(caller: Caller): Promise<Team[]> {
      const rows = await teamStore.list(db, { organizationId: caller.organizationId, memberId: caller.userId });
      return rows.map(toTeam);
    },
    async ofOrganization(caller: Caller): Promise<Team[]> {
      return (await teamStore.list(db, { organizationId: caller.organizationId })).map(toTeam);
    },
    async page(caller: Caller, { searchTerm, ...page }: PageOf & { searchTerm?: string | undefined }) {
      const { rows, totalElements } = await teamStore.page(db, scopeOf(caller, searchTerm), page);
      return { content: rows.map(toDetail), totalElements, ...page };
    },
    async get(caller: Caller, teamId: string): Promise<TeamDetail> {
      return toDetail(await open(caller, teamId));
    },
    async create(caller: Caller, input: { teamName: string; teamDescription?: string; userIds?: string[] }) {
      const { organizationId } = caller;
      const userIds = input.userIds ?? [];
      await assertUsers(caller, userIds);
      const teamId = await database.transaction(async (tx) => {
        const values = { organizationId, name: input.teamName, description: input.teamDescription ?? '' };
        const id = await teamStore.insert(tx, values);
        if (userIds.length) await teamStore.addMembers(tx, organizationId, id, userIds);
        return id;
      });
      await platform.audit(caller, { action: 'team.created', target: teamId, detail: { teamName: input.teamName } });
      return toDetail(await open(caller, teamId));
    },
    async update(caller: Caller, input: { teamId: string; teamName?: string; teamDescription?: string }) {
      await open(caller, input.teamId);
      await teamStore.update(db, input.teamId, {
        ...(input.teamName !== undefined && { name: input.teamName }),
        ...(input.teamDescription !== undefined && { description: input.teamDescription }),
      });
      await platform.audit(caller, { action: 'team.updated', target: input.teamId });
      return toDetail(await open(caller, input.teamId));
    },
    /** Throws USER_MANAGEMENT_TEAM_IN_USE if another service stores something under the team. */
    async delete(caller: Caller, teamId: string) {
      const { name } = await open(caller, teamId);
      for (const use of uses) {
        const count = await use.count(caller.organizationId, teamId);
        if (count > 0) throw new AppError(userManagementErrors.teamInUse, { params: { count, noun: use.noun } });
      }
      await teamStore.delete(db, teamId);
      await platform.audit(caller, { action: 'team.deleted', target: teamId, detail: { teamName: name } });
      return { message: 'Team deleted.' };
    },
    async ofUser(caller: Caller, login: string): Promise<Team[]> {
      const email = login.trim().toLowerCase();
      const found = await organizationUserStore.find(db, caller.organizationId, { email });
      const isVisible = canAdminister(caller.role) || found?.id === caller.userId;
      if (!found || !isVisible) throw new AppError(userManagementErrors.userNotFound);
      return (await teamStore.list(db, { organizationId: caller.organizationId, memberId: found.id })).map(toTeam);
    },
  };
}

export type Teams = ReturnType<typeof createTeams>;

const toDetail = (row: TeamRow): TeamDetail => ({
  ...toTeam(row),
  memberCount: row.memberCount,
  createdAt: row.createdAt.toISOString(),
});
