import { signUpRouteSchema } from '@touchstone/contracts/feature-flags';
import { z } from 'zod';
import type { SettingList, ValuesOf } from '../../platform/settings.ts';

const onOff = (standard: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(standard)
    .transform((text) => text === 'true');

const loopback = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])[:/]/;
const issuerAddress = z
  .url()
  .refine((url) => url.startsWith('https://') || loopback.test(url), 'must be https, or http on loopback');

const identityProviders = z
  .string()
  .default('[]')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON list' });
      return z.NEVER;
    }
  })
  .pipe(
    z.array(
      z.strictObject({
        alias: z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'alias: small letters, digits and hyphens'),
        displayName: z.string().min(1).max(60),
        issuer: issuerAddress,
        clientId: z.string().min(1),
        clientSecret: z.string().min(1).optional(),
        imageUrl: z
          .string()
          .regex(/^(\/[^/]|data:image\/)/, 'imageUrl: pages load no pictures of others; give a path or a data URL')
          .or(z.literal(''))
          .default(''),
        scope: z.string().default('openid email profile'),
      }),
    ),
  )
  .refine((list) => new Set(list.map(({ alias }) => alias)).size === list.length, 'two providers have one alias');

/** The accounts of the first start, how users sign in, and when their sessions end. */
export const identitySettings = {
  TOUCHSTONE_ADMIN_EMAIL: {
    schema: z.email().default('admin@touchstone.local'),
    help: 'First administrator, made at first start',
  },
  TOUCHSTONE_ADMIN_PASSWORD: {
    schema: z.string().min(8).max(1024).optional(),
    help: 'Password of the first administrator; default: generated and printed once',
    secret: true,
  },
  TOUCHSTONE_SUPERADMIN_EMAIL: {
    schema: z.email().optional(),
    help: 'Looks after all organizations of the installation; made when this account is missing',
  },
  TOUCHSTONE_SUPERADMIN_PASSWORD: {
    schema: z.string().min(8).max(1024).optional(),
    help: 'Password of the super administrator; default: generated and printed once',
    secret: true,
  },
  SIGN_UP_ROUTE: {
    schema: signUpRouteSchema.default('sign-up'),
    help: 'Name of the sign-up page in its address',
  },
  PUBLIC_CLOUD: { schema: onOff('false'), help: 'Whether this is the public edition of API testing: true or false' },
  IDENTITY_PROVIDERS: {
    schema: identityProviders,
    help: 'OpenID Connect providers that sign-in offers: JSON list of { alias, displayName, issuer, clientId, clientSecret, imageUrl }',
    secret: true,
  },
  OIDC_ISSUER: {
    schema: issuerAddress.optional(),
    help: 'External OpenID Connect issuer that keeps the accounts, such as https://sso.example/realms/acme; default: this server keeps them',
  },
  OIDC_CLIENT_ID: { schema: z.string().min(1).default('touchstone'), help: 'Client of this server at OIDC_ISSUER' },
  OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    help: 'Secret of that client; default: a public client',
    secret: true,
  },
  OIDC_SCOPE: { schema: z.string().min(1).default('openid email profile'), help: 'Scopes asked for at OIDC_ISSUER' },
  OIDC_AUDIENCE: {
    schema: z.string().min(1).optional(),
    help: 'Audience that access tokens of OIDC_ISSUER must name to be accepted by the API; default PUBLIC_URL/services',
  },
  OIDC_EMAIL_VERIFIED_CLAIM: {
    schema: z.string().min(1).default('email_verified'),
    help: 'Claim of OIDC_ISSUER that says that the e-mail address was verified',
  },
  OIDC_NEW_USERS: {
    schema: z.enum(['refuse', 'join', 'sign-up']).default('refuse'),
    help: 'What happens to a user of OIDC_ISSUER without an account here: refuse; join the organization of TOUCHSTONE_ADMIN_EMAIL as a user; sign-up of an organization of their own',
  },
  IDLE_TIMEOUT: { schema: onOff('true'), help: 'Whether sessions without activity end: true or false' },
  IDLE_THRESHOLD_SECONDS: {
    schema: z.coerce.number().int().min(1).max(2_000_000).default(86_400),
    help: 'Time without activity after which the page counts down',
  },
  IDLE_COUNTDOWN_SECONDS: {
    schema: z.coerce.number().int().min(1).max(3600).default(300),
    help: 'How long that countdown takes before the session ends',
  },
} as const satisfies SettingList;

/** IdentityConfig is the validated configuration of identity. */
export type IdentityConfig = ValuesOf<typeof identitySettings>;

/** ExternalIssuer is an external issuer that manages the accounts instead of this server. */
export interface ExternalIssuer {
  issuer: string;
  /** The audience that its access tokens must name. */
  audience: string;
}

/** externalIssuerOf returns the configured external issuer; undefined if this server manages the accounts. */
export const externalIssuerOf = (
  { OIDC_ISSUER, OIDC_AUDIENCE }: Pick<IdentityConfig, 'OIDC_ISSUER' | 'OIDC_AUDIENCE'>,
  publicUrl: string,
): ExternalIssuer | undefined =>
  OIDC_ISSUER === undefined ? undefined : { issuer: OIDC_ISSUER, audience: OIDC_AUDIENCE ?? `${publicUrl}/services` };

/** checkIdentityConfig returns contradictions between settings of the external issuer. */
export function checkIdentityConfig(config: IdentityConfig): string[] {
  const { OIDC_ISSUER, OIDC_AUDIENCE, OIDC_CLIENT_ID, IDENTITY_PROVIDERS } = config;
  if (!OIDC_ISSUER) return [];
  const problems: string[] = [];
  if (IDENTITY_PROVIDERS.length)
    problems.push(
      'IDENTITY_PROVIDERS: with OIDC_ISSUER further providers are connected at that issuer; unset one of the two',
    );
  if (OIDC_AUDIENCE === OIDC_CLIENT_ID)
    problems.push('OIDC_AUDIENCE: must not be OIDC_CLIENT_ID, or ID tokens would pass for access tokens');
  return problems;
}
