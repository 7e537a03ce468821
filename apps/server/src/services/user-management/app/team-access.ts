import type { Team } from '@touchstone/contracts/identity';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { canAdminister } from '../domain/administration.ts';
import { userManagementErrors } from '../errors.ts';
import { organizationUserStore } from '../store/organization-user.store.ts';
import { type TeamRow, teamStore } from '../store/team.store.ts';

/** createTeamAccess determines which teams a caller sees, and verifies that teams and users belong to the organization. */
export function createTeamAccess(db: Sql) {
  const open = async (caller: Caller, teamId: string): Promise<TeamRow> => {
    const row = await teamStore.find(db, caller.organizationId, teamId);
    const isVisible = canAdminister(caller.role) || caller.teamIds.includes(teamId);
    if (!row || !isVisible) throw new AppError(userManagementErrors.teamNotFound);
    return row;
  };
  const assertTeams = async (caller: Caller, teamIds: string[]) => {
    const wanted = [...new Set(teamIds)];
    if ((await teamStore.countIn(db, caller.organizationId, wanted)) !== wanted.length)
      throw new AppError(userManagementErrors.teamNotFound);
    return wanted;
  };
  const assertUsers = async (caller: Caller, userIds: string[]) => {
    const wanted = [...new Set(userIds)];
    if ((await organizationUserStore.countIn(db, caller.organizationId, wanted)) !== wanted.length)
      throw new AppError(userManagementErrors.userNotFound);
  };
  return { open, assertTeams, assertUsers };
}

/** Access to the teams of an organization. */
export type TeamAccess = ReturnType<typeof createTeamAccess>;

/** toTeam maps a team to the API's terms. */
export const toTeam = (row: TeamRow): Team => ({
  teamId: row.id,
  teamUuid: row.id,
  teamName: row.name,
  teamDescription: row.description,
});
