import type { Role } from '@touchstone/contracts';
import type { PlanState } from '@touchstone/contracts/subscription';

type PlanType = PlanState['planAudit']['newPlanType'];

/** planName is how a plan is called on screen: FREE is FREEMIUM. */
export const planName = (plan: string): string => (plan === 'FREE' ? 'FREEMIUM' : plan);

/** mayRenew tells who is led to the renewal; the others are told to contact their admin. */
export const mayRenew = (role: Role): boolean => role === 'ROLE_ADMIN' || role === 'ROLE_SUPERADMIN';

/** expiredTitle heads both dialogs about an expired plan. */
export const expiredTitle = (plan: PlanType): string => (plan === 'EXPIRED' ? 'Trial Expired' : 'Subscription Expired');

/** expiredText says what an expired plan means to somebody of a role, and what to do. */
export function expiredText(plan: PlanType, role: Role): string {
  if (plan === 'EXPIRED')
    return `Your trial has expired. Don't worry! your data is safe.${mayRenew(role) ? '' : ' Please contact your admin to renew.'}`;
  return mayRenew(role)
    ? 'Your subscription has expired. Your data is still available. Please buy the subscription.'
    : 'Your subscription has expired. Your data is still available. Please contact your admin to renew.';
}
