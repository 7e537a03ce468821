import type { IncomingMessage } from 'node:http';
import { AppError } from '@touchstone/kernel';
import type Provider from 'oidc-provider';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import type { UserRecord } from '../../../user-management/index.ts';
import { accessTokenSeconds } from '../../domain/clients.ts';
import { identityErrors } from '../../errors.ts';
import { toClaims } from '../issuer/claims.ts';
import type { Exchange } from '../issuer/issuer.ts';
import { RefusedGrant } from '../issuer/token-answer.ts';
import type { Origin } from './rate-limit.ts';
import type { SignIn } from './sign-in.ts';
import type { TwoFactor } from './two-factor.ts';

interface PasswordParameters {
  username?: string;
  password?: string;
  otp?: string;
}

/** addPasswordGrant registers `grant_type=password` (RFC 6749 §4.3) for the command line and automation. */
export function addPasswordGrant(
  provider: Provider,
  options: {
    signIn: SignIn;
    twoFactor: TwoFactor;
    audience: string;
    scopes: string[];
    exchangeOf: (req: IncomingMessage) => Exchange | undefined;
  },
): void {
  const { signIn, twoFactor, audience, scopes, exchangeOf } = options;
  const assertSecondFactor = async (who: UserRecord & Origin, otp: string | undefined) => {
    if (!(await twoFactor.isRequired(who.userId))) return;
    if (!otp) throw new AppError(identityErrors.otpRequired);
    await twoFactor.useCode(who, otp);
  };
  provider.registerGrantType<PasswordParameters>(
    'password',
    async (ctx) => {
      const { username, password, otp, scope } = ctx.oidc.params;
      if (!username) throw new errors.InvalidRequest('Give your e-mail address in the field username.');
      if (!password) throw new errors.InvalidRequest('Give your password in the field password.');
      const exchange = exchangeOf(ctx.req) ?? { address: ctx.ip, requestId: '' };
      const { address, requestId } = exchange;
      const how = { address, requestId, method: 'password-grant' as const };
      const verified = await signIn.verify({ login: username, password, ...how }).catch(refuse);
      await assertSecondFactor({ ...verified, ...how }, otp).catch(refuse);
      const user = await signIn.complete(verified, how);
      const wanted = typeof scope === 'string' ? scope.split(' ').filter((name) => scopes.includes(name)) : [];
      await issueTokens(ctx, {
        user,
        audience,
        scope: [...new Set(['openid', 'profile', 'email', ...wanted])].join(' '),
      });
    },
    ['username', 'password', 'otp', 'scope'],
  );
}

const refuse = (error: unknown): never => {
  throw error instanceof AppError ? new RefusedGrant(error) : error;
};

async function issueTokens(
  ctx: TokenEndpointGrantContext,
  options: { user: UserRecord; audience: string; scope: string },
): Promise<void> {
  const { user, audience, scope } = options;
  const accountId = user.userId;
  const { client, provider } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId });
  grant.addOIDCScope(scope);
  grant.addResourceScope(audience, scope);
  const grantId = await grant.save();
  ctx.oidc.entity('Grant', grant);
  const common = { accountId, client, grantId, gty: 'password', scope };

  const accessToken = new provider.AccessToken(common);
  accessToken.resourceServer = new provider.ResourceServer(audience, {
    scope,
    audience,
    accessTokenTTL: accessTokenSeconds,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'RS256' } },
  });
  accessToken.scope = scope;
  ctx.oidc.entity('AccessToken', accessToken);

  const authTime = Math.floor(Date.now() / 1000);
  const refreshToken = new provider.RefreshToken({
    ...common,
    resource: audience,
    authTime,
    rotations: 0,
    expiresWithSession: false,
  });
  ctx.oidc.entity('RefreshToken', refreshToken);

  const claims = { sub: accountId, ...toClaims(user) };
  const idToken = Object.assign(new provider.IdToken({ ...claims, auth_time: authTime }, { ctx }), {
    scope,
  });

  ctx.body = {
    access_token: await accessToken.save(),
    expires_in: accessToken.expiration,
    id_token: await idToken.issue({ use: 'idtoken' }),
    refresh_token: await refreshToken.save(),
    scope,
    token_type: accessToken.tokenType,
  };
}
