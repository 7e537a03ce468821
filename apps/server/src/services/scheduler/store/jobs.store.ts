import type { ScheduleType } from '@touchstone/contracts/scheduler';
import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { execution, job } from './tables.ts';

export type JobRow = typeof job.$inferSelect;
export type JobValues = typeof job.$inferInsert;
export type ExecutionRow = typeof execution.$inferSelect;
/** A job with its last execution. */
export interface JobInList {
  job: JobRow;
  last: ExecutionRow | null;
}

/** A filter of jobs. */
export interface JobFilter {
  isUpcoming: boolean;
  scheduleType?: ScheduleType;
  targetId?: string;
  searchTerm?: string;
}

/** The workspace of jobs. */
export interface JobScope {
  organizationId: string;
  projectId: string;
}
const inScope = ({ organizationId, projectId }: JobScope): SQL | undefined =>
  and(eq(job.organizationId, organizationId), eq(job.projectId, projectId));
const withLast = (db: Sql) =>
  db.select({ job, last: execution }).from(job).leftJoin(execution, eq(execution.id, job.lastExecutionId)).$dynamic();
/** The newest execution of the job `j`. */
const newest = sql`(select e.id from scheduler.execution e where e.job_id = j.id order by e.due_at desc limit 1)`;

/** EndedJobs selects ended jobs by their tests or by their workspace. */
export type EndedJobs = { organizationId: string } & ({ targetIds: readonly string[] } | { projectId: string });

