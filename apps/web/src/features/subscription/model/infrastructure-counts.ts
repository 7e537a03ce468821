import type { InfrastructureLicence, LicenceCounts } from '@touchstone/contracts/subscription';

/** countDedicated counts dedicated browsers or devices: `unassigned` is the total minus the assigned ones. */
export function countDedicated(licences: InfrastructureLicence[]): LicenceCounts {
  const kept = licences.filter(({ subscriptionStatus }) => subscriptionStatus !== 'CANCELLED');
  const assigned = kept.filter(({ teamId }) => teamId !== null).length;
  const expired = kept.filter(({ subscriptionStatus }) => subscriptionStatus === 'EXPIRED').length;
  return { total: kept.length, assigned, unassigned: kept.length - assigned, expired };
}
