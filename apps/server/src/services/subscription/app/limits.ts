import type { Limit } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineSlot } from '../../../platform/slots.ts';
import type { UserManagement } from '../../user-management/index.ts';
import type { GivenPlan, LimitList } from '../domain/limits.ts';
import { subscriptionErrors } from '../errors.ts';
import { limitStore } from '../store/limit.store.ts';

/** Slot for the limits that services enforce. */
export const planLimits = defineSlot<LimitList>('limits of plans');

/** LimitOf returns the limit of an organization; null: no limit. */
export type LimitOf = (organizationId: string, limitName: string) => Promise<number | null>;

const noLimits: Record<GivenPlan, number | null> = { FREE: null, PRO: null, ENTERPRISE: null };

/** Limits of organizations: defaults from services, overrides per plan, and overrides per organization. */
export function createLimits(needs: { platform: Platform; users: UserManagement; definitions: LimitList }) {
  const { platform, users, definitions } = needs;
  const { database } = platform;
  const db = database.sql;

  const list = async (organizationId: string): Promise<Limit[]> => {
    const [organization, changed, descriptions, own] = await Promise.all([
      users.findOrganization(organizationId),
      limitStore.listOfPlans(db),
      limitStore.listDescriptions(db),
      limitStore.listOfOrganization(db, organizationId),
    ]);
    if (!organization) throw new AppError(subscriptionErrors.organizationNotFound);
    const plan = organization.subscribedPlan === 'EXPIRED' ? 'FREE' : organization.subscribedPlan;
    const names = [...new Set([...Object.keys(definitions), ...changed.map(({ limitName }) => limitName)])];
    return names.sort().map((limitName) => {
      const definition = definitions[limitName];
      const byPlan = { ...noLimits, ...definition?.byPlan };
      for (const row of changed) if (row.limitName === limitName) byPlan[row.plan] = row.value;
      const override = own.find((row) => row.limitName === limitName);
      const written = descriptions.find((row) => row.limitName === limitName)?.description;
      return {
        limitName,
        description: written ?? definition?.description ?? '',
        value: override ? override.value : byPlan[plan],
        byPlan,
        isOverridden: override !== undefined,
      };
    });
  };
  const one = async (organizationId: string, limitName: string): Promise<Limit> => {
    const found = (await list(organizationId)).find((limit) => limit.limitName === limitName);
    if (!found) throw new AppError(subscriptionErrors.limitNotFound);
    return found;
  };

  return {
    list,
    /** The effective limit of an organization; null: no limit. */
    async valueOf(organizationId: string, limitName: string): Promise<number | null> {
      return (await one(organizationId, limitName)).value;
    },
    async find(caller: Caller, limitName: string | undefined): Promise<Limit[]> {
      return limitName ? [await one(caller.organizationId, limitName)] : list(caller.organizationId);
    },
    async override(
      caller: Caller,
      {
        limitName,
        organizationId,
        value,
      }: { limitName: string; organizationId: string; value?: number | null | undefined },
    ): Promise<Limit> {
      await one(organizationId, limitName);
      if (value === undefined) await limitStore.removeForOrganization(db, organizationId, limitName);
      else await limitStore.setForOrganization(db, organizationId, limitName, value);
      await platform.audit(caller, {
        action: 'limit.overridden',
        target: organizationId,
        detail: { limitName, value: value ?? null },
      });
      return one(organizationId, limitName);
    },
    async add(
      caller: Caller,
      input: {
        limitName: string;
        description?: string | undefined;
        byPlan: { [plan in GivenPlan]?: number | null | undefined };
      },
    ): Promise<Limit> {
      const { limitName, description, byPlan } = input;
      await database.transaction(async (tx) => {
        const given = { ...(definitions[limitName] ? {} : noLimits), ...byPlan };
        for (const [plan, value] of Object.entries(given))
          if (value !== undefined) await limitStore.setForPlan(tx, limitName, plan as GivenPlan, value);
        if (description !== undefined) await limitStore.describe(tx, limitName, description);
      });
      await platform.audit(caller, { action: 'limit.changed', target: limitName, detail: { byPlan } });
      return one(caller.organizationId, limitName);
    },
  };
}

export type Limits = ReturnType<typeof createLimits>;
