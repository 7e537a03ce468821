import { escapeHtml } from '@touchstone/kernel';
import type { Account, Configuration, Interaction, KoaContextWithOIDC } from 'oidc-provider';
import type { Platform } from '../../../../platform/platform.ts';
import { accessTokenSeconds, brokerPath, issuerPath, originsOf, sessionSeconds } from '../../domain/clients.ts';
import { createOidcAdapter } from '../../store/oidc-payload.store.ts';
import { featuresOf } from './features.ts';
import { loadGrant } from './grant.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { renderMessage } from './issuer-pages.ts';
import { clientsOf, scopes } from './registration.ts';

/** Cookie that binds a sign-in to the browser that started it. */
export const interactionCookie = (uid: string) => `touchstone_interaction_${uid.slice(0, 8)}`;
/** Cookie of the session at the issuer. */
export const sessionCookie = 'touchstone_session';

const claimNames = [
  'email',
  'email_verified',
  'login',
  'name',
  'given_name',
  'family_name',
  'role',
  'plan',
  'organization_id',
  'organization_name',
  'firstLogin',
  'identity_provider',
];

/** configureProvider returns the configuration of the OpenID provider: its clients, cookies, features and lifetimes. */
export function configureProvider(options: {
  platform: Platform;
  findAccount: (accountId: string) => Promise<Account | undefined>;
  keys: IssuerKeys;
  audience: string;
  providerOf: (hint: unknown) => string | undefined;
  bindGrant: (interaction: string, grantId: string) => Promise<void>;
}): Configuration {
  const { platform, findAccount, keys, audience, providerOf, bindGrant } = options;
  const { publicUrl } = platform.config;
  const cookie = cookieOptions(publicUrl);
  const origins = originsOf(publicUrl);
  return {
    adapter: createOidcAdapter(platform.database),
    jwks: { keys: [keys.signing as never] },
    clients: clientsOf(origins),
    // Keycloak's name for the parameter, so that clients know it.
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
    features: featuresOf(audience),
    findAccount: (_ctx, accountId) => findAccount(accountId),
    interactions: { url: (ctx, interaction) => beginInteraction(ctx, interaction, { cookie, providerOf }) },
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

const cookieOptions = (publicUrl: string) =>
  ({
    signed: true,
    httpOnly: true,
    overwrite: true,
    sameSite: 'lax',
    path: issuerPath,
    secure: publicUrl.startsWith('https:'),
  }) as const;

/** Returns where a sign-in continues: on this server's page or at another provider. */
function beginInteraction(
  ctx: KoaContextWithOIDC,
  { uid, params }: Interaction,
  options: { cookie: ReturnType<typeof cookieOptions>; providerOf: (hint: unknown) => string | undefined },
): string {
  // Only the browser that started may finish, and several tabs may sign in at once: one cookie for each.
  ctx.cookies.set(interactionCookie(uid), uid, { ...options.cookie, signed: false, maxAge: 3600_000 });
  const alias = options.providerOf(params.kc_idp_hint);
  const interaction = encodeURIComponent(uid);
  return alias ? `${brokerPath(alias)}/login?interaction=${interaction}` : `/login?interaction=${interaction}`;
}
