import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, lte, ne, notInArray, type SQL } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { ExecutionStatus } from '../domain/execution.ts';
import type { ExecutionRow, JobScope } from './jobs.store.ts';
import { execution } from './tables.ts';

type Values = typeof execution.$inferInsert;
/** A filter of the history. */
export interface ExecutionFilter extends JobScope {
  jobId?: string;
  status?: ExecutionStatus;
  executionIds?: readonly string[];
}
const matching = ({ organizationId, projectId, jobId, status, executionIds }: ExecutionFilter): SQL | undefined =>
  and(
    eq(execution.organizationId, organizationId),
    eq(execution.projectId, projectId),
    jobId ? eq(execution.jobId, jobId) : undefined,
    status ? eq(execution.status, status) : undefined,
    executionIds ? inArray(execution.id, [...executionIds]) : undefined,
  );

/** Executions: one for each due time of a job. */
export const executionsStore = {
  /** Inserts new executions; skips times that are already stored. Returns how many were inserted. */
  async insert(db: Sql, rows: Values[]): Promise<number> {
    if (rows.length === 0) return 0;
    const { rowCount } = await db
      .insert(execution)
      .values(rows)
      .onConflictDoNothing({ target: [execution.jobId, execution.dueAt] });
    return rowCount ?? 0;
  },

  async list(
    db: Sql,
    filter: ExecutionFilter,
    { page, size }: { page: number; size: number },
  ): Promise<{ content: ExecutionRow[]; totalElements: number }> {
    const where = matching(filter);
    const [content, [total]] = await Promise.all([
      db
        .select()
        .from(execution)
        .where(where)
        .orderBy(desc(execution.dueAt), desc(execution.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(execution).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },

  /** Deletes ended executions; returns the job of each. */
  async delete(db: Sql, filter: ExecutionFilter): Promise<string[]> {
    const rows = await db
      .delete(execution)
      .where(and(matching(filter), isNotNull(execution.finishedAt)))
      .returning({ jobId: execution.jobId });
    return rows.map(({ jobId }) => jobId);
  },

  async find(db: Sql, id: string): Promise<ExecutionRow | undefined> {
    const [row] = await db.select().from(execution).where(eq(execution.id, id));
    return row;
  },

  /** The next execution due to start that no other process is starting, locked for this transaction. */
  async takeStart(db: Sql, at: Date, except: string[]): Promise<ExecutionRow | undefined> {
    const [row] = await db
      .select()
      .from(execution)
      .where(
        and(isNotNull(execution.startAt), lte(execution.startAt, at), notInArray(execution.organizationId, except)),
      )
      .orderBy(asc(execution.startAt))
      .limit(1)
      .for('update', { skipLocked: true });
    return row;
  },

  /** The execution whose current attempt is this run, locked for this transaction. */
  async lockOfRun(db: Sql, runId: string): Promise<ExecutionRow | undefined> {
    const [row] = await db.select().from(execution).where(eq(execution.runId, runId)).for('update');
    return row;
  },

  async update(db: Sql, id: string, values: Partial<Values>): Promise<void> {
    await db.update(execution).set(values).where(eq(execution.id, id));
  },

  /** Executions that have been running since before an instant. */
  async listRunning(db: Sql, before: Date, limit: number): Promise<ExecutionRow[]> {
    return db
      .select()
      .from(execution)
      .where(and(eq(execution.status, 'RUNNING'), isNull(execution.startAt), lt(execution.startedAt, before)))
      .orderBy(asc(execution.startedAt))
      .limit(limit);
  },

  /** The status of the job's previous execution; ignores unfinished and skipped ones. */
  async statusBefore(db: Sql, { jobId, dueAt }: ExecutionRow): Promise<ExecutionStatus | undefined> {
    const [row] = await db
      .select({ status: execution.status })
      .from(execution)
      .where(
        and(
          eq(execution.jobId, jobId),
          lt(execution.dueAt, dueAt),
          isNotNull(execution.finishedAt),
          ne(execution.status, 'SKIPPED'),
        ),
      )
      .orderBy(desc(execution.dueAt))
      .limit(1);
    return row?.status;
  },

  /** Deletes executions that ended before an instant. */
  async deleteBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(execution).where(and(isNotNull(execution.finishedAt), lt(execution.finishedAt, before)));
  },
};
