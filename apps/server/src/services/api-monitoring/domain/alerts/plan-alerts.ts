import type { AlertPolicy } from '@touchstone/contracts/api-monitoring';
import type { WallClock } from '../wall-clock.ts';
import { afterQuiet } from './quiet-hours.ts';

export type { AlertEvent } from '@touchstone/contracts/api-monitoring';

/** The part of a policy that decides whom it alerts and when. */
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

/** A planned message to a channel. */
export interface PlannedAlert {
  channelId: string;
  /** Starts at 1. */
  step: number;
  dueAt: Date;
}

/** concerns returns whether a policy covers a monitor. */
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

/** concernsCollection returns whether a policy covers the objective of a collection. */
export const concernsCollection = ({ collectionIds, monitorIds, tags }: PolicyRules, id: string): boolean =>
  collectionIds.length + monitorIds.length + tags.length === 0 || collectionIds.includes(id);

/** tells returns whether a policy covers incidents of the severity. */
export const tells = ({ tellsDegraded }: PolicyRules, severity: Severity): boolean =>
  tellsDegraded || severity === 'DOWN';

/** dueAfterQuiet returns when a message that is due at `at` may be sent. Quiet hours that never end are ignored. */
export function dueAfterQuiet(rules: PolicyRules, severity: Severity, at: Date, clock: WallClock): Date {
  const quiet = { isDown: severity === 'DOWN', clock };
  return new Date(afterQuiet(rules.quietHours, at.getTime(), quiet) ?? at.getTime());
}

/** planSteps returns the messages of all steps of a policy, for an incident that it has covered since `at`. */
export const planSteps = (
  rules: PolicyRules,
  { severity, at, clock }: { severity: Severity; at: Date; clock: WallClock },
): PlannedAlert[] =>
  rules.steps.flatMap(({ afterMinutes, channelIds }, index) => {
    const due = dueAfterQuiet(rules, severity, new Date(at.getTime() + afterMinutes * 60_000), clock);
    return [...new Set(channelIds)].map((channelId) => ({ channelId, step: index + 1, dueAt: due }));
  });

/** nextReminder returns when alerted channels get their next reminder; undefined if the policy sends none. */
export function nextReminder(
  rules: PolicyRules,
  { severity, toldAt, clock }: { severity: Severity; toldAt: Date; clock: WallClock },
): Date | undefined {
  if (rules.reminderMinutes === null) return undefined;
  return dueAfterQuiet(rules, severity, new Date(toldAt.getTime() + rules.reminderMinutes * 60_000), clock);
}
