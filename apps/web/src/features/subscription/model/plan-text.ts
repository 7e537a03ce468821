import type { Role } from '@touchstone/contracts';
import type { PlanState } from '@touchstone/contracts/subscription';

type PlanType = PlanState['planAudit']['newPlanType'];

/** planName returns the display name of a plan: FREE is FREEMIUM. */
export const planName = (plan: string): string => (plan === 'FREE' ? 'FREEMIUM' : plan);

/** mayRenew returns whether a role is offered the renewal; others are asked to contact their admin. */
export const mayRenew = (role: Role): boolean => role === 'ROLE_ADMIN' || role === 'ROLE_SUPERADMIN';

/** expiredTitle returns the title of both dialogs about an expired plan. */
export const expiredTitle = (plan: PlanType): string => (plan === 'EXPIRED' ? 'Trial Expired' : 'Subscription Expired');

/** expiredText explains what an expired plan means for a role, and what to do. */
export function expiredText(plan: PlanType, role: Role): string {
  if (plan === 'EXPIRED')
    return `Your trial has expired. Don't worry! your data is safe.${mayRenew(role) ? '' : ' Please contact your admin to renew.'}`;
  return mayRenew(role)
    ? 'Your subscription has expired. Your data is still available. Please buy the subscription.'
    : 'Your subscription has expired. Your data is still available. Please contact your admin to renew.';
}
