import type { Organization } from '@touchstone/contracts/user-management';

/** Plans that can be given, with the names that users see. */
export const planChoices = [
  { value: 'FREE', label: 'FREEMIUM' },
  { value: 'PRO', label: 'PRO' },
  { value: 'ENTERPRISE', label: 'ENTERPRISE' },
] as const;
export type GivenPlan = (typeof planChoices)[number]['value'];

const nameOf = (plan: Organization['planType']) => planChoices.find(({ value }) => value === plan)?.label ?? plan;

/** planText is the plan in force; of an expired one also which it was. */
export function planText({ planType, subscribedPlan }: Pick<Organization, 'planType' | 'subscribedPlan'>): string {
  return planType === subscribedPlan ? nameOf(planType) : `${nameOf(planType)} (${nameOf(subscribedPlan)})`;
}

/** endOfDay is the last instant of a day (UTC) that a date field names, as the server takes it. */
export const endOfDay = (day: string): string => `${day}T23:59:59.000Z`;

/** limitText writes a limit: none where there is no number. */
export const limitText = (value: number | null | undefined): string =>
  value === null || value === undefined ? 'No limit' : new Intl.NumberFormat('en').format(value);

/** readLimit reads what was typed as a limit: empty means no limit. Undefined where it is no number. */
export function readLimit(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d{1,10}$/.test(text) && Number(text) <= 1_000_000_000 ? Number(text) : undefined;
}
