import { queryOptions } from '@tanstack/react-query';
import { type CallInput, routes, type SignInSettings } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

const { identity } = routes;

let settings: Promise<SignInSettings> | undefined;

/** signInSettings asks once for what holds for everybody as long as the page is open; a failure is not remembered. */
export function signInSettings(): Promise<SignInSettings> {
  settings ??= api.call(identity.getSignInSettings, {}).catch((error: unknown) => {
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
    queryFn: ({ signal }) => api.call(identity.verifyEmail, { query: { token } }, { signal }),
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

export const register = (body: CallInput<typeof identity.register>['body']) => api.call(identity.register, { body });
export const resendLink = (body: { login: string; recaptcha?: string }) => api.call(identity.resendLink, { body });
export const activateAccount = (body: { token: string; password: string }) =>
  api.call(identity.activateAccount, { body });
export const sendMessage = (body: CallInput<typeof identity.dropMessage>['body']) =>
  api.call(identity.dropMessage, { body });
export const bookDemo = (body: CallInput<typeof identity.bookDemo>['body']) => api.call(identity.bookDemo, { body });
