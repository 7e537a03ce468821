import type { FastifyInstance } from 'fastify';
import type { Broker } from '../app/broker.ts';
import { interactionCookie } from '../app/issuer.ts';
import { issuerPath } from '../domain/clients.ts';
import { openSignIn } from './cookies.ts';

/** mountBroker serves the two addresses that browsers pass on their way to and from an upstream provider. */
export function mountBroker(app: FastifyInstance, broker: Broker): void {
  app.get<{ Params: { alias: string }; Querystring: { interaction?: string } }>(
    `${issuerPath}/broker/:alias/login`,
    async (request, reply) => {
      const open = openSignIn(request, request.query.interaction ?? '');
      return reply.redirect(await broker.begin(request.params.alias, open), 303);
    },
  );
  app.get<{ Params: { alias: string } }>(`${issuerPath}/broker/:alias/endpoint`, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const next = await broker.finish(request.params.alias, query, {
      address: request.ip,
      requestId: request.id,
      cookieOf: (interaction) => request.cookies[interactionCookie(interaction)],
    });
    return reply.header('cache-control', 'no-store').redirect(next, 303);
  });
}
