import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { variable } from './tables.ts';

export type VariableRow = typeof variable.$inferSelect;

export const variablesStore = {
  /** Variables of one environment, the globals (`null`), or without `environmentId` both kinds; never those of suites. */
  async list(db: Sql, filter: { projectId: string; environmentId?: string | null }): Promise<VariableRow[]> {
    const environment =
      filter.environmentId === undefined
        ? undefined
        : filter.environmentId === null
          ? isNull(variable.environmentId)
          : eq(variable.environmentId, filter.environmentId);
    const scope = and(isNull(variable.suiteId), environment);
    return db
      .select()
      .from(variable)
      .where(and(eq(variable.projectId, filter.projectId), scope))
      .orderBy(asc(variable.name));
  },
  /** By name; those of the same name in the order of their suites. */
  async listOfSuites(db: Sql, suiteIds: string[]): Promise<VariableRow[]> {
    if (!suiteIds.length) return [];
    return db
      .select()
      .from(variable)
      .where(inArray(variable.suiteId, suiteIds))
      .orderBy(asc(variable.name), sql`array_position(${sql.param(suiteIds)}::uuid[], ${variable.suiteId})`);
  },
  async find(db: Sql, organizationId: string, variableId: string): Promise<VariableRow | undefined> {
    const [row] = await db
      .select()
      .from(variable)
      .where(and(eq(variable.id, variableId), eq(variable.organizationId, organizationId)));
    return row;
  },
  async insert(db: Sql, rows: (typeof variable.$inferInsert)[]) {
    if (rows.length) await db.insert(variable).values(rows);
  },
  async update(db: Sql, variableId: string, values: Partial<typeof variable.$inferInsert>) {
    await db
      .update(variable)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(variable.id, variableId));
  },
  async delete(
    db: Sql,
    projectId: string,
    variableIds: string[],
    scope: 'global' | 'environment',
  ): Promise<VariableRow[]> {
    const rows = await db
      .delete(variable)
      .where(
        and(
          eq(variable.projectId, projectId),
          inArray(variable.id, variableIds),
          scope === 'global' ? and(isNull(variable.environmentId), isNull(variable.suiteId)) : undefined,
        ),
      )
      .returning();
    return rows;
  },
  async deleteOfSuites(db: Sql, suiteIds: string[]): Promise<void> {
    if (suiteIds.length) await db.delete(variable).where(inArray(variable.suiteId, suiteIds));
  },
};
