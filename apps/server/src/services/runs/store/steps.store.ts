import type { RunStatus } from '@touchstone/contracts';
import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { StoredStep } from '../domain/run.ts';
import type { OpenStep, RunProgress } from '../domain/run-kind.ts';
import { run, step } from './tables.ts';

const columns = {
  runId: step.runId,
  index: step.index,
  stepId: step.stepId,
  name: step.name,
  groupId: step.groupId,
  sourceId: step.sourceId,
  status: step.status,
  attempt: step.attempt,
  durationMs: step.durationMs,
  startedAt: step.startedAt,
  finishedAt: step.finishedAt,
  position: step.position,
  repeatOf: step.repeatOf,
  summary: step.summary,
};

export interface StepFilter {
  runId: string;
  status?: RunStatus;
  groupId?: string;
  searchTerm?: string;
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
      filter.status ? eq(step.status, filter.status) : undefined,
      filter.groupId ? eq(step.groupId, filter.groupId) : undefined,
      pattern ? or(ilike(step.name, pattern), sql`${step.summary}->>'url' ilike ${pattern}`) : undefined,
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

  /** Steps with their details after a position, in order of execution; how reports read a run in bounded pieces. */
  async listDetails(
    db: Sql,
    runId: string,
    after: number,
    limit: number,
  ): Promise<(StoredStep & { detail: unknown })[]> {
    return db
      .select({ ...columns, detail: step.detail })
      .from(step)
      .where(and(eq(step.runId, runId), sql`${step.position} > ${after}`))
      .orderBy(asc(step.position))
      .limit(limit);
  },

  /** The named steps of a run with their details. */
  async findDetails(db: Sql, runId: string, stepIds: string[]): Promise<(StoredStep & { detail: unknown })[]> {
    if (!stepIds.length) return [];
    return db
      .select({ ...columns, detail: step.detail })
      .from(step)
      .where(and(eq(step.runId, runId), inArray(step.stepId, stepIds)));
  },

  /** How far a run came that goes on: its newest execution, how often each planned step ran, and how many jumped. */
  async findProgress(db: Sql, runId: string): Promise<RunProgress> {
    const [last] = await db
      .select({ ...columns, detail: step.detail })
      .from(step)
      .where(and(eq(step.runId, runId), isNotNull(step.finishedAt), ne(step.status, 'skipped')))
      .orderBy(desc(step.position))
      .limit(1);
    const [counts] = (
      await db.execute<{ jumps: number }>(
        sql`select count(*) filter (where detail ? 'nextStep')::int as jumps from runs.step where run_id = ${runId}::uuid`,
      )
    ).rows;
    const repeats = await db.execute<{ of: number; times: number }>(sql`
      select repeat_of as of, count(*)::int as times from runs.step where run_id = ${runId}::uuid and repeat_of is not null group by repeat_of`);
    return {
      last,
      jumps: counts?.jumps ?? 0,
      repeats: new Map(repeats.rows.map((row) => [row.of, row.times])),
    };
  },

  /** Planned steps after an index that share the group of the step at `index`, whether they ended or not, in order. */
  async listGroup(
    db: Sql,
    runId: string,
    { index, after, limit }: { index: number; after: number; limit: number },
  ): Promise<(OpenStep & { isOpen: boolean })[]> {
    const group = sql`(select s.plan->>'group' from runs.step s where s.run_id = ${runId}::uuid and s.index = ${index})`;
    return db
      .select({
        index: step.index,
        stepId: step.stepId,
        name: step.name,
        groupId: step.groupId,
        plan: step.plan,
        summary: step.summary,
        isOpen: sql<boolean>`${step.status} in ('queued', 'running')`,
      })
      .from(step)
      .where(
        and(
          eq(step.runId, runId),
          isNull(step.repeatOf),
          sql`${step.index} > ${after}`,
          sql`${step.plan}->>'group' = ${group}`,
        ),
      )
      .orderBy(asc(step.index))
      .limit(limit);
  },

  /** Steps that have not ended, from `index` on, in order. */
  async listOpen(
    db: Sql,
    runId: string,
    fromIndex: number,
    limit: number,
  ): Promise<
    { index: number; stepId: string; name: string; groupId: string | null; plan: unknown; summary: unknown }[]
  > {
    return db
      .select({
        index: step.index,
        stepId: step.stepId,
        name: step.name,
        groupId: step.groupId,
        plan: step.plan,
        summary: step.summary,
      })
      .from(step)
      .where(
        and(eq(step.runId, runId), sql`${step.index} >= ${fromIndex}`, sql`${step.status} in ('queued', 'running')`),
      )
      .orderBy(asc(step.index))
      .limit(limit);
  },

  /** Results of one source over all runs of the organization, newest first. */
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
