import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { collaborationRoutes as calls } from '@touchstone/contracts/collaboration';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';
import { collaborationKeys } from './collaboration.queries.ts';

/** usePeopleMutations invites people, changes their roles and removes them; each mutation refetches the list. */
export function usePeopleMutations(projectId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: collaborationKeys.all });
  // Pages of other features also show roles, plan and the workspaces themselves.
  const refreshAll = () => client.invalidateQueries();
  return {
    invite: useMutation({
      mutationFn: (body: Omit<CallInput<typeof calls.sendInvite>['body'], 'projectId'>) =>
        api.call(calls.sendInvite, { body: { projectId, ...body } }),
      onSuccess,
    }),
    resend: useMutation({
      mutationFn: (body: CallInput<typeof calls.resendInvite>['body']) => api.call(calls.resendInvite, { body }),
      onSuccess,
    }),
    setRole: useMutation({
      mutationFn: (body: CallInput<typeof calls.updateRole>['body']) => api.call(calls.updateRole, { body }),
      onSuccess: refreshAll,
    }),
    remove: useMutation({
      mutationFn: (collaborationId: string) => api.call(calls.removeUser, { body: { collaborationId } }),
      onSuccess,
    }),
    setPlan: useMutation({
      mutationFn: (workspacePlan: 'FREE' | 'PRO') =>
        api.call(workspaceRoutes.updateProject, { body: { projectId, workspacePlan } }),
      onSuccess: refreshAll,
    }),
  };
}

type Answer = CallInput<typeof calls.acceptInvite>['body'];

/** useInvitationMutations accepts and declines invitations of the signed-in user. */
export function useInvitationMutations() {
  const client = useQueryClient();
  return {
    accept: useMutation({
      mutationFn: (body: Answer) => api.call(calls.acceptInvite, { body }),
      // The workspace joins every list of workspaces.
      onSuccess: () => client.invalidateQueries(),
    }),
    decline: useMutation({
      mutationFn: (body: Answer) => api.call(calls.declineInvite, { body }),
      onSuccess: () => client.invalidateQueries({ queryKey: collaborationKeys.all }),
    }),
  };
}
