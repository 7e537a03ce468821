import type { TargetingContext } from './flags.ts';

/** What is known of a person, whether they call or are only asked about. */
export interface TargetedPerson {
  userId: string;
  name: string;
  email: string;
  role: string;
  organizationName: string;
  plan: string;
  firstLogin: boolean;
}

/** What is known of a call beyond the person who makes it. */
export interface TargetedCall {
  /** Empty where the connection ended before it could be read. */
  address: string;
  userAgent?: string | undefined;
  acceptLanguage?: string | undefined;
  service?: string | undefined;
}

/** contextOfPerson is the part of the targeting context that belongs to a person. */
export const contextOfPerson = (person: TargetedPerson): TargetingContext => ({
  key: person.userId,
  name: person.name,
  email: person.email,
  role: person.role,
  organization: person.organizationName,
  subscription: person.plan,
  firstTimeUser: String(person.firstLogin),
});

/** contextOfCall is the part that belongs to a call; the first language that the browser names counts. */
export const contextOfCall = (call: TargetedCall): TargetingContext => ({
  bot: String(/bot|crawl|spider|headless/i.test(call.userAgent ?? '')),
  language: (call.acceptLanguage ?? '').split(/[,;]/)[0]?.trim() ?? '',
  ip: call.address || 'Failed to capture IP Address',
  ...(call.service && { service: call.service }),
});
