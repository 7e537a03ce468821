import { queryOptions } from '@tanstack/react-query';
import { routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

export const identityProvidersQuery = queryOptions({
  queryKey: ['identity', 'providers'],
  queryFn: ({ signal }) => api.call(routes.identity.listIdentityProviders, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const signIn = (body: { interaction: string; login: string; password: string; botCheck?: string }) =>
  api.call(routes.identity.login, { body });
export const askForReset = (body: { login: string }) => api.call(routes.identity.forgotPassword, { body });
export const resetPassword = (body: { token: string; password: string }) =>
  api.call(routes.identity.resetPassword, { body });
export const fetchBotChallenge = () => api.call(routes.identity.getBotChallenge, {});
export const endSession = (login: string) => api.call(routes.identity.logout, { query: { login } });
export const changePassword = (body: { currentPassword: string; newPassword: string; confirmPassword: string }) =>
  api.call(routes.userManagement.changePassword, { body });
