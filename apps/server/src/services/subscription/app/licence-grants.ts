import { serviceCatalog } from '@touchstone/contracts/subscription';
import { gather } from '../../../platform/database/reads/gather.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Notify } from '../../notifications/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { seatsOfPlan } from '../domain/prices.ts';
import { type LicenceRow, licenceStore } from '../store/licence.store.ts';

/** LicenceNeeds dependencies of service licences. */
export interface LicenceNeeds {
  platform: Platform;
  users: UserManagement;
  notify: Notify;
}

/** createLicenceGrants gives organizations the licences of their plan, and new users a free seat of each service. */
export function createLicenceGrants({ platform, users }: LicenceNeeds) {
  const { database, clock } = platform;
  const db = database.sql;

  const heldBy = gather(async (userIds: readonly string[]) => {
    const found = await licenceStore.listOfUsers(db, userIds);
    return userIds.map((id) => found.get(id) ?? []);
  });

  /** The organization gets the licences of its plan at its first request. */
  const ensureGranted = async (organizationId: string) => {
    const organization = await users.findOrganization(organizationId);
    if (!organization) return;
    const plan = organization.subscribedPlan === 'EXPIRED' ? 'FREE' : organization.subscribedPlan;
    await database.transaction(async (tx) => {
      if (!(await licenceStore.claimGrant(tx, organizationId))) return;
      const values = { organizationId, plan, startsAt: clock.now(), endsAt: organization.planExpiresAt };
      for (const { uuid } of serviceCatalog)
        await licenceStore.add(tx, { ...values, serviceId: uuid }, seatsOfPlan[plan]);
    });
  };
  /** A new user gets a free seat of each service, once; later decisions of an administrator stand. */
  const ofUser = async (organizationId: string, userId: string): Promise<LicenceRow[]> => {
    const held = await heldBy(userId);
    if (held.length) return held;
    await ensureGranted(organizationId);
    await database.transaction(async (tx) => {
      if (!(await licenceStore.claimOffer(tx, userId))) return;
      for (const { uuid } of serviceCatalog) await licenceStore.assignFree(tx, organizationId, uuid, userId);
    });
    // Reads again even if a concurrent call made the offer.
    return heldBy(userId);
  };
  return { ensureGranted, ofUser };
}

/** Gives organizations and users the licences of their plan. */
export type LicenceGrants = ReturnType<typeof createLicenceGrants>;
