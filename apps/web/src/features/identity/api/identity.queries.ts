import { queryOptions } from '@tanstack/react-query';
import { identityRoutes } from '@touchstone/contracts/identity';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { api } from '../../../shared/api.ts';

export const identityProvidersQuery = queryOptions({
  queryKey: ['identity', 'providers'],
  queryFn: ({ signal }) => api.call(identityRoutes.listIdentityProviders, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const signIn = (body: { interaction: string; login: string; password: string; botCheck?: string }) =>
  api.call(identityRoutes.login, { body });
export const askForReset = (body: { login: string }) => api.call(identityRoutes.forgotPassword, { body });
export const resetPassword = (body: { token: string; password: string }) =>
  api.call(identityRoutes.resetPassword, { body });
export const fetchBotChallenge = () => api.call(identityRoutes.getBotChallenge, {});
export const endSession = (login: string) => api.call(identityRoutes.logout, { query: { login } });
export const changePassword = (body: { currentPassword: string; newPassword: string; confirmPassword: string }) =>
  api.call(userManagementRoutes.changePassword, { body });
