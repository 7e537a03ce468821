import type { Team, TeamDetail } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { PackedIds } from '../../../platform/database/conditions.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canAdminister } from '../domain/administration.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore } from '../store/organization-user.store.ts';
import { type PageOf, type TeamRow, type TeamScope, teamStore } from '../store/team.store.ts';
import type { TeamUse } from './account-port.ts';

/** Teams of an organization: administrators see and change all, others see their own. */
export function createTeams({ platform, uses }: { platform: Platform; uses: readonly TeamUse[] }) {
  const { database } = platform;
  const db = database.sql;

  const scopeOf = (caller: Caller, searchTerm?: string): TeamScope => ({
    organizationId: caller.organizationId,
    ...(canAdminister(caller.role) ? {} : { memberId: caller.userId }),
    ...(searchTerm && { searchTerm }),
  });
  const open = async (caller: Caller, teamId: string): Promise<TeamRow> => {
    const row = await teamStore.find(db, caller.organizationId, teamId);
    const isVisible = canAdminister(caller.role) || caller.teamIds.includes(teamId);
    if (!row || !isVisible) throw new AppError(userManagementErrors.teamNotFound);
    return row;
  };
  const assertUsers = async (caller: Caller, userIds: string[]) => {
    const wanted = [...new Set(userIds)];
    if ((await organizationUserStore.countIn(db, caller.organizationId, wanted)) !== wanted.length)
      throw new AppError(userManagementErrors.userNotFound);
  };
  const assertTeams = async (caller: Caller, teamIds: string[]) => {
    const wanted = [...new Set(teamIds)];
    if ((await teamStore.countIn(db, caller.organizationId, wanted)) !== wanted.length)
      throw new AppError(userManagementErrors.teamNotFound);
    return wanted;
  };
  const openUser = async (caller: Caller, userId: string) => {
    const found = await organizationUserStore.find(db, caller.organizationId, { userId });
    if (!found) throw new AppError(userManagementErrors.userNotFound);
    return found;
  };

  const pageNames = async (filter: Parameters<typeof teamStore.pageNames>[1], page: PageOf) => {
    const { rows, totalElements } = await teamStore.pageNames(db, filter, page);
    const content = rows.map((row) => ({
      ...{ userId: row.userId, login: row.login },
      name: `${row.firstName} ${row.lastName}`.trim(),
    }));
    return { content, totalElements, ...page };
  };

  return {
    assertTeams,
    async among(organizationId: string, teamIds: readonly string[]): Promise<Team[]> {
      const rows = await teamStore.list(db, { organizationId });
      return rows.filter(({ id }) => teamIds.includes(id)).map(toTeam);
    },
    exists: async (organizationId: string, teamId: string) =>
      (await teamStore.countIn(db, organizationId, [teamId])) === 1,
    pageNamesExcept: (organizationId: string, exceptIds: PackedIds, searchTerm: string | undefined, page: PageOf) =>
      pageNames({ organizationId, exceptIds, ...(searchTerm && { searchTerm }) }, page),
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
      const teamId = await database.transaction(async (tx) => {
        const values = { organizationId, name: input.teamName, description: input.teamDescription ?? '' };
        const id = await teamStore.insert(tx, values);
        if (input.userIds?.length) await teamStore.addMembers(tx, organizationId, id, input.userIds);
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
    /** Throws USER_MANAGEMENT_TEAM_IN_USE where another service keeps something under the team. */
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
    async pageMembers(caller: Caller, teamId: string, query: PageOf & { searchTerm?: string | undefined }) {
      await open(caller, teamId);
      const { searchTerm, ...page } = query;
      const { rows, totalElements } = await teamStore.pageMembers(db, teamId, searchTerm, page);
      const content = rows.map((row) => ({
        ...{ userId: row.id, login: row.email, firstName: row.firstName, lastName: row.lastName },
        ...{ role: row.role, active: row.active, activated: row.activatedAt !== null },
      }));
      return { content, totalElements, ...page };
    },
    /** Active users of the organization; without those of a team where one is given. */
    async pageUserNames(
      caller: Caller,
      { outsideTeamId, searchTerm, ...page }: PageOf & { outsideTeamId?: string; searchTerm?: string | undefined },
    ) {
      if (outsideTeamId) await open(caller, outsideTeamId);
      const filter = {
        organizationId: caller.organizationId,
        ...(outsideTeamId && { outsideTeamId }),
        ...(searchTerm && { searchTerm }),
      };
      return pageNames(filter, page);
    },
    async addMembers(caller: Caller, teamId: string, userIds: string[]) {
      await open(caller, teamId);
      await assertUsers(caller, userIds);
      const added = await teamStore.addMembers(db, caller.organizationId, teamId, userIds);
      await platform.audit(caller, { action: 'team.members-added', target: teamId, detail: { userIds } });
      return { added };
    },
    async removeMembers(caller: Caller, teamId: string, userIds: string[]) {
      await open(caller, teamId);
      await assertUsers(caller, userIds);
      const removed = await teamStore.removeMembers(db, teamId, userIds);
      await platform.audit(caller, { action: 'team.members-removed', target: teamId, detail: { userIds } });
      return { removed };
    },
    async setTeamsOf(caller: Caller, userId: string, teamIds: string[]): Promise<Team[]> {
      await openUser(caller, userId);
      const wanted = await assertTeams(caller, teamIds);
      await database.transaction((tx) => teamStore.setTeamsOf(tx, userId, wanted));
      await platform.audit(caller, { action: 'user.teams-changed', target: userId, detail: { teamIds: wanted } });
      const rows = await teamStore.list(db, { organizationId: caller.organizationId, memberId: userId });
      return rows.map(toTeam);
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

const toTeam = (row: TeamRow): Team => ({
  teamId: row.id,
  teamUuid: row.id,
  teamName: row.name,
  teamDescription: row.description,
});

const toDetail = (row: TeamRow): TeamDetail => ({
  ...toTeam(row),
  memberCount: row.memberCount,
  createdAt: row.createdAt.toISOString(),
});
