import type { Organization } from '@touchstone/contracts/user-management';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineSlot } from '../../../platform/slots.ts';
import type { Plan } from '../domain/plan.ts';
import { type OrganizationRow, organizationStore } from '../store/organization.store.ts';

/** PlanChange is a new plan of an organization, before its transaction is committed. */
export interface PlanChange {
  organizationId: string;
  /** EXPIRED: the given plan ends now. */
  plan: Plan;
  planExpiresAt: Date | null;
  /** Licences of each service; by default those included in the plan. */
  seats?: number | undefined;
  /** The caller has confirmed that there will be fewer licences than before. */
  confirmFewerSeats?: boolean | undefined;
}

/** SeatChoice is how many licences a plan includes. */
export type SeatChoice = Pick<PlanChange, 'seats' | 'confirmFewerSeats'>;

/** Updates what depends on the plan, in the same transaction; throwing undoes the change. */
export type PlanFollower = (tx: Sql, change: PlanChange) => Promise<void>;

/** Slot for what follows each change of a plan. */
export const planFollowers = defineSlot<PlanFollower>('followers of plans');

/** createOrganizationPlans changes the plans of organizations, with everything that depends on them. */
export function createOrganizationPlans(needs: {
  platform: Platform;
  followers: readonly PlanFollower[];
  open: (organizationId: string | undefined) => Promise<OrganizationRow>;
  present: (organizationId: string) => Promise<Organization>;
}) {
  const { platform, followers, open, present } = needs;
  const { database } = platform;
  const db = database.sql;

  /** Changes the plan and what follows it together; changes of an organization are serialized. */
  const setPlan = async (
    organizationId: string,
    plan: Plan,
    planExpiresAt: Date | null,
    { tx, ...seats }: SeatChoice & { tx?: Sql } = {},
  ): Promise<void> => {
    const change = async (sql: Sql) => {
      await organizationStore.update(sql, organizationId, { plan, planExpiresAt });
      for (const follow of followers) await follow(sql, { organizationId, plan, planExpiresAt, ...seats });
    };
    await (tx ? change(tx) : database.transaction(change));
  };

  return {
    setPlan,
    async upgrade(
      caller: Caller,
      input: {
        login: string;
        planType: Plan;
        planExpiryDate?: string | undefined;
        confirmFewerSeats?: boolean | undefined;
      },
    ): Promise<Organization> {
      const { login, planType, planExpiryDate, confirmFewerSeats } = input;
      const { id } = await open(await organizationStore.findId(db, { login }));
      await setPlan(id, planType, planExpiryDate ? new Date(planExpiryDate) : null, { confirmFewerSeats });
      await platform.audit(caller, {
        action: 'organization.plan-changed',
        target: id,
        detail: { planType, planExpiryDate: planExpiryDate ?? null },
      });
      return present(id);
    },
  };
}
