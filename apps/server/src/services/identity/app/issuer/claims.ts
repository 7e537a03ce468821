import type { Account } from '@touchstone/contracts/identity';
import type { UserRecord } from '../../../user-management/index.ts';

/**
 * toClaims returns a user's claims in the form the product's clients expect; `provider` is the one of the user's last
 * sign-in.
 */
export const toClaims = (user: UserRecord, provider: string | null = null) => ({
  email: user.email,
  email_verified: user.activated,
  login: user.email,
  name: `${user.firstName} ${user.lastName}`.trim(),
  given_name: user.firstName,
  family_name: user.lastName,
  role: user.role,
  plan: user.plan,
  organization_id: user.organizationId,
  organization_name: user.organizationName,
  firstLogin: user.firstLogin,
  identity_provider: provider,
});

export const toAccount = (user: UserRecord, provider: string | null): Account => ({
  userId: user.userId,
  ...toClaims(user, provider),
  teams: user.teams,
  modeStatus: user.modeStatus,
});
