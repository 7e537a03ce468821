import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { userManagementRoutes as calls } from '@touchstone/contracts/user-management';
import { api } from '../../../shared/api.ts';
import { userKeys } from './users.queries.ts';

type Update = CallInput<typeof calls.updateUser>['body'];
type Role = CallInput<typeof calls.updateRole>['query']['role'];

export interface UserChange {
  login: string;
  /** Absent if unchanged. */
  fields?: Update | undefined;
  role?: Role | undefined;
  teams?: { userId: string; teamIds: string[] } | undefined;
}

/** useUserMutations invites, updates and removes users of the organization. */
export function useUserMutations() {
  const client = useQueryClient();
  // Also after a failure, since some of several changes may have been made.
  const onSettled = () => client.invalidateQueries({ queryKey: userKeys.all });
  return {
    invite: useMutation({
      mutationFn: (body: CallInput<typeof calls.inviteUsers>['body']) => api.call(calls.inviteUsers, { body }),
      onSettled,
    }),
    create: useMutation({
      mutationFn: (body: CallInput<typeof calls.createUser>['body']) => api.call(calls.createUser, { body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: async ({ login, fields, role, teams }: UserChange) => {
        if (fields) await api.call(calls.updateUser, { body: fields });
        if (role) await api.call(calls.updateRole, { query: { login, role } });
        if (teams) await api.call(calls.setTeamsOfUser, { body: teams });
      },
      onSettled,
    }),
    setActive: useMutation({
      mutationFn: ({ login, active }: { login: string; active: boolean }) =>
        api.call(calls.updateActivatedStatus, { query: { login, active: active ? 'true' : 'false' } }),
      onSettled,
    }),
    resend: useMutation({
      mutationFn: (login: string) => api.call(calls.resendInvitation, { query: { login } }),
    }),
    createLink: useMutation({
      mutationFn: (login: string) => api.call(calls.createInvitationLink, { body: { login } }),
      // Not cached: the link gives access.
      gcTime: 0,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(calls.deleteUser, { query: { id } }),
      onSettled,
    }),
  };
}
