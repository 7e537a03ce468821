import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { userManagementRoutes as calls, type Profile } from '@touchstone/contracts/user-management';
import { api } from '../../../shared/api.ts';
import { reloadAccount } from '../../../shared/session/reload-account.ts';

const key = ['profile'] as const;

export const profileQuery = queryOptions({
  queryKey: [...key, 'own'],
  queryFn: ({ signal }) => api.call(calls.getProfile, {}, { signal }),
});

/** The picture of a user; `photoUrl` changes with it. */
export const photoQuery = (userId: string, photoUrl: string) =>
  queryOptions({
    queryKey: [...key, 'photo', photoUrl],
    queryFn: async ({ signal }) => (await api.raw(calls.getProfilePhoto, { params: { userId } }, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const aiTokenQuery = queryOptions({
  queryKey: [...key, 'ai-token'],
  queryFn: ({ signal }) => api.call(calls.getAiToken, { query: {} }, { signal }),
});

/** useProfileMutations changes the user's own profile. */
export function useProfileMutations() {
  const client = useQueryClient();
  const keep = (profile: Profile) => client.setQueryData(profileQuery.queryKey, profile);
  return {
    update: useMutation({
      mutationFn: (body: CallInput<typeof calls.updateProfile>['body']) => api.call(calls.updateProfile, { body }),
      onSuccess: async (profile) => {
        keep(profile);
        await reloadAccount();
      },
    }),
    setPhoto: useMutation({
      mutationFn: (file: File) => {
        const body = new FormData();
        body.append('file', file);
        return api.call(calls.editProfilePhoto, { body });
      },
      onSuccess: keep,
    }),
    deletePhoto: useMutation({ mutationFn: () => api.call(calls.deleteProfilePhoto, {}), onSuccess: keep }),
    changePassword: useMutation({
      mutationFn: (body: CallInput<typeof calls.changePassword>['body']) => api.call(calls.changePassword, { body }),
    }),
    generateToken: useMutation({
      mutationFn: () => api.call(calls.generateAiToken, { query: {}, body: { confirmation: 'Generate' } }),
      onSuccess: ({ key: _shownOnce, ...token }) => client.setQueryData(aiTokenQuery.queryKey, token),
    }),
    switchToken: useMutation({
      mutationFn: ({ apiToken, enabled }: { apiToken: string; enabled: boolean }) =>
        api.call(calls.updateAiTokenStatus, { query: { apiToken, enabled: enabled ? 'true' : 'false' } }),
      onSuccess: (token) => client.setQueryData(aiTokenQuery.queryKey, token),
    }),
  };
}
