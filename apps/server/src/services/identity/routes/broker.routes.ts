import { AppError } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import { interactionCookie } from '../app/issuer/configuration.ts';
import type { Broker } from '../app/sign-in/broker.ts';
import type { UpstreamSessions } from '../app/sign-in/upstream-sessions.ts';
import { brokerPath } from '../domain/clients.ts';
import { identityErrors } from '../errors.ts';
import { openSignIn } from './cookies.ts';

/** A logout token is small, so larger bodies are rejected. */
const logoutBytes = 64 * 1024;

/**
 * mountBroker serves the browser's steps to and from an upstream provider, and the provider's notification that a
 * session has ended there.
 */
export function mountBroker(app: FastifyInstance, parts: { broker: Broker; sessions: UpstreamSessions }): void {
  const { broker, sessions } = parts;
  app.get<{ Params: { alias: string }; Querystring: { interaction?: string } }>(
    `${brokerPath(':alias')}/login`,
    async (request, reply) => {
      const open = openSignIn(request, request.query.interaction ?? '');
      return reply.redirect(await broker.begin(request.params.alias, open), 303);
    },
  );
  app.get<{ Params: { alias: string } }>(`${brokerPath(':alias')}/endpoint`, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const next = await broker.finish(request.params.alias, query, {
      address: request.ip,
      requestId: request.id,
      cookieOf: (interaction) => request.cookies[interactionCookie(interaction)],
    });
    return reply.header('cache-control', 'no-store').redirect(next, 303);
  });
  app.post<{ Params: { alias: string }; Body: { logout_token?: unknown } | undefined }>(
    `${brokerPath(':alias')}/backchannel-logout`,
    { bodyLimit: logoutBytes },
    async (request, reply) => {
      const { alias } = request.params;
      if (!broker.has(alias)) throw new AppError(identityErrors.providerNotFound);
      const token = request.body?.logout_token;
      const origin = { address: request.ip, requestId: request.id };
      const ended = typeof token === 'string' && (await sessions.endByToken(alias, token, origin));
      reply.header('cache-control', 'no-store');
      if (ended) return reply.code(200).send();
      // OpenID Connect Back-Channel Logout 1.0 §2.8 defines the form of this response.
      const error_description = 'The logout token is missing, is not valid, or was seen before.';
      return reply.code(400).send({ error: 'invalid_request', error_description });
    },
  );
}
