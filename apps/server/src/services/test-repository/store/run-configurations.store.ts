import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { runConfiguration } from './tables.ts';

export type RunConfigurationRow = typeof runConfiguration.$inferSelect;

/** Run configurations of projects. */
export const runConfigurationsStore = {
  async insert(db: Sql, values: typeof runConfiguration.$inferInsert): Promise<RunConfigurationRow> {
    const [row] = await db.insert(runConfiguration).values(values).returning();
    return row as RunConfigurationRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<RunConfigurationRow | undefined> {
    const [row] = await db
      .select()
      .from(runConfiguration)
      .where(and(eq(runConfiguration.id, id), eq(runConfiguration.organizationId, organizationId)));
    return row;
  },
  /** A project's configurations by name; with `ids`, only those. */
  async list(
    db: Sql,
    { organizationId, projectId }: { organizationId: string; projectId: string },
    ids?: readonly string[],
  ): Promise<RunConfigurationRow[]> {
    return db
      .select()
      .from(runConfiguration)
      .where(
        and(
          eq(runConfiguration.organizationId, organizationId),
          eq(runConfiguration.projectId, projectId),
          ids && inArray(runConfiguration.id, [...ids]),
        ),
      )
      .orderBy(sql`lower(${runConfiguration.name})`);
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(runConfiguration)
      .where(eq(runConfiguration.projectId, projectId));
    return row?.value ?? 0;
  },
  async update(
    db: Sql,
    id: string,
    values: Pick<RunConfigurationRow, 'name' | 'environmentId' | 'settings' | 'updatedByName'>,
  ): Promise<RunConfigurationRow | undefined> {
    const [row] = await db
      .update(runConfiguration)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(runConfiguration.id, id))
      .returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(runConfiguration).where(eq(runConfiguration.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(runConfiguration).where(eq(runConfiguration.projectId, projectId));
  },
};
