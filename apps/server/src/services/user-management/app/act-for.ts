import { isShutOut } from '@touchstone/contracts';
import { type Caller, isSuperRole } from '../../../platform/http/caller.ts';
import type { UserManagement } from '../service.ts';

/** ActsFor is a user on whose behalf the product acts, with their current rights. */
export type ActsFor = Omit<Caller, 'sessionId' | 'organizationName' | 'workspaceAccess'>;

/** The reads that acting for a user needs. */
export type ActingUsers = Pick<UserManagement, 'findUser' | 'visitOrganization' | 'isActiveOrganization'>;

/**
 * actFor returns a user in an organization with their current role, plan and teams, for actions without a session;
 * undefined if the user may no longer sign in, or act for that organization.
 */
export async function actFor(
  users: ActingUsers,
  { userId, organizationId }: { userId: string; organizationId: string },
  origin: Pick<Caller, 'requestId' | 'address'>,
): Promise<ActsFor | undefined> {
  const user = await users.findUser(userId);
  if (!user?.active || !user.activated || isShutOut(user.role)) return undefined;
  const isHome = user.organizationId === organizationId;
  const visited = !isHome && isSuperRole(user.role) ? await users.visitOrganization(organizationId) : undefined;
  // A user of a deactivated organization isn't active; a visitor is.
  if (!isHome && !(visited && (await users.isActiveOrganization(organizationId)))) return undefined;
  const teamIds = visited?.teamIds ?? user.teams.map(({ teamId }) => teamId);
  return {
    userId,
    email: user.email,
    name: `${user.firstName} ${user.lastName}`.trim(),
    role: user.role,
    organizationId,
    plan: visited?.plan ?? user.plan,
    teamIds,
    teamId: teamIds[0],
    ...origin,
  };
}
