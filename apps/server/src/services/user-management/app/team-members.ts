import type { Team } from '@touchstone/contracts/identity';
import { AppError } from '@touchstone/kernel';
import type { PackedIds } from '../../../platform/database/conditions.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore } from '../store/organization-user.store.ts';
import { type PageOf, teamStore } from '../store/team.store.ts';
import { type TeamAccess, toTeam } from './team-access.ts';

/** createTeamMembers returns the members of a team, and who can be added to it. */
export function createTeamMembers(
  { platform }: { platform: Platform },
  { open, assertTeams, assertUsers }: TeamAccess,
) {
  const { database } = platform;
  const db = database.sql;

  const openUser = async (caller: Caller, userId: string) => {
    const found = await organizationUserStore.find(db, caller.organizationId, { userId });
    if (!found) throw new AppError(userManagementErrors.userNotFound);
    return found;
  };
  const pageNames = async (filter: Parameters<typeof teamStore.pageNames>[1], page: PageOf) => {
    const { rows, totalElements } = await teamStore.pageNames(db, filter, page);
    const content = rows.map((row) => ({
      userId: row.userId,
      login: row.login,
      name: `${row.firstName} ${row.lastName}`.trim(),
    }));
    return { content, totalElements, ...page };
  };

  return {
    pageNamesExcept: (organizationId: string, exceptIds: PackedIds, searchTerm: string | undefined, page: PageOf) =>
      pageNames({ organizationId, exceptIds, ...(searchTerm && { searchTerm }) }, page),
    async pageMembers(caller: Caller, teamId: string, query: PageOf & { searchTerm?: string | undefined }) {
      await open(caller, teamId);
      const { searchTerm, ...page } = query;
      const { rows, totalElements } = await teamStore.pageMembers(db, teamId, searchTerm, page);
      const content = rows.map((row) => ({
        userId: row.id,
        login: row.email,
        firstName: row.firstName,
        lastName: row.lastName,
        role: row.role,
        active: row.active,
        activated: row.activatedAt !== null,
      }));
      return { content, totalElements, ...page };
    },
    /** Active users of the organization; without those of a team if one is given. */
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
  };
}
