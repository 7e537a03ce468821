import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../../../platform/http/caller.ts';
import { identify } from '../../../platform/http/registrar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { toClaims } from '../app/issuer/claims.ts';
import type { Issuer } from '../app/issuer/issuer.ts';
import { issuerPath } from '../domain/clients.ts';
import { passToIssuer } from './issuer-exchange.ts';

/**
 * Routes that standard clients call and our contract doesn't declare; the token endpoint is among the declared routes.
 */
const paths: [method: 'GET' | 'POST' | 'OPTIONS', path: string][] = [
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/jwks'],
  ['GET', '/authorize'],
  ['GET', '/authorize/:uid'],
  ['POST', '/token/revocation'],
  ['GET', '/session/end'],
  ['POST', '/session/end/confirm'],
  ['GET', '/session/end/success'],
];

export async function mountIssuer(
  app: FastifyInstance,
  options: {
    platform: Platform;
    users: UserManagement;
    getIssuer: () => Promise<Issuer>;
    findProvider: (userId: string) => Promise<string | null>;
    authenticate: Authenticate;
  },
): Promise<void> {
  const { platform, users, getIssuer, findProvider, authenticate } = options;
  const { publicUrl } = platform.config;
  const issuerScope: FastifyPluginAsync = async (scope) => {
    // The issuer reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const handler = async (request: FastifyRequest, reply: FastifyReply) =>
      passToIssuer({ request, reply }, { issuer: await getIssuer(), publicUrl });
    for (const [method, path] of paths) scope.route({ method, url: issuerPath + path, handler });
    // Access tokens are JWTs for the API, which the issuer's own userinfo endpoint doesn't accept.
    scope.get(`${issuerPath}/userinfo`, async (request) => {
      const { userId } = await identify(request, authenticate);
      const user = await users.findUser(userId);
      return { sub: userId, ...(user && toClaims(user, await findProvider(userId))) };
    });
  };
  await app.register(issuerScope);
}
