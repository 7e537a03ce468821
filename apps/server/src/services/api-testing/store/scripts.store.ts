import { and, arrayContains, asc, count, eq, ilike, inArray, or, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import { type Sql, unnamed } from '../../../platform/database/pool.ts';
import { pageWithTotal, total } from '../../../platform/database/reads/page-with-total.ts';
import { builtOnce } from '../../../platform/database/statements.ts';
import { script, suite } from './tables.ts';

export type ScriptRow = typeof script.$inferSelect;

const summary = {
  id: script.id,
  suiteId: script.suiteId,
  projectId: script.projectId,
  name: script.name,
  scriptType: script.scriptType,
  method: script.method,
  url: script.url,
  position: script.position,
  folder: script.folder,
  assertionCount: script.assertionCount,
  updatedAt: script.updatedAt,
};

const value = sql.placeholder;
const listed = builtOnce(['suiteId', 'scriptType', 'isChaining', 'pattern'], (db, has) => {
  const ofChaining = sql`exists (select 1 from ${suite} where ${suite.id} = ${script.suiteId} and ${suite.isChaining} = ${value('isChaining')})`;
  const matches = or(ilike(script.name, value('pattern')), ilike(script.url, value('pattern')));
  const where = and(
    eq(script.projectId, value('projectId')),
    has.suiteId ? eq(script.suiteId, value('suiteId')) : undefined,
    has.scriptType ? eq(script.scriptType, value('scriptType')) : undefined,
    has.isChaining ? ofChaining : undefined,
    has.pattern ? matches : undefined,
  );
  const rows = db.select({ row: summary, total }).from(script).where(where);
  return {
    rows: rows
      .orderBy(asc(script.suiteId), asc(script.position), asc(script.id))
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(unnamed),
    total: db.select({ value: count() }).from(script).where(where).prepare(unnamed),
  };
});

export const scriptsStore = {
  async list(
    db: Sql,
    filter: { projectId: string; suiteId?: string; scriptType?: string; isChaining?: boolean; searchTerm?: string },
    page: { page: number; size: number },
  ) {
    const pattern = filter.searchTerm ? containsPattern(filter.searchTerm) : undefined;
    const { projectId, isChaining, suiteId, scriptType } = filter;
    const conditions = {
      projectId,
      isChaining,
      pattern,
      suiteId: suiteId || undefined,
      scriptType: scriptType || undefined,
    };
    const values = { ...conditions, limit: page.size, offset: page.page * page.size };
    return pageWithTotal(listed(db, values), values);
  },
  async findMany(db: Sql, organizationId: string, scriptIds: string[]): Promise<ScriptRow[]> {
    if (!scriptIds.length) return [];
    return db
      .select()
      .from(script)
      .where(and(eq(script.organizationId, organizationId), inArray(script.id, scriptIds)))
      .orderBy(asc(script.suiteId), asc(script.position));
  },
  /** The first script with this name in a suite. */
  async findNamed(db: Sql, suiteId: string, name: string): Promise<string | undefined> {
    const [row] = await db
      .select({ id: script.id })
      .from(script)
      .where(and(eq(script.suiteId, suiteId), eq(script.name, name)))
      .orderBy(asc(script.position), asc(script.id))
      .limit(1);
    return row?.id;
  },
  /** The full scripts of a suite, in order, read in pages; `forUpdate` locks them until the transaction ends. */
  async *readSuite(db: Sql, suiteId: string, { forUpdate = false } = {}): AsyncGenerator<ScriptRow> {
    const pageSize = 200;
    for (
      let after: { position: number; id: string } = { position: -1, id: '00000000-0000-0000-0000-000000000000' };
      ;
    ) {
      const page = db
        .select()
        .from(script)
        .where(
          and(
            eq(script.suiteId, suiteId),
            sql`(${script.position}, ${script.id}) > (${after.position}, ${after.id}::uuid)`,
          ),
        )
        .orderBy(asc(script.position), asc(script.id))
        .limit(pageSize);
      const rows = await (forUpdate ? page.for('update') : page);
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) return;
      after = last;
    }
  },
  /** The full scripts of a suite, in order. */
  async listOfSuite(db: Sql, suiteId: string): Promise<ScriptRow[]> {
    return db.select().from(script).where(eq(script.suiteId, suiteId)).orderBy(asc(script.position), asc(script.id));
  },
  /** Whether a script of these suites uses a dynamic name. */
  async useDynamicNames(db: Sql, suiteIds: string[]): Promise<boolean> {
    if (!suiteIds.length) return false;
    const rows = await db
      .select({ id: script.id })
      .from(script)
      .where(
        and(
          inArray(script.suiteId, suiteIds),
          sql`(${script.document}::text like '%{{$%' or ${script.document}::text like '%replaceIn%')`,
        ),
      )
      .limit(1);
    return rows.length > 0;
  },
  async findByPart(db: Sql, organizationId: string, partId: string): Promise<ScriptRow | undefined> {
    const [row] = await db
      .select()
      .from(script)
      .where(and(eq(script.organizationId, organizationId), arrayContains(script.partIds, [partId])))
      .limit(1);
    return row;
  },
  /** The places of a suite's scripts, in order. */
  async placesOf(db: Sql, suiteId: string): Promise<{ id: string; folder: string }[]> {
    return db
      .select({ id: script.id, folder: script.folder })
      .from(script)
      .where(eq(script.suiteId, suiteId))
      .orderBy(asc(script.position), asc(script.id));
  },
  async setFolder(db: Sql, scriptIds: string[], folder: string) {
    await db.update(script).set({ folder }).where(inArray(script.id, scriptIds));
  },
  /** Puts scripts into a folder of a suite; their order in it is set separately. */
  async place(db: Sql, scriptIds: string[], place: { suiteId: string; folder: string }) {
    await db.update(script).set(place).where(inArray(script.id, scriptIds));
  },
  async nextPosition(db: Sql, suiteId: string): Promise<number> {
    const [row] = await db
      .select({ value: sql<number>`coalesce(max(${script.position}), -1)::int + 1` })
      .from(script)
      .where(eq(script.suiteId, suiteId));
    return row?.value ?? 0;
  },
  async insert(db: Sql, rows: (typeof script.$inferInsert)[]) {
    for (let offset = 0; offset < rows.length; offset += 200)
      await db.insert(script).values(rows.slice(offset, offset + 200));
  },
  /** Updates a script; with `from`, only if it hasn't been saved since. Returns whether it was updated. */
  async update(db: Sql, scriptId: string, values: Partial<typeof script.$inferInsert>, from?: Date): Promise<boolean> {
    // Clients know the time in milliseconds.
    const isSame = from && sql`date_trunc('milliseconds', ${script.updatedAt}) = ${from.toISOString()}::timestamptz`;
    const rows = await db
      .update(script)
      .set({ updatedByName: null, ...values, updatedAt: new Date() })
      .where(and(eq(script.id, scriptId), isSame))
      .returning({ id: script.id });
    return rows.length > 0;
  },
  /** Deletes scripts and returns them. */
  async take(db: Sql, scriptIds: string[]): Promise<ScriptRow[]> {
    if (!scriptIds.length) return [];
    return db.delete(script).where(inArray(script.id, scriptIds)).returning();
  },
  /** Moves a suite's scripts up by one, from an occupied position on. */
  async makeRoom(db: Sql, suiteId: string, position: number): Promise<void> {
    await db.execute(sql`
      update ${script} set position = position + 1 where suite_id = ${suiteId}::uuid and position >= ${position}
        and exists (select 1 from ${script} where suite_id = ${suiteId}::uuid and position = ${position})`);
  },
  async reorder(db: Sql, suiteId: string, scriptIds: string[]) {
    await db.execute(sql`
      update ${script} set position = o.position from jsonb_to_recordset(${JSON.stringify(scriptIds.map((id, position) => ({ id, position })))}::jsonb) as o(id uuid, position int)
      where ${script.id} = o.id and ${script.suiteId} = ${suiteId}::uuid`);
  },
  /** Of these ids, the ones in use in any workspace: ids are unique in the installation. */
  async taken(db: Sql, ids: string[]): Promise<string[]> {
    if (!ids.length) return [];
    const rows = await db.select({ id: script.id }).from(script).where(inArray(script.id, ids));
    return rows.map(({ id }) => id);
  },
};
