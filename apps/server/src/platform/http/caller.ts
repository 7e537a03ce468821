import type { Access, Role } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../errors.ts';

/** Caller is who makes a call: taken from the access token and checked against the present membership. */
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
  /** The team named in the Team-Id header, else the first one; undefined without a team. */
  teamId: string | undefined;
  requestId: string;
  address: string;
  /** What the call asks of the licence of the service whose workspace it opens; absent where it needs that of its own service. */
  workspaceAccess?: Access;
  /** Workspaces that the call has opened to change something in them; absent for calls that only read. */
  openedForChange?: Set<string>;
}

/** What the identity service knows of an access token's owner. */
export type Principal = Omit<Caller, 'teamId' | 'requestId' | 'address' | 'workspaceAccess' | 'openedForChange'>;

/** Authenticate turns an access token into its owner, or undefined where the token is not valid or its session has ended. */
export type Authenticate = (accessToken: string) => Promise<Principal | undefined>;

/** Those who look after every organization: no plan or licence limits them, and they may act for an organization that they choose. */
export const isSuperRole = (role: Role): boolean => role === 'ROLE_SUPERADMIN' || role === 'ROLE_SUPERUSER';

/** An organization that a super role acts for. */
export type VisitedOrganization = Pick<Principal, 'organizationId' | 'organizationName' | 'plan' | 'teamIds'>;
export type VisitOrganization = (organizationId: string) => Promise<VisitedOrganization | undefined>;

/** assertAccess refuses a caller that the route's declaration does not let in. */
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
