import type { Licence } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import { subscriptionErrors } from '../errors.ts';
import { licenceStore } from '../store/licence.store.ts';
import type { LicenceNeeds } from './licence-grants.ts';
import { type LicenceView, storeOf } from './licence-view.ts';
import { excessSeats, followPlan } from './plan-licences.ts';

/** createLicenceHolders assigns licences to users and revokes them. */
export function createLicenceHolders(
  { platform, users, notify }: LicenceNeeds,
  { isOpen, open, presentOne }: LicenceView,
) {
  const { database, clock } = platform;
  const db = database.sql;

  const notifyHolder = ({ organizationId }: Caller, userId: string, serviceId: string, isGiven: boolean) => {
    const { serviceName } = storeOf(serviceId);
    return notify({
      organizationId,
      userIds: [userId],
      kind: 'licence-changed',
      title: isGiven ? `You were given a licence of ${serviceName}` : `Your licence of ${serviceName} was taken back`,
      text: isGiven ? 'You can use it at once.' : 'Ask an administrator of your organization if you still need it.',
      link: '/account/subscriptions/list',
    });
  };
  const assertUser = async (caller: Caller, userId: string) => {
    const [found] = await users.listUsersByIds(caller.organizationId, [userId]);
    if (!found) throw new AppError(subscriptionErrors.userNotFound);
  };
  /** Licences that couldn't follow the plan because too many were held follow it as soon as they can. */
  const bringInStep = async (organizationId: string) => {
    const organization = await users.findOrganization(organizationId);
    if (!organization || organization.subscribedPlan === 'EXPIRED') return;
    const { subscribedPlan: plan, planExpiresAt } = organization;
    const counts = await licenceStore.counts(db, organizationId, clock.now());
    if (counts.every((row) => row.plan === plan) || counts.some((row) => excessSeats(row, plan) > 0)) return;
    const change = { organizationId, plan, planExpiresAt, confirmFewerSeats: true };
    await database
      .transaction((tx) => followPlan(tx, change, clock.now()))
      .catch((error: unknown) => {
        // Another user has been given a licence in the meantime.
        if (!(error instanceof AppError && error.code === subscriptionErrors.seatsHeld.code)) throw error;
      });
  };

  return {
    async assign(caller: Caller, licenceId: string, userId: string): Promise<Licence> {
      const row = await open(caller, licenceId);
      await assertUser(caller, userId);
      if (!isOpen(row)) throw new AppError(subscriptionErrors.licenceEnded);
      const held = (await licenceStore.listOfUsers(db, [userId])).get(userId) ?? [];
      if (held.some((other) => other.serviceId === row.serviceId && isOpen(other)))
        throw new AppError(subscriptionErrors.alreadyLicensed);
      if (!(await licenceStore.assign(db, licenceId, userId))) throw new AppError(subscriptionErrors.licenceTaken);
      await licenceStore.claimOffer(db, userId);
      await platform.audit(caller, { action: 'licence.assigned', target: licenceId, detail: { userId } });
      await notifyHolder(caller, userId, row.serviceId, true);
      return presentOne(caller, licenceId);
    },
    async unassign(caller: Caller, licenceId: string): Promise<Licence> {
      const row = await open(caller, licenceId);
      await licenceStore.unassign(db, licenceId);
      const taken = await presentOne(caller, licenceId);
      if (row.userId) await licenceStore.claimOffer(db, row.userId);
      await platform.audit(caller, { action: 'licence.unassigned', target: licenceId, detail: { userId: row.userId } });
      if (row.userId) await notifyHolder(caller, row.userId, row.serviceId, false);
      await bringInStep(caller.organizationId);
      return taken;
    },
  };
}
