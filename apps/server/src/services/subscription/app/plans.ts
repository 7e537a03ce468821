import type { PlanState } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { pricesIn } from '../domain/prices.ts';
import { remainingDays } from '../domain/time.ts';
import { subscriptionErrors } from '../errors.ts';
import { limitStore } from '../store/limit.store.ts';

/** The plan of an organization, as its users see it. */
export function createPlans({ platform, users }: { platform: Platform; users: UserManagement }) {
  const { database, clock } = platform;
  const db = database.sql;

  const organizationOf = async (caller: Caller) => {
    const organization = await users.findOrganization(caller.organizationId);
    if (!organization) throw new AppError(subscriptionErrors.organizationNotFound);
    return organization;
  };
  const get = async (caller: Caller): Promise<PlanState> => {
    const { plan, subscribedPlan, planExpiresAt } = await organizationOf(caller);
    const isExpire = plan === 'EXPIRED';
    const closedFor = isExpire ? await limitStore.closedPopupOf(db, caller.userId) : undefined;
    const isClosed = closedFor !== undefined && closedFor.getTime() === planExpiresAt?.getTime();
    return {
      isExpire,
      isPopUpOpen: isExpire && !isClosed,
      planAudit: {
        newPlanType: isExpire && subscribedPlan === 'FREE' ? 'EXPIRED' : subscribedPlan,
        subscriptionEndDate: planExpiresAt?.toISOString() ?? null,
      },
      remainingDays: remainingDays(planExpiresAt, clock.now()),
    };
  };

  return {
    get,
    /** Prices of all services and plans, in the currency of the installation. */
    prices: () => pricesIn(platform.config.CURRENCY),
    /** With `continueFree`, an administrator switches to the free edition, which has no end. */
    async closePopup(
      caller: Caller,
      choice: { continueFree?: boolean | undefined; confirmFewerSeats?: boolean | undefined },
    ) {
      const { continueFree = false, confirmFewerSeats } = choice;
      const { plan, planExpiresAt, organizationId } = await organizationOf(caller);
      if (plan !== 'EXPIRED' || !planExpiresAt) {
        if (continueFree) throw new AppError(subscriptionErrors.notExpired);
        return get(caller);
      }
      if (!continueFree) {
        await limitStore.closePopup(db, caller.userId, planExpiresAt);
        return get(caller);
      }
      if (caller.role !== 'ROLE_ADMIN' && caller.role !== 'ROLE_SUPERADMIN')
        throw new AppError(subscriptionErrors.adminOnly);
      await users.setPlan(organizationId, 'FREE', null, { confirmFewerSeats });
      await platform.audit(caller, { action: 'plan.continued-free', target: organizationId });
      return get(caller);
    },
    /** Moves the end of the plan and licences of the organization the caller acts for. */
    async extend(caller: Caller, date: string): Promise<PlanState> {
      const { organizationId, subscribedPlan } = await organizationOf(caller);
      const end = new Date(date);
      await users.setPlan(organizationId, subscribedPlan, end);
      await platform.audit(caller, { action: 'plan.extended', target: organizationId, detail: { date } });
      return get(caller);
    },
  };
}

export type Plans = ReturnType<typeof createPlans>;
