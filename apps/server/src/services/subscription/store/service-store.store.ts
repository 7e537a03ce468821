import { and, eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { selectedService, teamService } from './tables.ts';

/** SQL of the services that teams use and users selected. */
export const serviceStoreStore = {
  listOfOrganization: (db: Sql, organizationId: string) =>
    db.select().from(teamService).where(eq(teamService.organizationId, organizationId)),
  async setOfTeam(db: Sql, organizationId: string, teamId: string, serviceIds: string[]): Promise<void> {
    await db
      .delete(teamService)
      .where(and(eq(teamService.organizationId, organizationId), eq(teamService.teamId, teamId)));
    if (serviceIds.length)
      await db.insert(teamService).values(serviceIds.map((serviceId) => ({ organizationId, teamId, serviceId })));
  },
  async select(db: Sql, values: typeof selectedService.$inferInsert): Promise<void> {
    const { userId: _key, ...chosen } = values;
    await db.insert(selectedService).values(values).onConflictDoUpdate({ target: selectedService.userId, set: chosen });
  },
};
