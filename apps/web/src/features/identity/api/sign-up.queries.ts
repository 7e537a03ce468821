import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { identityRoutes, type SignInSettings } from '@touchstone/contracts/identity';
import { api } from '../../../shared/api.ts';

let settings: Promise<SignInSettings> | undefined;

/** signInSettings asks once for what holds for everybody as long as the page is open; a failure is not remembered. */
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

/** fetchTerms asks for the document of the terms; throws when it is not there. */
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
