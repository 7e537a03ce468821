import type { AlertPolicy } from '@touchstone/contracts/api-monitoring';
import type { WallClock } from '../wall-clock.ts';
import { afterQuiet } from './quiet-hours.ts';

export type { AlertEvent } from '@touchstone/contracts/api-monitoring';

/** What a policy says of whom it tells and when. */
export type PolicyRules = Pick<
  AlertPolicy,
  | 'tellsDegraded'
  | 'steps'
  | 'groupSeconds'
  | 'reminderMinutes'
  | 'tellsAcknowledged'
  | 'tellsRecovery'
  | 'tellsBurnRate'
  | 'quietHours'
  | 'collectionIds'
  | 'monitorIds'
  | 'tags'
>;
export type Severity = 'DOWN' | 'DEGRADED';

/** A message that is due to a channel. */
export interface PlannedAlert {
  channelId: string;
  /** Counts from 1. */
  step: number;
  dueAt: Date;
}

/** concerns tells whether a policy is about a monitor. */
export function concerns(
  { collectionIds, monitorIds, tags }: PolicyRules,
  monitor: { id: string; collectionId: string; tags: readonly string[] },
): boolean {
  if (collectionIds.length + monitorIds.length + tags.length === 0) return true;
  return (
    monitorIds.includes(monitor.id) ||
    collectionIds.includes(monitor.collectionId) ||
    tags.some((tag) => monitor.tags.includes(tag))
  );
}

/** concernsCollection tells whether a policy is about the objective of a collection. */
export const concernsCollection = ({ collectionIds, monitorIds, tags }: PolicyRules, id: string): boolean =>
  collectionIds.length + monitorIds.length + tags.length === 0 || collectionIds.includes(id);

/** tells tells whether a policy speaks of incidents of that severity. */
export const tells = ({ tellsDegraded }: PolicyRules, severity: Severity): boolean =>
  tellsDegraded || severity === 'DOWN';

/** dueAfterQuiet is when a message that is due at an instant goes out. A policy that is quiet all week holds nothing back. */
export function dueAfterQuiet(rules: PolicyRules, severity: Severity, at: Date, clock: WallClock): Date {
  const quiet = { isDown: severity === 'DOWN', clock };
  return new Date(afterQuiet(rules.quietHours, at.getTime(), quiet) ?? at.getTime());
}

/** planSteps gives the messages of all steps of a policy, from the instant on at which the incident concerned it. */
export const planSteps = (
  rules: PolicyRules,
  { severity, at, clock }: { severity: Severity; at: Date; clock: WallClock },
): PlannedAlert[] =>
  rules.steps.flatMap(({ afterMinutes, channelIds }, index) => {
    const due = dueAfterQuiet(rules, severity, new Date(at.getTime() + afterMinutes * 60_000), clock);
    return [...new Set(channelIds)].map((channelId) => ({ channelId, step: index + 1, dueAt: due }));
  });

/** nextReminder is when those who were told are told again; undefined where the policy reminds nobody. */
export function nextReminder(
  rules: PolicyRules,
  { severity, toldAt, clock }: { severity: Severity; toldAt: Date; clock: WallClock },
): Date | undefined {
  if (rules.reminderMinutes === null) return undefined;
  return dueAfterQuiet(rules, severity, new Date(toldAt.getTime() + rules.reminderMinutes * 60_000), clock);
}
