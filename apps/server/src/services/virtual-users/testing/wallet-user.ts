import type { TestUser } from '@touchstone/testing';
import type { WalletUser } from '../app/virtual-users.ts';

/** walletUser is a test user as the caller of use cases: an administrator with a paid plan, unless `given` differs. */
export const walletUser = (
  { userId, organizationId, email, teamId }: TestUser,
  given: Partial<WalletUser> = {},
): WalletUser => ({
  userId,
  organizationId,
  email,
  teamId,
  teamIds: [teamId],
  name: 'Ada',
  role: 'ROLE_ADMIN',
  plan: 'PRO',
  requestId: '',
  address: '',
  ...given,
});
