import type { Organization } from '@touchstone/contracts/user-management';

/** Selectable plans, with their display names. */
export const planChoices = [
  { value: 'FREE', label: 'FREEMIUM' },
  { value: 'PRO', label: 'PRO' },
  { value: 'ENTERPRISE', label: 'ENTERPRISE' },
] as const;
export type GivenPlan = (typeof planChoices)[number]['value'];

const nameOf = (plan: Organization['planType']) => planChoices.find(({ value }) => value === plan)?.label ?? plan;

/** planText returns the plan in force; for an expired one also which it was. */
export function planText({ planType, subscribedPlan }: Pick<Organization, 'planType' | 'subscribedPlan'>): string {
  return planType === subscribedPlan ? nameOf(planType) : `${nameOf(planType)} (${nameOf(subscribedPlan)})`;
}

/** endOfDay returns the last instant of a date field's day (UTC), in the server's format. */
export const endOfDay = (day: string): string => `${day}T23:59:59.000Z`;

/** limitText formats a limit; without a number there is none. */
export const limitText = (value: number | null | undefined): string =>
  value === null || value === undefined ? 'No limit' : new Intl.NumberFormat('en').format(value);

/** readLimit parses a typed limit: empty means no limit. Undefined if it isn't a number. */
export function readLimit(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d{1,10}$/.test(text) && Number(text) <= 1_000_000_000 ? Number(text) : undefined;
}
