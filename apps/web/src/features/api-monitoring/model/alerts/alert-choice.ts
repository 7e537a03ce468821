import type { AlertPolicy } from '@touchstone/contracts/api-monitoring';

/** What of a monitored API decides which policies are about it. */
export interface Alerted {
  /** Absent: it is not saved yet. */
  monitorId?: string | undefined;
  collectionId: string;
  tags: readonly string[];
}

/** Whether a policy is about some monitored APIs alone. */
export const isLimited = ({ collectionIds, monitorIds, tags }: AlertPolicy): boolean =>
  collectionIds.length + monitorIds.length + tags.length > 0;

/** whyAlerted says why a policy is about a monitored API, besides naming it; undefined where it is not. */
export function whyAlerted(policy: AlertPolicy, { collectionId, tags }: Alerted): string | undefined {
  if (!isLimited(policy)) return 'whole project';
  if (policy.collectionIds.includes(collectionId)) return 'its collection';
  const tag = policy.tags.find((each) => tags.includes(each));
  return tag === undefined ? undefined : `tag ${tag}`;
}

/** policyChanges are the policies that have to name a monitored API or must no longer, and whom each then names. */
export const policyChanges = (
  policies: readonly AlertPolicy[],
  chosen: readonly string[],
  monitorId: string,
): { id: string; monitorIds: string[] }[] =>
  policies.flatMap(({ policyId, monitorIds }) => {
    const [isNamed, isWanted] = [monitorIds.includes(monitorId), chosen.includes(policyId)];
    if (isNamed === isWanted) return [];
    const others = monitorIds.filter((id) => id !== monitorId);
    return [{ id: policyId, monitorIds: isWanted ? [...others, monitorId] : others }];
  });
