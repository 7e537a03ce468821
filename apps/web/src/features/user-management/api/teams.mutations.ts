import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { userManagementRoutes as calls } from '@touchstone/contracts/user-management';
import { api } from '../../../shared/api.ts';
import { reloadAccount } from '../../../shared/session/reload-account.ts';
import { userKeys } from './users.queries.ts';

/** useTeamMutations changes teams, their members and the services they use. */
export function useTeamMutations() {
  const client = useQueryClient();
  const onSuccess = async () => {
    // The user's own teams may be affected.
    await Promise.all([client.invalidateQueries({ queryKey: userKeys.all }), reloadAccount()]);
  };
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof calls.createTeam>['body']) => api.call(calls.createTeam, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof calls.updateTeam>['body']) => api.call(calls.updateTeam, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(calls.deleteTeam, { params: { id } }),
      onSuccess,
    }),
    addMembers: useMutation({
      mutationFn: ({ teamId, userIds }: { teamId: string; userIds: string[] }) =>
        api.call(calls.addTeamUsers, { params: { teamId }, body: { userIds } }),
      onSuccess,
    }),
    removeMember: useMutation({
      mutationFn: ({ teamId, userId }: { teamId: string; userId: string }) =>
        api.call(calls.removeTeamUsers, { params: { id: teamId }, query: { userIds: [userId] } }),
      onSuccess,
    }),
    setServices: useMutation({
      mutationFn: (body: CallInput<typeof subscriptionRoutes.addServicesToTeam>['body']) =>
        api.call(subscriptionRoutes.addServicesToTeam, { body }),
      onSuccess: () => client.invalidateQueries(),
    }),
  };
}