/** Jobs. */
export const jobsStore = {
  async insert(db: Sql, values: JobValues): Promise<void> {
    await db.insert(job).values(values);
  },

  async find(db: Sql, organizationId: string, jobId: string): Promise<JobInList | undefined> {
    const [row] = await withLast(db).where(and(eq(job.id, jobId), eq(job.organizationId, organizationId)));
    return row;
  },

  async list(
    db: Sql,
    { organizationId, projectIds, ...filter }: JobFilter & { organizationId: string; projectIds: readonly string[] },
    { page, size }: { page: number; size: number },
  ): Promise<{ content: JobInList[]; totalElements: number }> {
    const where = and(
      eq(job.organizationId, organizationId),
      inArray(job.projectId, [...projectIds]),
      filter.isUpcoming ? isNotNull(job.nextDueAt) : isNull(job.nextDueAt),
      filter.scheduleType ? eq(job.scheduleType, filter.scheduleType) : undefined,
      filter.targetId ? eq(job.targetId, filter.targetId) : undefined,
      filter.searchTerm ? ilike(job.title, containsPattern(filter.searchTerm)) : undefined,
    );
    const order = filter.isUpcoming
      ? [asc(job.isPaused), asc(job.nextDueAt), asc(job.id)]
      : [sql`${execution.dueAt} desc nulls last`, desc(job.updatedAt), desc(job.id)];
    const [content, [total]] = await Promise.all([
      withLast(db)
        .where(where)
        .orderBy(...order)
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(job).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },

  async count(db: Sql, scope: JobScope) {
    const [row] = await db
      .select({
        total: count(),
        upcoming: count(job.nextDueAt),
        paused: sql<number>`count(*) filter (where ${job.isPaused} and ${job.nextDueAt} is not null)`.mapWith(Number),
      })
      .from(job)
      .where(inScope(scope));
    const { total = 0, upcoming = 0, paused = 0 } = row ?? {};
    return { total, upcoming, completed: total - upcoming, paused };
  },

  async update(db: Sql, jobId: string, values: Partial<JobValues>): Promise<void> {
    await db
      .update(job)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(job.id, jobId));
  },

  async get(db: Sql, jobId: string): Promise<JobRow | undefined> {
    const [row] = await db.select().from(job).where(eq(job.id, jobId));
    return row;
  },

  /** Updates the state that the product itself changes. */
  async setState(
    db: Sql,
    jobId: string,
    values: Partial<Pick<JobValues, 'isPaused' | 'problem' | 'nextDueAt' | 'refusals'>>,
  ): Promise<void> {
    await db.update(job).set(values).where(eq(job.id, jobId));
  },

  /** Sets the next due time of jobs, and their newest execution as their last. */
  async moveOn(db: Sql, jobs: readonly { id: string; nextDueAt: Date | null }[]): Promise<void> {
    if (jobs.length === 0) return;
    const ids = sql.param(jobs.map(({ id }) => id));
    const dues = sql.param(jobs.map(({ nextDueAt }) => nextDueAt?.toISOString() ?? null));
    await db.execute(sql`
      update scheduler.job j set next_due_at = m.due, last_execution_id = ${newest}
      from unnest(${ids}::uuid[], ${dues}::timestamptz[]) as m (id, due) where j.id = m.id`);
  },

  /** Sets the newest execution of jobs as their last. */
  async setLast(db: Sql, jobIds: readonly string[]): Promise<void> {
    await db.execute(
      sql`update scheduler.job j set last_execution_id = ${newest} where j.id = any(${sql.param([...jobIds])}::uuid[])`,
    );
  },

  /** Deletes the given jobs of a workspace; returns them. */
  async delete(db: Sql, scope: JobScope, jobIds: readonly string[]): Promise<Pick<JobRow, 'id' | 'title'>[]> {
    return db
      .delete(job)
      .where(and(inScope(scope), inArray(job.id, [...jobIds])))
      .returning({ id: job.id, title: job.title });
  },

  async taken(db: Sql, ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .select({ id: job.id })
      .from(job)
      .where(inArray(job.id, [...ids]));
    return rows.map(({ id }) => id);
  },

  /** Jobs of a workspace by title; `forUpdate` locks them until the transaction ends. */
  async listOfProject(db: Sql, scope: JobScope, { forUpdate }: { forUpdate?: boolean }): Promise<JobRow[]> {
    const rows = db
      .select()
      .from(job)
      .where(inScope(scope))
      .orderBy(asc(sql`lower(${job.title})`), asc(job.id));
    return forUpdate ? rows.for('update') : rows;
  },

  async deleteProject(db: Sql, scope: JobScope): Promise<void> {
    await db.delete(job).where(inScope(scope));
  },

  /** Ends jobs whose test has been deleted. */
  async endOfTargets(db: Sql, organizationId: string, targetIds: readonly string[], problem: string): Promise<void> {
    if (targetIds.length === 0) return;
    await db
      .update(job)
      .set({ nextDueAt: null, problem })
      .where(and(eq(job.organizationId, organizationId), inArray(job.targetId, [...targetIds])));
  },

  /** Ends the jobs of a workspace that haven't ended or stopped for another reason. */
  async endOfProject(db: Sql, scope: { organizationId: string; projectId: string }, problem: string): Promise<void> {
    await db
      .update(job)
      .set({ nextDueAt: null, problem })
      .where(
        and(
          eq(job.organizationId, scope.organizationId),
          eq(job.projectId, scope.projectId),
          isNotNull(job.nextDueAt),
          isNull(job.problem),
        ),
      );
  },

  /** Jobs that ended for this reason, locked for this transaction. */
  async lockEnded(db: Sql, { organizationId, problem, ...which }: EndedJobs & { problem: string }): Promise<JobRow[]> {
    const chosen =
      'projectId' in which ? eq(job.projectId, which.projectId) : inArray(job.targetId, [...which.targetIds]);
    return db
      .select()
      .from(job)
      .where(and(eq(job.organizationId, organizationId), chosen, eq(job.problem, problem)))
      .orderBy(asc(job.id))
      .for('update');
  },

  /** Due jobs that no other process has taken, locked for this transaction. */
  async takeDue(db: Sql, { at, except, limit }: { at: Date; except: string[]; limit: number }): Promise<JobRow[]> {
    return db
      .select()
      .from(job)
      .where(
        and(
          isNotNull(job.nextDueAt),
          lte(job.nextDueAt, at),
          eq(job.isPaused, false),
          notInArray(job.organizationId, except),
        ),
      )
      .orderBy(asc(job.nextDueAt))
      .limit(limit)
      .for('update', { skipLocked: true });
  },
};
