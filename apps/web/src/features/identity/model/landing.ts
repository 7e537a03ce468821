import type { Account } from '@touchstone/contracts/identity';

/** landingPath returns where a user goes after sign-in: by role and edition, or to the previously requested path. */
export function landingPath(
  account: Pick<Account, 'role' | 'firstLogin'>,
  options: { publicCloud: boolean; pendingInvites: boolean; saved: string | null },
): string {
  const { publicCloud, pendingInvites, saved } = options;
  // They must choose an organization first.
  if (account.role === 'ROLE_SUPERADMIN' || account.role === 'ROLE_SUPERUSER') return '/organization-dashboard';
  if (publicCloud && account.firstLogin) return '/api-onboarding/welcome';
  if (publicCloud && pendingInvites) return '/api-testing/collaboration-invite';
  return saved ?? (publicCloud ? '/api-testing/workspace' : '/dashboard');
}
