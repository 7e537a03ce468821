import type { Config } from '../../../platform/config.ts';
import { externalIssuerAlias } from './clients.ts';

/** An upstream provider as the configuration names it. */
export interface UpstreamProvider {
  alias: string;
  displayName: string;
  imageUrl: string;
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  scope: string;
  /** Claim that says that the e-mail address was verified; default `email_verified`. */
  emailVerifiedClaim?: string;
}

/** upstreamProvidersOf lists who may vouch for users: the external issuer alone where there is one. */
export function upstreamProvidersOf(config: Config): UpstreamProvider[] {
  const { externalIssuer } = config;
  if (!externalIssuer) return config.IDENTITY_PROVIDERS;
  return [
    {
      alias: externalIssuerAlias,
      displayName: new URL(externalIssuer.issuer).host,
      imageUrl: '',
      issuer: externalIssuer.issuer,
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
      scope: config.OIDC_SCOPE,
      emailVerifiedClaim: config.OIDC_EMAIL_VERIFIED_CLAIM,
    },
  ];
}
