import { queryOptions } from '@tanstack/react-query';
import { collaborationRoutes } from '@touchstone/contracts/collaboration';
import { api } from '../../../shared/api.ts';

export const collaborationKeys = { all: ['collaboration'] as const };

/** The people of a workspace. */
export const peopleQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...collaborationKeys.all, 'people', projectId],
    queryFn: ({ signal }) => api.call(collaborationRoutes.listCollaborators, { query: { projectId } }, { signal }),
  });

/** The pending invitations of the signed-in user. */
export const pendingInvitationsQuery = queryOptions({
  queryKey: [...collaborationKeys.all, 'invitations'],
  queryFn: ({ signal }) =>
    api.call(collaborationRoutes.listInvites, { query: { status: 'PENDING', size: 100 } }, { signal }),
});

/** The invitation behind a link. */
export const linkedInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...collaborationKeys.all, 'link', token],
    queryFn: ({ signal }) => api.call(collaborationRoutes.validateInvitation, { query: { token } }, { signal }),
    retry: false,
  });

/**
 * hasPendingInvitation returns whether an invitation is pending for the user signing in; false on failure, so that the
 * page still opens.
 */
export const hasPendingInvitation = async (): Promise<boolean> => {
  const query = { status: 'PENDING' as const, size: 1 };
  const answer = await api.call(collaborationRoutes.listInvites, { query }).catch(() => undefined);
  return (answer?.totalElements ?? 0) > 0;
};
