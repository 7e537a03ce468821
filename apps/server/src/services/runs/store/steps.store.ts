import type { RunCounts, RunStatus } from '@touchstone/contracts/runs';
import { and, asc, count, desc, eq, gt, gte, ilike, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { StoredStep } from '../domain/run.ts';
import type { OpenStep, RunProgress } from '../domain/run-kind.ts';
import { run, step } from './tables.ts';

const columns = {
  runId: step.runId,
  index: step.index,
  stepId: step.stepId,
  kind: step.kind,
  title: step.title,
  parentId: step.parentId,
  groupId: step.groupId,
  sourceId: step.sourceId,
  status: step.status,
  message: step.message,
  retryable: step.retryable,
  attempt: step.attempt,
  durationMs: step.durationMs,
  startedAt: step.startedAt,
  finishedAt: step.finishedAt,
  position: step.position,
  repeatOf: step.repeatOf,
  summary: step.summary,
  outcome: step.outcome,
};
/** The columns a kind needs for execution; containers have negative indexes. */
const openColumns = {
  index: step.index,
  stepId: step.stepId,
  kind: step.kind,
  title: step.title,
  parentId: step.parentId,
  groupId: step.groupId,
  plan: step.plan,
  summary: step.summary,
};

export interface StepFilter {
  runId: string;
  status?: RunStatus;
  groupId?: string;
  searchTerm?: string;
  /**
   * One level of the tree including containers: children of this container, or top-level steps if null. Absent: all
   * executed steps.
   */
  parentId?: string | null;
}

/** Counts of all steps below a container. */
export interface ContainerCounts {
  stepId: string;
  counts: Omit<RunCounts, 'queued'>;
  durationMs: number;
}

export const stepsStore = {
  async list(
    db: Sql,
    filter: StepFilter,
    page: { page: number; size: number },
  ): Promise<{ content: StoredStep[]; totalElements: number }> {
    const pattern = filter.searchTerm ? containsPattern(filter.searchTerm) : undefined;
    const where = and(
      eq(step.runId, filter.runId),
      filter.parentId === undefined
        ? gte(step.index, 0)
        : filter.parentId === null
          ? isNull(step.parentId)
          : eq(step.parentId, filter.parentId),
      filter.status ? eq(step.status, filter.status) : undefined,
      filter.groupId ? eq(step.groupId, filter.groupId) : undefined,
      pattern ? ilike(step.searchText, pattern) : undefined,
    );
    const [content, [total]] = await Promise.all([
      db
        .select(columns)
        .from(step)
        .where(where)
        .orderBy(asc(step.position))
        .limit(page.size)
        .offset(page.page * page.size),
      db.select({ value: count() }).from(step).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },

  /** Counts all steps below the given containers of a run. */
  async countContained(db: Sql, runId: string, stepIds: string[]): Promise<ContainerCounts[]> {
    if (!stepIds.length) return [];
    const result = await db.execute<{ step_id: string; duration: number } & Record<string, number>>(sql`
      with recursive held (root, step_id, index, status, duration_ms) as (
        select s.step_id, s.step_id, s.index, s.status, s.duration_ms from runs.step s
        where s.run_id = ${runId}::uuid and s.index < 0 and s.step_id = any(${sql.param(stepIds)}::uuid[])
        union all
        select held.root, s.step_id, s.index, s.status, s.duration_ms
        from held join runs.step s on s.run_id = ${runId}::uuid and s.parent_id = held.step_id where held.index < 0
      )
      select root as step_id, count(*)::int as total, count(*) filter (where status = 'running')::int as running, count(*) filter (where status = 'passed')::int as passed,
        count(*) filter (where status = 'failed')::int as failed, count(*) filter (where status = 'error')::int as error,
        count(*) filter (where status = 'skipped')::int as skipped, count(*) filter (where status = 'cancelled')::int as cancelled,
        coalesce(sum(duration_ms), 0)::int as duration
      from held where index >= 0 group by root`);
    return result.rows.map(({ step_id: stepId, duration: durationMs, ...counts }) => ({
      stepId,
      durationMs,
      counts: counts as unknown as ContainerCounts['counts'],
    }));
  },

  async find(
    db: Sql,
    runId: string,
    stepId: string,
  ): Promise<(StoredStep & { detail: unknown; plan: unknown }) | undefined> {
    const [row] = await db
      .select({ ...columns, detail: step.detail, plan: step.plan })
      .from(step)
      .where(and(eq(step.stepId, stepId), eq(step.runId, runId)));
    return row;
  },

  /** Steps with their details after a position, in order of execution; lets reports read a run in batches. */
  async listDetails(
    db: Sql,
    runId: string,
    after: number,
    limit: number,
  ): Promise<(StoredStep & { detail: unknown })[]> {
    return db
      .select({ ...columns, detail: step.detail })
      .from(step)
      .where(and(eq(step.runId, runId), gte(step.index, 0), gt(step.position, after)))
      .orderBy(asc(step.position))
      .limit(limit);
  },

  /** The given steps of a run with their details. */
  async findDetails(db: Sql, runId: string, stepIds: string[]): Promise<(StoredStep & { detail: unknown })[]> {
    if (!stepIds.length) return [];
    return db
      .select({ ...columns, detail: step.detail })
      .from(step)
      .where(and(eq(step.runId, runId), inArray(step.stepId, stepIds)));
  },

  /** The progress of a run that continues: its latest execution, and how often each planned step ran. */
  async findProgress(db: Sql, runId: string): Promise<RunProgress> {
    const [last] = await db
      .select({ ...columns, detail: step.detail })
      .from(step)
      .where(and(eq(step.runId, runId), isNotNull(step.finishedAt), ne(step.status, 'skipped')))
      .orderBy(desc(step.position))
      .limit(1);
    const countBy = async (column: SQL): Promise<Map<number, number>> => {
      const { rows } = await db.execute<{ of: number; times: number }>(sql`
        select ${column}::int as of, count(*)::int as times from runs.step
        where run_id = ${runId}::uuid and repeat_of is not null group by 1`);
      return new Map(rows.map(({ of, times }) => [of, times]));
    };
    const [repeats, behind] = await Promise.all([countBy(sql`repeat_of`), countBy(sql`floor(position)`)]);
    return { last, repeats, behind };
  },

  /** Planned steps after an index with the same parent as the step at `index`, ended or not, in order. */
  async listSiblings(
    db: Sql,
    runId: string,
    { index, after, limit }: { index: number; after: number; limit: number },
  ): Promise<(OpenStep & { isOpen: boolean })[]> {
    const parent = sql`(select s.parent_id from runs.step s where s.run_id = ${runId}::uuid and s.index = ${index})`;
    return db
      .select({ ...openColumns, isOpen: sql<boolean>`${step.status} in ('queued', 'running')` })
      .from(step)
      .where(
        and(eq(step.runId, runId), isNull(step.repeatOf), gt(step.index, after), sql`${step.parentId} = ${parent}`),
      )
      .orderBy(asc(step.index))
      .limit(limit);
  },

  /** Steps that haven't ended, from `index` on, in order. */
  async listOpen(db: Sql, runId: string, fromIndex: number, limit: number): Promise<OpenStep[]> {
    return db
      .select(openColumns)
      .from(step)
      .where(and(eq(step.runId, runId), gte(step.index, fromIndex), inArray(step.status, ['queued', 'running'])))
      .orderBy(asc(step.index))
      .limit(limit);
  },

  /** Results of a source over all runs of the organization, newest first. */
  async listBySource(
    db: Sql,
    organizationId: string,
    sourceId: string,
    page: { page: number; size: number },
  ): Promise<{ content: (StoredStep & { detail: unknown; runCreatedAt: Date })[]; totalElements: number }> {
    const where = and(eq(step.sourceId, sourceId), isNotNull(step.finishedAt), eq(run.organizationId, organizationId));
    const [content, [total]] = await Promise.all([
      db
        .select({ ...columns, detail: step.detail, runCreatedAt: run.createdAt })
        .from(step)
        .innerJoin(run, eq(run.id, step.runId))
        .where(where)
        .orderBy(desc(step.finishedAt))
        .limit(page.size)
        .offset(page.page * page.size),
      db.select({ value: count() }).from(step).innerJoin(run, eq(run.id, step.runId)).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },
};
