import type { AlertPolicy } from '@touchstone/contracts/api-monitoring';

/** The properties of a monitored API that decide which policies cover it. */
export interface Alerted {
  /** Absent until it is saved. */
  monitorId?: string | undefined;
  collectionId: string;
  tags: readonly string[];
}

/** Whether a policy only covers some monitored APIs. */
export const isLimited = ({ collectionIds, monitorIds, tags }: AlertPolicy): boolean =>
  collectionIds.length + monitorIds.length + tags.length > 0;

/** whyAlerted returns why a policy covers a monitored API, besides naming it; undefined if it doesn't. */
export function whyAlerted(policy: AlertPolicy, { collectionId, tags }: Alerted): string | undefined {
  if (!isLimited(policy)) return 'whole project';
  if (policy.collectionIds.includes(collectionId)) return 'its collection';
  const tag = policy.tags.find((each) => tags.includes(each));
  return tag === undefined ? undefined : `tag ${tag}`;
}

/** policyChanges returns the policies that must start or stop naming a monitored API, and whom each then names. */
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
