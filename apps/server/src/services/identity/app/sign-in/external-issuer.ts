import { AppError } from '@touchstone/kernel';
import type { UpstreamProvider } from '../../clients/upstream.client.ts';
import type { IdentityConfig } from '../../config.ts';
import { externalIssuerAlias } from '../../domain/clients.ts';
import { identityErrors } from '../../errors.ts';

/** issuerHost returns the display name of the external issuer; null if this server manages the accounts. */
export const issuerHost = ({ OIDC_ISSUER }: Pick<IdentityConfig, 'OIDC_ISSUER'>): string | null =>
  OIDC_ISSUER === undefined ? null : new URL(OIDC_ISSUER).host;

/** Throws IDENTITY_ACCOUNTS_ELSEWHERE if an external issuer manages the accounts, so that no passwords exist here. */
export type AssertPasswordsHere = () => void;

export function createAssertPasswordsHere(config: IdentityConfig): AssertPasswordsHere {
  const issuer = issuerHost(config);
  return () => {
    if (issuer) throw new AppError(identityErrors.accountsElsewhere, { params: { issuer } });
  };
}

/** upstreamProvidersOf returns the providers that may vouch for users: only the external issuer if there is one. */
export function upstreamProvidersOf(config: IdentityConfig): UpstreamProvider[] {
  const { OIDC_ISSUER: issuer } = config;
  if (issuer === undefined) return config.IDENTITY_PROVIDERS;
  return [
    {
      alias: externalIssuerAlias,
      displayName: new URL(issuer).host,
      imageUrl: '',
      issuer,
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
      scope: config.OIDC_SCOPE,
      emailVerifiedClaim: config.OIDC_EMAIL_VERIFIED_CLAIM,
    },
  ];
}
