import type { IncomingMessage, ServerResponse } from 'node:http';
import { isShutOut } from '@touchstone/contracts';
import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose';
import Provider, { type Account, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import {
  accessTokenSeconds,
  brokerPath,
  commandLineClientId,
  issuerPath,
  originsOf,
  sessionSeconds,
  webClientId,
} from '../domain/clients.ts';
import { createOidcAdapter } from '../store/oidc-payload.store.ts';
import { toClaims } from './claims.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { renderMessage } from './issuer-pages.ts';
import { addPasswordGrant } from './password-grant.ts';
import type { SignIn } from './sign-in.ts';
import { addTokenAnswers, type NoteSession } from './token-answer.ts';
import type { TwoFactor } from './two-factor.ts';

/** Exchange is what the issuer needs to know of a call beyond the raw request. */
export interface Exchange {
  address: string;
  requestId: string;
  userAgent: string;
}

/** Issuer is the embedded OpenID provider. */
export interface Issuer {
  url: string;
  /** Audience of access tokens: the API of this server. */
  audience: string;
  /** Finds the key of an access token without asking the network. */
  verificationKey: JWTVerifyGetKey;
  provider: Provider;
  /** Answers a call; `req.url` is the path below the issuer. */
  handle(req: IncomingMessage, res: ServerResponse, exchange: Exchange): Promise<void>;
}

export const interactionCookie = (uid: string) => `touchstone_interaction_${uid.slice(0, 8)}`;
export const sessionCookie = 'touchstone_session';
const scopes = ['openid', 'profile', 'email', 'offline_access'];

export function createIssuer(options: {
  platform: Platform;
  users: UserManagement;
  signIn: SignIn;
  twoFactor: TwoFactor;
  keys: IssuerKeys;
  noteSession: NoteSession;
  /** Alias of the provider through which a user came last. */
  findProvider: (userId: string) => Promise<string | null>;
  /** Which provider a sign-in goes to at once, if any; the hint is what the page asked for. */
  providerOf: (hint: unknown) => string | undefined;
  /** Says which grant an interaction became. */
  bindGrant: (interaction: string, grantId: string) => Promise<void>;
  /** Called when a standard client ended a session: by sign-out, revocation, or reuse of a token. */
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
  const provider = new Provider(url, configure({ platform, findAccount, keys, audience, providerOf, bindGrant }));
  // The routes of this service have already settled protocol and host of the request.
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

function configure(options: {
  platform: Platform;
  findAccount: (accountId: string) => Promise<Account | undefined>;
  keys: IssuerKeys;
  audience: string;
  providerOf: (hint: unknown) => string | undefined;
  bindGrant: (interaction: string, grantId: string) => Promise<void>;
}): Configuration {
  const { platform, findAccount, keys, audience, providerOf, bindGrant } = options;
  const { publicUrl } = platform.config;
  const cookie = {
    signed: true,
    httpOnly: true,
    overwrite: true,
    sameSite: 'lax',
    path: issuerPath,
    secure: publicUrl.startsWith('https:'),
  } as const;
  const origins = originsOf(publicUrl);
  const claimNames = ['email', 'email_verified', 'login', 'name', 'given_name', 'family_name', 'role', 'plan'];
  claimNames.push('organization_id', 'organization_name', 'firstLogin', 'identity_provider');
  return {
    adapter: createOidcAdapter(platform.database),
    jwks: { keys: [keys.signing as never] },
    clients: [
      {
        client_id: webClientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: origins.map((origin) => `${origin}/callback`),
        post_logout_redirect_uris: origins.flatMap((origin) => [`${origin}/`, `${origin}/login`]),
      },
      {
        client_id: commandLineClientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['password', 'refresh_token'],
        response_types: [],
        redirect_uris: [],
      },
    ],
    // Named as Keycloak names it, so that clients know it.
    extraParams: ['kc_idp_hint'],
    clientBasedCORS: (_ctx, origin) => origins.includes(origin),
    claims: { openid: ['sub', ...claimNames] },
    scopes,
    conformIdTokenClaims: false,
    cookies: {
      names: {
        session: sessionCookie,
        interaction: 'touchstone_interaction',
        resume: 'touchstone_resume',
      },
      keys: [keys.cookies],
      long: cookie,
      short: cookie,
    },
    discovery: { userinfo_endpoint: `${publicUrl}${issuerPath}/userinfo` },
    extraTokenClaims: (_ctx, token) => ('grantId' in token && token.grantId ? { sid: token.grantId } : undefined),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      introspection: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) =>
          renderMessage(
            ctx,
            'Sign out?',
            `${form}<button name="logout" value="yes" form="op.logoutForm">Sign out</button>`,
          ),
        postLogoutSuccessSource: (ctx) => renderMessage(ctx, 'You are signed out.', '<a href="/login">Sign in</a>'),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== audience) throw new errors.InvalidTarget(`the only resource is ${audience}`);
          return {
            scope: scopes.join(' '),
            audience,
            accessTokenTTL: accessTokenSeconds,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          };
        },
      },
    },
    findAccount: (_ctx, accountId) => findAccount(accountId),
    interactions: {
      url: (ctx, interaction) => {
        // Only the browser that began may finish, and several tabs may be about it at once: one cookie for each.
        ctx.cookies.set(interactionCookie(interaction.uid), interaction.uid, {
          ...cookie,
          signed: false,
          path: issuerPath,
          maxAge: 3600_000,
        });
        const alias = providerOf(interaction.params.kc_idp_hint);
        const uid = encodeURIComponent(interaction.uid);
        return alias ? `${brokerPath(alias)}/login?interaction=${uid}` : `/login?interaction=${uid}`;
      },
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    loadExistingGrant: async (ctx) => {
      const grant = await loadGrant(ctx, audience);
      const { Interaction: interaction } = ctx.oidc.entities;
      if (grant && interaction) await bindGrant(interaction.uid, grant.jti);
      return grant;
    },
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      const known = out.error_description ?? out.error;
      return renderMessage(ctx, 'This sign-in could not go on.', `${escapeHtml(known)}. <a href="/">Start again</a>`);
    },
    rotateRefreshToken: true,
    routes: {
      authorization: '/authorize',
      token: '/token',
      jwks: '/jwks',
      end_session: '/session/end',
      revocation: '/token/revocation',
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      Session: sessionSeconds,
      Grant: sessionSeconds,
      RefreshToken: sessionSeconds,
    },
  };
}

/** All clients are our own: what they ask for is granted without a question. */
async function loadGrant(ctx: KoaContextWithOIDC, audience: string) {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId ? await provider.Grant.find(grantId) : undefined;
  if (existing && existing.accountId === session.accountId) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(scopes.join(' '));
  grant.addResourceScope(audience, scopes.join(' '));
  await grant.save();
  return grant;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
