import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedInCookie } from '../../../platform/http/web-app.ts';
import { interactionCookie, sessionCookie } from '../app/issuer/configuration.ts';
import { refreshCookie } from '../app/issuer/token-answer.ts';
import type { OpenSignIn } from '../app/sign-in/interaction.ts';
import { issuerPath } from '../domain/clients.ts';

/** openSignIn returns the open sign-in of a call, with the cookie proving that its browser started it. */
export const openSignIn = (request: FastifyRequest, interaction: string): OpenSignIn => ({
  interaction,
  cookie: request.cookies[interactionCookie(interaction)],
  address: request.ip,
  requestId: request.id,
});

export function forgetSignIn(reply: FastifyReply, interaction: string): void {
  reply.clearCookie(interactionCookie(interaction), { path: issuerPath });
}

/** forgetSession removes the refresh token and the issuer's session from the browser. */
export function forgetSession(reply: FastifyReply): void {
  reply.clearCookie(refreshCookie.name, { path: refreshCookie.path });
  reply.clearCookie(signedInCookie, { path: '/' });
  for (const name of [sessionCookie, `${sessionCookie}.sig`]) reply.clearCookie(name, { path: issuerPath });
}
