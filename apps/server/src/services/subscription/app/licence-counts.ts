import { type LicenceCounts, serviceCatalog } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import { seatsOfPlan } from '../domain/prices.ts';
import { subscriptionErrors } from '../errors.ts';
import { licenceStore } from '../store/licence.store.ts';
import type { LicenceGrants, LicenceNeeds } from './licence-grants.ts';
import { storeOf } from './licence-view.ts';
import { excessSeats } from './plan-licences.ts';

/** createLicenceCounts counts the licences of an organization, and adds those of a service it has none of. */
export function createLicenceCounts({ platform, users }: LicenceNeeds, { ensureGranted }: LicenceGrants) {
  const { database, clock } = platform;
  const db = database.sql;

  const countsOf = async (organizationId: string) => {
    await ensureGranted(organizationId);
    const rows = await licenceStore.counts(db, organizationId, clock.now());
    const { subscribedPlan: plan = 'EXPIRED' } = (await users.findOrganization(organizationId)) ?? {};
    return serviceCatalog.map(({ uuid }) => {
      const held = rows.find(({ serviceId }) => serviceId === uuid);
      const { assigned = 0, expired = 0, total = 0 } = held ?? {};
      const excess = plan === 'EXPIRED' ? 0 : excessSeats(held, plan);
      return { serviceStore: storeOf(uuid), assigned, expired, total, unassigned: total - assigned, excess };
    });
  };

  return {
    countByService: (caller: Caller) => countsOf(caller.organizationId),
    async countAll(caller: Caller): Promise<LicenceCounts> {
      const all = await countsOf(caller.organizationId);
      const sum = (key: keyof LicenceCounts) => all.reduce((total, counts) => total + counts[key], 0);
      return { assigned: sum('assigned'), expired: sum('expired'), total: sum('total'), unassigned: sum('unassigned') };
    },
    /** Gives the organization its plan's licences for a service it has none of, and one of them to the caller. */
    async grantService(caller: Caller, serviceId: string): Promise<void> {
      const { organizationId, userId } = caller;
      const counts = (await countsOf(organizationId)).find(({ serviceStore }) => serviceStore.uuid === serviceId);
      if (counts && counts.total > 0) return;
      const organization = await users.findOrganization(organizationId);
      if (!organization || organization.plan === 'EXPIRED') throw new AppError(subscriptionErrors.organizationNotFound);
      const { plan, planExpiresAt } = organization;
      const values = { organizationId, serviceId, plan, startsAt: clock.now(), endsAt: planExpiresAt };
      await database.transaction(async (tx) => {
        await licenceStore.lockGrant(tx, organizationId);
        const rows = await licenceStore.counts(tx, organizationId, clock.now());
        if (rows.some((row) => row.serviceId === serviceId)) return;
        await licenceStore.add(tx, values, seatsOfPlan[plan]);
        await licenceStore.assignFree(tx, organizationId, serviceId, userId);
      });
      await platform.audit(caller, { action: 'service.added', target: serviceId });
    },
    async countExpired(caller: Caller) {
      const { expired } = await licenceStore.countByStatus(db, caller.organizationId, clock.now());
      return { count: expired };
    },
    async countByStatus(organizationId: string | undefined) {
      const { total, expired } = await licenceStore.countByStatus(db, organizationId, clock.now());
      return [
        { licenseStatus: 'ACTIVE' as const, count: total - expired },
        { licenseStatus: 'EXPIRED' as const, count: expired },
      ];
    },
  };
}
