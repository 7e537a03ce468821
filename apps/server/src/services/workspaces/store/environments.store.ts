import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { holdsWhole, holdsWords, type NameQuestion } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { environment } from './tables.ts';

const selection = {
  environment,
  variableCount: sql<number>`(select count(*)::int from workspaces.variable v where v.environment_id = "environment"."id")`,
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
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(environment).where(eq(environment.projectId, projectId));
    return row?.value ?? 0;
  },
  async insert(db: Sql, values: typeof environment.$inferInsert) {
    await db.insert(environment).values(values);
  },
  async rename(db: Sql, environmentId: string, name: string) {
    await db.update(environment).set({ name, updatedAt: new Date() }).where(eq(environment.id, environmentId));
  },
  /** Renames environments that are about to be renamed, so that their names become free. */
  async renameApart(db: Sql, environmentIds: string[]): Promise<void> {
    if (!environmentIds.length) return;
    await db
      .update(environment)
      .set({ name: sql`${environment.id}::text` })
      .where(inArray(environment.id, environmentIds));
  },
  async delete(db: Sql, environmentId: string) {
    await db.delete(environment).where(eq(environment.id, environmentId));
  },
  /** Environments of these workspaces by name: those that contain the search text first, then the newest. */
  async findByName(db: Sql, projectIds: string[], question: NameQuestion) {
    const { id, name, projectId, updatedAt } = environment;
    const isWhole = holdsWhole(name, question);
    return db
      .select({ id, name, projectId, isWhole, updatedAt })
      .from(environment)
      .where(and(inArray(projectId, projectIds), holdsWords(name, question)))
      .orderBy(desc(isWhole), desc(updatedAt))
      .limit(question.most);
  },
  async namesOf(db: Sql, projectId: string): Promise<string[]> {
    const rows = await db
      .select({ name: environment.name })
      .from(environment)
      .where(eq(environment.projectId, projectId));
    return rows.map((row) => row.name);
  },
  /** Of these ids, the ones in use in any workspace: ids are unique in the installation. */
  async taken(db: Sql, ids: string[]): Promise<string[]> {
    if (!ids.length) return [];
    const rows = await db.select({ id: environment.id }).from(environment).where(inArray(environment.id, ids));
    return rows.map(({ id }) => id);
  },
};
export type EnvironmentRow = NonNullable<Awaited<ReturnType<typeof environmentsStore.find>>>;
