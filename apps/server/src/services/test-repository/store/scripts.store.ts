import type { RepositoryStep } from '@touchstone/contracts/test-repository';
import { and, asc, count, eq, ilike, inArray, max, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { PageRequest } from './modules.store.ts';
import { module, script, scriptContent } from './tables.ts';

export type ScriptRow = typeof script.$inferSelect;
/** A script with the name of its module. */
export type ScriptWithModule = ScriptRow & { moduleName: string; sequenceId: number };

/** Which scripts to list. */
export interface ScriptFilter {
  organizationId: string;
  projectIds?: readonly string[] | undefined;
  moduleId?: string | undefined;
  searchTerm?: string | undefined;
  tag?: string | undefined;
  isReusable?: boolean | undefined;
}

/** Drizzle drops the table from column names in a select, so the subselect spells out the full name. */
const sequenceId = sql<number>`(select count(*) from test_repository.script o where o.module_id = "script"."module_id" and (o.position, o.id) <= ("script"."position", "script"."id"))`;
const shown = { script, moduleName: module.name, sequenceId: sequenceId.mapWith(Number) };
const flat = (rows: { script: ScriptRow; moduleName: string; sequenceId: number }[]): ScriptWithModule[] =>
  rows.map((row) => ({ ...row.script, moduleName: row.moduleName, sequenceId: row.sequenceId }));

function conditionOf({
  organizationId,
  projectIds,
  moduleId,
  searchTerm,
  tag,
  isReusable,
}: ScriptFilter): SQL | undefined {
  const pattern = searchTerm ? containsPattern(searchTerm) : undefined;
  return and(
    eq(script.organizationId, organizationId),
    projectIds && inArray(script.projectId, [...projectIds]),
    moduleId ? eq(script.moduleId, moduleId) : undefined,
    isReusable === undefined ? undefined : eq(script.isReusable, isReusable),
    tag ? sql`lower(${tag}) in (select lower(t) from unnest(${script.tags}) t)` : undefined,
    pattern
      ? or(
          ilike(script.name, pattern),
          ilike(script.objective, pattern),
          sql`exists (select 1 from unnest(${script.tags}) t where t ilike ${pattern})`,
        )
      : undefined,
  );
}

/** Scripts and their steps. */
export const scriptsStore = {
  async insert(db: Sql, rows: (typeof script.$inferInsert & { steps: RepositoryStep[] })[]): Promise<void> {
    for (const { steps, ...values } of rows) {
      await db.insert(script).values(values);
      await db.insert(scriptContent).values({ scriptId: values.id, steps });
    }
  },
  async find(db: Sql, organizationId: string, id: string): Promise<ScriptRow | undefined> {
    const [row] = await db
      .select()
      .from(script)
      .where(and(eq(script.id, id), eq(script.organizationId, organizationId)));
    return row;
  },
  async findMany(db: Sql, organizationId: string, ids: readonly string[]): Promise<ScriptWithModule[]> {
    if (ids.length === 0) return [];
    const rows = await db
      .select(shown)
      .from(script)
      .innerJoin(module, eq(module.id, script.moduleId))
      .where(and(inArray(script.id, [...ids]), eq(script.organizationId, organizationId)));
    return flat(rows);
  },
  /** The script with this name in the module with that name. */
  async findNamed(
    db: Sql,
    projectId: string,
    { moduleName, name }: { moduleName: string; name: string },
  ): Promise<string | undefined> {
    const [row] = await db
      .select({ id: script.id })
      .from(script)
      .innerJoin(module, eq(module.id, script.moduleId))
      .where(
        and(
          eq(script.projectId, projectId),
          sql`lower(${module.name}) = lower(${moduleName})`,
          sql`lower(${script.name}) = lower(${name})`,
        ),
      );
    return row?.id;
  },
  /** Reads a script and locks it until the transaction ends. */
  async lock(db: Sql, id: string): Promise<ScriptRow | undefined> {
    const [row] = await db.select().from(script).where(eq(script.id, id)).for('no key update');
    return row;
  },
  async list(
    db: Sql,
    filter: ScriptFilter,
    { page, size, byName = false }: PageRequest & { byName?: boolean },
  ): Promise<{ content: ScriptWithModule[]; totalElements: number }> {
    const where = conditionOf(filter);
    const order = byName ? [sql`lower(${script.name})`, script.id] : [asc(script.position), asc(script.id)];
    const [rows, [total]] = await Promise.all([
      db
        .select(shown)
        .from(script)
        .innerJoin(module, eq(module.id, script.moduleId))
        .where(where)
        .orderBy(...order)
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(script).where(where),
    ]);
    return { content: flat(rows), totalElements: total?.value ?? 0 };
  },
  /** Ids, names and positions of a module's scripts, in order. */
  async listPlaces(db: Sql, moduleId: string): Promise<Pick<ScriptRow, 'id' | 'name' | 'position'>[]> {
    return db
      .select({ id: script.id, name: script.name, position: script.position })
      .from(script)
      .where(eq(script.moduleId, moduleId))
      .orderBy(script.position, script.id);
  },
  async lastPosition(db: Sql, moduleId: string): Promise<number> {
    const [row] = await db
      .select({ value: max(script.position) })
      .from(script)
      .where(eq(script.moduleId, moduleId));
    return row?.value ?? 0;
  },
  async setPositions(db: Sql, moduleId: string, ids: readonly string[]): Promise<void> {
    await db.execute(sql`update ${script} set position = given.n
      from unnest(${sql.param([...ids])}::uuid[]) with ordinality as given(id, n)
      where ${script.id} = given.id and ${script.moduleId} = ${moduleId}`);
  },
  async update(db: Sql, id: string, values: Partial<Omit<ScriptRow, 'id' | 'organizationId'>>): Promise<void> {
    await db
      .update(script)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(script.id, id));
  },
  /** Records the newest run of scripts; doesn't count as a change. */
  async setLastRun(db: Sql, ids: readonly string[], lastRunId: string): Promise<void> {
    if (ids.length > 0)
      await db
        .update(script)
        .set({ lastRunId })
        .where(inArray(script.id, [...ids]));
  },
  async readSteps(db: Sql, id: string): Promise<RepositoryStep[]> {
    const [row] = await db.select().from(scriptContent).where(eq(scriptContent.scriptId, id));
    return row?.steps ?? [];
  },
  async writeSteps(db: Sql, id: string, steps: RepositoryStep[]): Promise<void> {
    await db.update(scriptContent).set({ steps }).where(eq(scriptContent.scriptId, id));
  },
  /** Locks a script against deletion until the transaction ends; false if it doesn't exist. */
  async hold(db: Sql, id: string): Promise<boolean> {
    const rows = await db.select({ id: script.id }).from(script).where(eq(script.id, id)).for('key share');
    return rows.length > 0;
  },
  /** Deletes the given scripts of a module, or with `allBut` all others; returns the deleted ones. */
  async deleteFrom(
    db: Sql,
    moduleId: string,
    { ids, allBut }: { ids: readonly string[]; allBut: boolean },
  ): Promise<Pick<ScriptRow, 'id' | 'name'>[]> {
    return db.delete(script).where(chosenIn(moduleId, { ids, allBut })).returning({ id: script.id, name: script.name });
  },
  /** Scripts in the scope of a deletion that users other than `userId` have locked. */
  async lockedIn(
    db: Sql,
    moduleId: string,
    { ids, allBut, userId }: { ids: readonly string[]; allBut: boolean; userId: string },
  ): Promise<ScriptRow[]> {
    return db
      .select()
      .from(script)
      .where(and(chosenIn(moduleId, { ids, allBut }), sql`${script.lockedBy} <> ${userId}`))
      .limit(1);
  },
  /** Scripts of a project that call a function. */
  async listCalling(db: Sql, projectId: string, functionName?: string): Promise<ScriptRow[]> {
    return db
      .select()
      .from(script)
      .where(
        and(
          eq(script.projectId, projectId),
          functionName === undefined
            ? sql`cardinality(${script.calls}) > 0`
            : sql`${functionName} = any(${script.calls})`,
        ),
      )
      .orderBy(sql`lower(${script.name})`);
  },
  /** Tags of a project that start with a text, most used first. */
  async suggestTags(db: Sql, projectId: string, begin: string, most: number): Promise<string[]> {
    const pattern = `${containsPattern(begin).slice(1, -1)}%`;
    const { rows } = await db.execute<{ tag: string }>(sql`
      select min(t) as tag from ${script}, unnest(${script.tags}) t
      where ${script.projectId} = ${projectId} and t ilike ${pattern}
      group by lower(t) order by count(*) desc, lower(t) limit ${most}`);
    return rows.map(({ tag }) => tag);
  },
};

const chosenIn = (moduleId: string, { ids, allBut }: { ids: readonly string[]; allBut: boolean }): SQL | undefined => {
  const named = ids.length === 0 ? sql`false` : inArray(script.id, [...ids]);
  const others = ids.length === 0 ? sql`true` : notInArray(script.id, [...ids]);
  return and(eq(script.moduleId, moduleId), allBut ? others : named);
};
