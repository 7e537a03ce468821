import type { Caller } from '../../../platform/http/caller.ts';

/** Actor is the identity of a caller, as every use case needs it. */
export type Actor = Pick<
  Caller,
  | 'userId'
  | 'email'
  | 'name'
  | 'role'
  | 'organizationId'
  | 'plan'
  | 'teamIds'
  | 'teamId'
  | 'requestId'
  | 'address'
  | 'workspaceAccess'
  | 'openedForChange'
>;

/** actorOf reduces a caller to an `Actor`, for storing. */
export const actorOf = (caller: Actor): Actor => {
  const { userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address } = caller;
  return { userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address };
};
