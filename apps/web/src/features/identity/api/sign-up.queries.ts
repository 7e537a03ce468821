import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { identityRoutes, type SignInSettings } from '@touchstone/contracts/identity';
import { api } from '../../../shared/api.ts';

let settings: Promise<SignInSettings> | undefined;

/** signInSettings fetches the settings for all visitors once per page; a failure isn't cached. */
export function signInSettings(): Promise<SignInSettings> {
  settings ??= api.call(identityRoutes.getSignInSettings, {}).catch((error: unknown) => {
    settings = undefined;
    throw error;
  });
  return settings;
}
export const settingsQuery = queryOptions({
  queryKey: ['identity', 'sign-in-settings'],
  queryFn: signInSettings,
  staleTime: Number.POSITIVE_INFINITY,
});
export const activationQuery = (token: string) =>
  queryOptions({
    queryKey: ['identity', 'activation', token],
    queryFn: ({ signal }) => api.call(identityRoutes.verifyEmail, { query: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
export const termsQuery = queryOptions({
  queryKey: ['identity', 'terms'],
  queryFn: ({ signal }) => fetchTerms(signal).then((response) => response.text()),
  staleTime: Number.POSITIVE_INFINITY,
});

/** fetchTerms fetches the terms document; throws if there is none. */
export async function fetchTerms(signal?: AbortSignal): Promise<Response> {
  const response = await fetch('/terms-of-service.md', signal ? { signal } : {});
  if (!response.ok) throw new Error('The terms of service could not be loaded.');
  return response;
}

export const register = (body: CallInput<typeof identityRoutes.register>['body']) =>
  api.call(identityRoutes.register, { body });
export const resendLink = (body: { login: string; recaptcha?: string }) =>
  api.call(identityRoutes.resendLink, { body });
export const activateAccount = (body: { token: string; password: string }) =>
  api.call(identityRoutes.activateAccount, { body });
export const sendMessage = (body: CallInput<typeof identityRoutes.dropMessage>['body']) =>
  api.call(identityRoutes.dropMessage, { body });
export const bookDemo = (body: CallInput<typeof identityRoutes.bookDemo>['body']) =>
  api.call(identityRoutes.bookDemo, { body });
