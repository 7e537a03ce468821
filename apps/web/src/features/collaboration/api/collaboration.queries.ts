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

/** The open invitations of the signed-in person. */
export const pendingInvitationsQuery = queryOptions({
  queryKey: [...collaborationKeys.all, 'invitations'],
  queryFn: ({ signal }) =>
    api.call(collaborationRoutes.listInvites, { query: { status: 'PENDING', size: 100 } }, { signal }),
});

/** The invitation of a link. */
export const linkedInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...collaborationKeys.all, 'link', token],
    queryFn: ({ signal }) => api.call(collaborationRoutes.validateInvitation, { query: { token } }, { signal }),
    retry: false,
  });

/** hasPendingInvitation tells whether an invitation waits for the person who signs in; nobody is kept from the page by a failure. */
export const hasPendingInvitation = async (): Promise<boolean> => {
  const query = { status: 'PENDING' as const, size: 1 };
  const answer = await api.call(collaborationRoutes.listInvites, { query }).catch(() => undefined);
  return (answer?.totalElements ?? 0) > 0;
};
