import type { TargetingContext } from './flags.ts';

/** What is known of a user, whether they make the call or are only asked about. */
export interface TargetedPerson {
  userId: string;
  name: string;
  email: string;
  role: string;
  organizationName: string;
  plan: string;
  firstLogin: boolean;
}

/** What is known of a call besides its user. */
export interface TargetedCall {
  /** Empty if the connection ended before it could be read. */
  address: string;
  userAgent?: string | undefined;
  acceptLanguage?: string | undefined;
  service?: string | undefined;
}

/** contextOfPerson returns the user's part of the targeting context. */
export const contextOfPerson = (person: TargetedPerson): TargetingContext => ({
  key: person.userId,
  name: person.name,
  email: person.email,
  role: person.role,
  organization: person.organizationName,
  subscription: person.plan,
  firstTimeUser: String(person.firstLogin),
});

/**
 * contextOfCall returns the call's part of the targeting context; of the browser's languages, the first one is used.
 */
export const contextOfCall = (call: TargetedCall): TargetingContext => ({
  bot: String(/bot|crawl|spider|headless/i.test(call.userAgent ?? '')),
  language: (call.acceptLanguage ?? '').split(/[,;]/)[0]?.trim() ?? '',
  ip: call.address || 'Failed to capture IP Address',
  ...(call.service && { service: call.service }),
});
