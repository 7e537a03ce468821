import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { configuration } from './tables.ts';

export type ConfigurationRow = typeof configuration.$inferSelect;
interface Scope {
  organizationId: string;
  projectId: string;
}
const ofProject = ({ organizationId, projectId }: Scope) =>
  and(eq(configuration.organizationId, organizationId), eq(configuration.projectId, projectId));

/** Run configurations of workspaces. */
export const configurationsStore = {
  async list(db: Sql, scope: Scope): Promise<ConfigurationRow[]> {
    return db
      .select()
      .from(configuration)
      .where(ofProject(scope))
      .orderBy(asc(sql`lower(${configuration.name})`));
  },
  /** The given configurations, as far as they exist in the workspace. */
  async existing(db: Sql, scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await db
      .select({ id: configuration.id })
      .from(configuration)
      .where(and(ofProject(scope), inArray(configuration.id, [...ids])));
    return new Set(rows.map(({ id }) => id));
  },
  async taken(db: Sql, ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .select({ id: configuration.id })
      .from(configuration)
      .where(inArray(configuration.id, [...ids]));
    return rows.map(({ id }) => id);
  },
  async count(db: Sql, scope: Scope): Promise<number> {
    const [row] = await db.select({ value: count() }).from(configuration).where(ofProject(scope));
    return row?.value ?? 0;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<ConfigurationRow | undefined> {
    const [row] = await db
      .select()
      .from(configuration)
      .where(and(eq(configuration.id, id), eq(configuration.organizationId, organizationId)));
    return row;
  },
  async insert(db: Sql, values: typeof configuration.$inferInsert): Promise<void> {
    await db.insert(configuration).values(values);
  },
  async update(db: Sql, id: string, values: Partial<typeof configuration.$inferInsert>): Promise<void> {
    await db
      .update(configuration)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(configuration.id, id));
  },
  /** Renames configurations that are about to be renamed, so that their names become free. */
  async renameApart(db: Sql, ids: readonly string[]): Promise<void> {
    await db
      .update(configuration)
      .set({ name: sql`${configuration.id}::text` })
      .where(inArray(configuration.id, [...ids]));
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(configuration).where(eq(configuration.id, id));
  },
};
