import { and, count, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { keptSession } from './tables.ts';

/** A session with its sealed state. */
export type KeptSessionRow = typeof keptSession.$inferSelect;
/** What lists show of a session. */
export type ListedSession = Omit<KeptSessionRow, 'state'>;
/** Where a session belongs: to an environment of a project, or to the project if a run has no environment. */
export type SessionPlace = Pick<KeptSessionRow, 'projectId' | 'environmentId' | 'name'>;

const { state: _state, ...listed } = getTableColumns(keptSession);

const isNamed = ({ projectId, name }: Pick<SessionPlace, 'projectId' | 'name'>): SQL | undefined =>
  and(eq(keptSession.projectId, projectId), sql`lower(${keptSession.name}) = lower(${name})`);
const isAt = ({ environmentId, ...named }: SessionPlace): SQL | undefined =>
  and(
    isNamed(named),
    environmentId === null ? isNull(keptSession.environmentId) : eq(keptSession.environmentId, environmentId),
  );

/** Browser sessions that steps have saved. */
export const keptSessionsStore = {
  async findAt(db: Sql, place: SessionPlace): Promise<KeptSessionRow | undefined> {
    const [row] = await db.select().from(keptSession).where(isAt(place));
    return row;
  },
  /** Whether a session with this name exists in any environment of the project. */
  async isNamed(db: Sql, named: Pick<SessionPlace, 'projectId' | 'name'>): Promise<boolean> {
    const rows = await db.select({ id: keptSession.id }).from(keptSession).where(isNamed(named)).limit(1);
    return rows.length > 0;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<ListedSession | undefined> {
    const [row] = await db
      .select(listed)
      .from(keptSession)
      .where(and(eq(keptSession.id, id), eq(keptSession.organizationId, organizationId)));
    return row;
  },
  /** The sessions of a project, by name. */
  list(db: Sql, projectId: string): Promise<ListedSession[]> {
    return db
      .select(listed)
      .from(keptSession)
      .where(eq(keptSession.projectId, projectId))
      .orderBy(sql`lower(${keptSession.name})`, keptSession.savedAt);
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(keptSession).where(eq(keptSession.projectId, projectId));
    return row?.value ?? 0;
  },
  /** Returns whether it was added: false if another script has just saved one with the same name. */
  async add(db: Sql, row: Omit<KeptSessionRow, 'savedAt'>): Promise<boolean> {
    const { rowCount } = await db.insert(keptSession).values(row).onConflictDoNothing();
    return rowCount === 1;
  },
  /** Returns whether it existed. */
  async replace(db: Sql, { id, ...values }: Omit<KeptSessionRow, 'savedAt'>): Promise<boolean> {
    const { rowCount } = await db
      .update(keptSession)
      .set({ ...values, savedAt: sql`now()` })
      .where(eq(keptSession.id, id));
    return rowCount === 1;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(keptSession).where(eq(keptSession.id, id));
  },
  /** Returns how many were deleted. */
  async deleteProject(db: Sql, projectId: string): Promise<number> {
    const { rowCount } = await db.delete(keptSession).where(eq(keptSession.projectId, projectId));
    return rowCount ?? 0;
  },
  async deleteEnvironment(db: Sql, projectId: string, environmentId: string): Promise<void> {
    await db
      .delete(keptSession)
      .where(and(eq(keptSession.projectId, projectId), eq(keptSession.environmentId, environmentId)));
  },
};
