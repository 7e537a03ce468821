import { identityRoutes } from '@touchstone/contracts/identity';
import { AppError } from '@touchstone/kernel';
import type { FastifyRequest } from 'fastify';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Issuer } from '../app/issuer/issuer.ts';
import { refreshCookie } from '../app/issuer/token-answer.ts';
import { commandLineClientId, originsOf, webClientId } from '../domain/clients.ts';
import { identityErrors } from '../errors.ts';
import { passToIssuer } from './issuer-exchange.ts';

/** bindTokenRoute prepares the token endpoint's form; the issuer responds to it. */
export function bindTokenRoute(
  registrar: Registrar,
  options: { publicUrl: string; getIssuer: () => Promise<Issuer> },
): void {
  const { publicUrl, getIssuer } = options;
  registrar.add(identityRoutes.token, async ({ body, request, reply }) => {
    const form = Object.fromEntries(
      Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ) as Record<string, string>;
    if (form.grant_type !== 'authorization_code') form.client_id ??= commandLineClientId;
    if (form.client_id === webClientId && form.grant_type === 'refresh_token') {
      assertSameOrigin(request, publicUrl);
      // The page never has its refresh token: whatever it sends, the cookie is used.
      const token = request.cookies[refreshCookie.name];
      if (!token) return reply.code(400).send(expired(request.id)) as never;
      form.refresh_token = token;
    }
    await passToIssuer({ request, reply }, { issuer: await getIssuer(), publicUrl, form });
    return undefined as never;
  });
}

/** Browsers send the cookie automatically, so the calling page must be ours. */
function assertSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const own = site === 'same-origin' || (site === undefined && origin && originsOf(publicUrl).includes(origin));
  if (!own) throw new AppError(identityErrors.crossOrigin, { detail: `origin ${origin}, sec-fetch-site ${site}` });
}

const expired = (requestId: string) => {
  const { code, message } = identityErrors.sessionExpired;
  const answer = { code, message, errorMessage: message, details: [], requestId };
  return { error: 'invalid_grant', error_description: message, ...answer };
};
