import { isShutOut } from '@touchstone/contracts';
import { type Caller, isSuperRole } from '../../../platform/http/caller.ts';
import type { UserManagement } from '../service.ts';

/** ActsFor is a person in whose name the product does something, with the rights of now. */
export type ActsFor = Omit<Caller, 'sessionId' | 'organizationName' | 'workspaceAccess'>;

/**
 * actFor gives a person in an organization with the present role, plan and teams, for what happens without a session; undefined where that person may not
 * sign in, or not act for that organization, any more.
 */
export async function actFor(
  users: Pick<UserManagement, 'findUser' | 'visitOrganization'>,
  { userId, organizationId }: { userId: string; organizationId: string },
  origin: Pick<Caller, 'requestId' | 'address'>,
): Promise<ActsFor | undefined> {
  const user = await users.findUser(userId);
  if (!user?.active || !user.activated || isShutOut(user.role)) return undefined;
  const isHome = user.organizationId === organizationId;
  const visited = !isHome && isSuperRole(user.role) ? await users.visitOrganization(organizationId) : undefined;
  if (!isHome && !visited) return undefined;
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
