import type { Caller } from '../../../platform/http/caller.ts';

/** Actor is what every use case needs to know of who acts. */
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

/** actorOf is what is stored of who acts; a caller has more. */
export const actorOf = (caller: Actor): Actor => {
  const { userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address } = caller;
  return { userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address };
};
