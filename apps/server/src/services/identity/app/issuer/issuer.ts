import type { IncomingMessage, ServerResponse } from 'node:http';
import { isShutOut } from '@touchstone/contracts';
import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose';
import Provider, { type Account } from 'oidc-provider';
import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import { issuerPath } from '../../domain/clients.ts';
import { addPasswordGrant } from '../sign-in/password-grant.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { TwoFactor } from '../sign-in/two-factor.ts';
import { toClaims } from './claims.ts';
import { configureProvider } from './configuration.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { scopes } from './registration.ts';
import { addTokenAnswers, type NoteSession } from './token-answer.ts';

/** Exchange is what the issuer needs to know of a call besides the raw request. */
export interface Exchange {
  address: string;
  requestId: string;
  userAgent: string;
}

/** Issuer is the embedded OpenID provider. */
export interface Issuer {
  url: string;
  /** Audience of access tokens: this server's API. */
  audience: string;
  /** Resolves the key of an access token without network access. */
  verificationKey: JWTVerifyGetKey;
  provider: Provider;
  /** Handles a call; `req.url` is the path below the issuer. */
  handle(req: IncomingMessage, res: ServerResponse, exchange: Exchange): Promise<void>;
}

export function createIssuer(options: {
  platform: Platform;
  users: UserManagement;
  signIn: SignIn;
  twoFactor: TwoFactor;
  keys: IssuerKeys;
  noteSession: NoteSession;
  /** Alias of the provider of the user's last sign-in. */
  findProvider: (userId: string) => Promise<string | null>;
  /** The provider that a sign-in is sent to directly, if any; the hint is what the page requested. */
  providerOf: (hint: unknown) => string | undefined;
  /** Records which grant an interaction became. */
  bindGrant: (interaction: string, grantId: string) => Promise<void>;
  /** Called when a standard client ended a session: by sign-out, revocation, or token reuse. */
  onEnded: (grantId: string) => void;
}): Issuer {
  const { platform, users, signIn, twoFactor, keys, noteSession, findProvider, providerOf, bindGrant, onEnded } =
    options;
  const { publicUrl } = platform.config;
  const url = publicUrl + issuerPath;
  const audience = `${publicUrl}/services`;
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  const findAccount = async (accountId: string): Promise<Account | undefined> => {
    const user = await users.findUser(accountId);
    if (!user?.active || isShutOut(user.role)) return undefined;
    const provider = await findProvider(accountId);
    return { accountId, claims: () => ({ sub: accountId, ...toClaims(user, provider) }) };
  };
  const provider = new Provider(
    url,
    configureProvider({ platform, findAccount, keys, audience, providerOf, bindGrant }),
  );
  // The service's routes have already determined the request's protocol and host.
  provider.proxy = true;
  provider.on('grant.revoked', (_ctx, grantId) => onEnded(grantId));
  addTokenAnswers(provider, { exchangeOf: (req) => exchanges.get(req), log: platform.log, noteSession });
  addPasswordGrant(provider, { signIn, twoFactor, audience, scopes, exchangeOf: (req) => exchanges.get(req) });
  const callback = provider.callback();
  const { kty, n, e, kid, alg, use } = keys.signing;
  return {
    url,
    audience,
    verificationKey: createLocalJWKSet({ keys: [{ kty, n, e, kid, alg, use } as JWK] }),
    provider,
    async handle(req, res, exchange) {
      exchanges.set(req, exchange);
      await callback(req, res);
    },
  };
}
