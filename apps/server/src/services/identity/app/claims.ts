import type { Account } from '@touchstone/contracts';
import type { UserRecord } from '../../user-management/index.ts';

/** toClaims names what is known of a user as the clients of the product expect it. */
export const toClaims = (user: UserRecord) => ({
  email: user.email,
  login: user.email,
  name: `${user.firstName} ${user.lastName}`.trim(),
  given_name: user.firstName,
  family_name: user.lastName,
  role: user.role,
  plan: user.plan,
  organization_id: user.organizationId,
  organization_name: user.organizationName,
  firstLogin: user.firstLogin,
  identity_provider: null,
});

export const toAccount = (user: UserRecord): Account => ({
  userId: user.userId,
  ...toClaims(user),
  teams: user.teams,
  modeStatus: user.modeStatus,
});
