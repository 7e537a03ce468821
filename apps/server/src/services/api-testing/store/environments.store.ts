import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { environment, variable } from './tables.ts';

export type VariableRow = typeof variable.$inferSelect;
const selection = {
  environment,
  variableCount: sql<number>`(select count(*)::int from api_testing.variable v where v.environment_id = "environment"."id")`,
};

export const environmentsStore = {
  async list(db: Sql, projectId: string) {
    return db
      .select(selection)
      .from(environment)
      .where(eq(environment.projectId, projectId))
      .orderBy(asc(environment.createdAt));
  },
  async find(db: Sql, organizationId: string, environmentId: string) {
    const [row] = await db
      .select(selection)
      .from(environment)
      .where(and(eq(environment.id, environmentId), eq(environment.organizationId, organizationId)));
    return row;
  },
  async insert(db: Sql, values: typeof environment.$inferInsert) {
    await db.insert(environment).values(values);
  },
  async rename(db: Sql, environmentId: string, name: string) {
    await db.update(environment).set({ name, updatedAt: new Date() }).where(eq(environment.id, environmentId));
  },
  async delete(db: Sql, environmentId: string) {
    await db.delete(environment).where(eq(environment.id, environmentId));
  },
  async namesOf(db: Sql, projectId: string): Promise<string[]> {
    const rows = await db
      .select({ name: environment.name })
      .from(environment)
      .where(eq(environment.projectId, projectId));
    return rows.map((row) => row.name);
  },

  /** Variables of one environment, the globals (`null`), or without `environmentId` both kinds; never those of suites. */
  async listVariables(db: Sql, filter: { projectId: string; environmentId?: string | null }): Promise<VariableRow[]> {
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
  async listSuiteVariables(db: Sql, suiteIds: string[]): Promise<VariableRow[]> {
    if (!suiteIds.length) return [];
    return db.select().from(variable).where(inArray(variable.suiteId, suiteIds)).orderBy(asc(variable.name));
  },
  async findVariable(db: Sql, organizationId: string, variableId: string): Promise<VariableRow | undefined> {
    const [row] = await db
      .select()
      .from(variable)
      .where(and(eq(variable.id, variableId), eq(variable.organizationId, organizationId)));
    return row;
  },
  async insertVariables(db: Sql, rows: (typeof variable.$inferInsert)[]) {
    if (rows.length) await db.insert(variable).values(rows);
  },
  async updateVariable(db: Sql, variableId: string, values: Partial<typeof variable.$inferInsert>) {
    await db
      .update(variable)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(variable.id, variableId));
  },
  async deleteVariables(db: Sql, projectId: string, variableIds: string[], scope: 'global' | 'environment') {
    const rows = await db
      .delete(variable)
      .where(
        and(
          eq(variable.projectId, projectId),
          inArray(variable.id, variableIds),
          scope === 'global' ? and(isNull(variable.environmentId), isNull(variable.suiteId)) : undefined,
        ),
      )
      .returning({ id: variable.id });
    return rows.length;
  },
};
