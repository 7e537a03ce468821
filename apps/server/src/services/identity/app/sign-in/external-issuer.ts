import { AppError } from '@touchstone/kernel';
import type { Config } from '../../../../platform/config.ts';
import type { UpstreamProvider } from '../../clients/upstream.client.ts';
import { externalIssuerAlias } from '../../domain/clients.ts';
import { identityErrors } from '../../errors.ts';

/** issuerHost names the external issuer for people; null where this server keeps the accounts. */
export const issuerHost = ({ externalIssuer }: Config): string | null =>
  externalIssuer ? new URL(externalIssuer.issuer).host : null;

/** Throws IDENTITY_ACCOUNTS_ELSEWHERE where an external issuer keeps the accounts, and so no password counts here. */
export type AssertPasswordsHere = () => void;

export function createAssertPasswordsHere(config: Config): AssertPasswordsHere {
  const issuer = issuerHost(config);
  return () => {
    if (issuer) throw new AppError(identityErrors.accountsElsewhere, { params: { issuer } });
  };
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
