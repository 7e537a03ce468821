import { and, eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { GivenPlan } from '../domain/limits.ts';
import { closedPopup, limitDescription, organizationLimit, planLimit } from './tables.ts';

/** SQL of overridden limits and of closed popups. */
export const limitStore = {
  listOfPlans: (db: Sql) => db.select().from(planLimit),
  listDescriptions: (db: Sql) => db.select().from(limitDescription),
  listOfOrganization: (db: Sql, organizationId: string) =>
    db.select().from(organizationLimit).where(eq(organizationLimit.organizationId, organizationId)),
  async setForPlan(db: Sql, limitName: string, plan: GivenPlan, value: number | null): Promise<void> {
    await db
      .insert(planLimit)
      .values({ limitName, plan, value })
      .onConflictDoUpdate({ target: [planLimit.limitName, planLimit.plan], set: { value } });
  },
  async describe(db: Sql, limitName: string, description: string): Promise<void> {
    await db
      .insert(limitDescription)
      .values({ limitName, description })
      .onConflictDoUpdate({ target: limitDescription.limitName, set: { description } });
  },
  async setForOrganization(db: Sql, organizationId: string, limitName: string, value: number | null): Promise<void> {
    await db
      .insert(organizationLimit)
      .values({ organizationId, limitName, value })
      .onConflictDoUpdate({ target: [organizationLimit.organizationId, organizationLimit.limitName], set: { value } });
  },
  async removeForOrganization(db: Sql, organizationId: string, limitName: string): Promise<void> {
    await db
      .delete(organizationLimit)
      .where(and(eq(organizationLimit.organizationId, organizationId), eq(organizationLimit.limitName, limitName)));
  },
  async closedPopupOf(db: Sql, userId: string): Promise<Date | undefined> {
    const [row] = await db
      .select({ planEnd: closedPopup.planEnd })
      .from(closedPopup)
      .where(eq(closedPopup.userId, userId));
    return row?.planEnd;
  },
  async closePopup(db: Sql, userId: string, planEnd: Date): Promise<void> {
    await db
      .insert(closedPopup)
      .values({ userId, planEnd })
      .onConflictDoUpdate({ target: closedPopup.userId, set: { planEnd } });
  },
};
