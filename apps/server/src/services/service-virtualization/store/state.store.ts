import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { resourceRecord, resourceState, scopeState } from './tables.ts';

export type ScopeRow = typeof scopeState.$inferSelect;
export type RecordRow = typeof resourceRecord.$inferSelect;

/** State of mocks: scenarios, key-value state and records. */
export const stateStore = {
  async scopes(db: Sql, projectId: string): Promise<ScopeRow[]> {
    return db.select().from(scopeState).where(eq(scopeState.projectId, projectId));
  },
  async putScopes(db: Sql, rows: readonly ScopeRow[]): Promise<void> {
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insert(scopeState)
        .values([...rows.slice(from, from + 500)])
        .onConflictDoUpdate({
          target: [scopeState.projectId, scopeState.scope],
          set: { scenarios: sql`excluded.scenarios`, values: sql`excluded.values` },
        });
  },
  async deleteScopes(db: Sql, projectId: string, scopes?: readonly string[]): Promise<void> {
    if (scopes?.length === 0) return;
    const named = scopes ? inArray(scopeState.scope, [...scopes]) : undefined;
    await db.delete(scopeState).where(and(eq(scopeState.projectId, projectId), named));
  },

  /** Resources with changed records, with the hash of their definition. */
  async resources(db: Sql, projectId: string): Promise<Map<string, string>> {
    const rows = await db.select().from(resourceState).where(eq(resourceState.projectId, projectId));
    return new Map(rows.map(({ assetId, definitionHash }) => [assetId, definitionHash]));
  },
  async markResource(db: Sql, values: typeof resourceState.$inferInsert): Promise<void> {
    await db
      .insert(resourceState)
      .values(values)
      .onConflictDoUpdate({ target: resourceState.assetId, set: { definitionHash: values.definitionHash } });
  },
  async records(db: Sql, projectId: string): Promise<RecordRow[]> {
    return db
      .select()
      .from(resourceRecord)
      .where(eq(resourceRecord.projectId, projectId))
      .orderBy(asc(resourceRecord.position));
  },
  async putRecords(db: Sql, rows: readonly RecordRow[]): Promise<void> {
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insert(resourceRecord)
        .values([...rows.slice(from, from + 500)])
        .onConflictDoUpdate({
          target: [resourceRecord.assetId, resourceRecord.recordId],
          set: { item: sql`excluded.item` },
        });
  },
  async deleteRecords(db: Sql, assetId: string, recordIds?: readonly string[]): Promise<void> {
    if (recordIds?.length === 0) return;
    const named = recordIds ? inArray(resourceRecord.recordId, [...recordIds]) : undefined;
    await db.delete(resourceRecord).where(and(eq(resourceRecord.assetId, assetId), named));
  },
  async forgetResource(db: Sql, assetId: string): Promise<void> {
    await db.delete(resourceRecord).where(eq(resourceRecord.assetId, assetId));
    await db.delete(resourceState).where(eq(resourceState.assetId, assetId));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    for (const table of [scopeState, resourceRecord, resourceState])
      await db.delete(table).where(eq(table.projectId, projectId));
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(scopeState).where(eq(scopeState.projectId, projectId));
    return row?.value ?? 0;
  },
};
