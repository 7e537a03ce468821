import type { Access, Role } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../errors.ts';

/** Caller is the caller of a request: taken from the access token and checked against the current membership. */
export interface Caller {
  userId: string;
  sessionId: string;
  email: string;
  name: string;
  role: Role;
  organizationId: string;
  organizationName: string;
  plan: 'FREE' | 'PRO' | 'ENTERPRISE' | 'EXPIRED';
  /** Teams the caller belongs to. */
  teamIds: readonly string[];
  /** The team in the Team-Id header, or the first one; undefined without a team. */
  teamId: string | undefined;
  requestId: string;
  address: string;
  /**
   * The access required by the licence of the service whose workspace the call opens; absent if it needs that of its
   * own service.
   */
  workspaceAccess?: Access;
  /** Workspaces the call has opened for changes; absent for read-only calls. */
  openedForChange?: Set<string>;
}

/** The identity service's data about an access token's owner. */
export type Principal = Omit<Caller, 'teamId' | 'requestId' | 'address' | 'workspaceAccess' | 'openedForChange'>;

/** Authenticate returns an access token's owner, or undefined if the token is invalid or its session has ended. */
export type Authenticate = (accessToken: string) => Promise<Principal | undefined>;

/**
 * Whether the role administers all organizations: not limited by plans or licences, it may act for an organization of
 * its choice.
 */
export const isSuperRole = (role: Role): boolean => role === 'ROLE_SUPERADMIN' || role === 'ROLE_SUPERUSER';

/** An organization that a super role acts for. */
export type VisitedOrganization = Pick<Principal, 'organizationId' | 'organizationName' | 'plan' | 'teamIds'>;
export type VisitOrganization = (organizationId: string) => Promise<VisitedOrganization | undefined>;

/** assertAccess throws if the route's declaration doesn't admit the caller. */
export function assertAccess(access: Access, caller: Pick<Caller, 'role' | 'plan'>): void {
  if (access.kind === 'public') return;
  const refused =
    (access.effect === 'write' && caller.role === 'ROLE_GUEST') ||
    (access.roles !== undefined && !access.roles.includes(caller.role)) ||
    access.deniedRoles?.includes(caller.role);
  if (refused) throw new AppError(platformErrors.forbidden, { detail: `role ${caller.role}` });
  const isStopped = caller.plan === 'EXPIRED' && access.effect === 'write' && !access.ignoreExpiry;
  if (isStopped && !isSuperRole(caller.role)) throw new AppError(platformErrors.planExpired);
}

/** selectTeam reads the Team-Id and Organization-Id headers, which only select among what the caller has. */
export function selectTeam(
  principal: Principal,
  headers: { teamId?: string; organizationId?: string },
): string | undefined {
  const { teamId, organizationId } = headers;
  if (organizationId && organizationId !== principal.organizationId)
    throw new AppError(platformErrors.otherOrganization);
  if (teamId && !principal.teamIds.includes(teamId)) throw new AppError(platformErrors.otherTeam);
  return teamId || principal.teamIds[0];
}
