import { AppError } from '@touchstone/kernel';
import type { Config } from '../../../platform/config.ts';
import { identityErrors } from '../errors.ts';

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
