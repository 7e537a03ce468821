import type { RunStatus } from '@touchstone/contracts/runs';
import { and, count, desc, eq, ilike, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { type PlannedStep, queuedOf, type Run, type RunOrigin } from '../domain/run.ts';
import { event, run, runNumber, step } from './tables.ts';

type RunRow = typeof run.$inferSelect;
const columns = {
  id: run.id,
  organizationId: run.organizationId,
  projectId: run.projectId,
  kind: run.kind,
  name: run.name,
  number: run.number,
  originLabel: run.originLabel,
  originCommit: run.originCommit,
  status: run.status,
  message: run.message,
  label: run.label,
  total: run.total,
  running: run.running,
  passed: run.passed,
  failed: run.failed,
  error: run.error,
  skipped: run.skipped,
  cancelled: run.cancelled,
  createdBy: run.createdBy,
  createdByName: run.createdByName,
  createdAt: run.createdAt,
  startedAt: run.startedAt,
  finishedAt: run.finishedAt,
  attempt: run.attempt,
  retryNumber: run.retryNumber,
  retryOf: run.retryOf,
  parentRunId: run.parentRunId,
  parentStepId: run.parentStepId,
};

/** Limits of the search for earlier runs: how many runs, and how many steps each. */
const maxRunsSearched = 100;
const maxStepsSearched = 20_000;

/** A filter of an organization's runs. */
interface RunFilter {
  organizationId: string;
  /** One or several projects. */
  projectId: string | readonly string[];
  kinds?: string[];
  statuses?: RunStatus[];
  groupId?: string;
  searchTerm?: string;
  isEmpty?: boolean;
  parentRunId?: string;
  withParts?: boolean;
}

const partsOf = ({ parentRunId, withParts }: RunFilter) => {
  if (parentRunId !== undefined) return eq(run.parentRunId, parentRunId);
  return withParts ? undefined : isNull(run.parentRunId);
};

const whereOf = (filter: RunFilter) =>
  and(
    eq(run.organizationId, filter.organizationId),
    typeof filter.projectId === 'string'
      ? eq(run.projectId, filter.projectId)
      : inArray(run.projectId, [...filter.projectId]),
    partsOf(filter),
    filter.kinds && inArray(run.kind, filter.kinds),
    filter.statuses?.length ? inArray(run.status, filter.statuses) : undefined,
    filter.searchTerm ? named(filter.searchTerm) : undefined,
    filter.groupId
      ? sql`exists (select 1 from runs.step s where s.run_id = ${run.id} and s.group_id = ${filter.groupId})`
      : undefined,
    filter.isEmpty === true ? sql`(${run.status} <> 'passed' or ${run.total} = 0)` : undefined,
    filter.isEmpty === false ? sql`(${run.status} <> 'passed' or ${run.total} > 0)` : undefined,
  );

export function toRun(row: Pick<RunRow, keyof typeof columns>): Run {
  const { total, running, passed, failed, error, skipped, cancelled } = row;
  const counted = { total, running, passed, failed, error, skipped, cancelled };
  const end = row.finishedAt ?? (row.startedAt ? new Date() : null);
  return {
    runId: row.id,
    organizationId: row.organizationId,
    projectId: row.projectId,
    kind: row.kind,
    name: row.name,
    number: row.number,
    origin: { label: row.originLabel, commit: row.originCommit },
    status: row.status,
    message: row.message,
    label: row.label,
    counts: { ...counted, queued: queuedOf(counted) },
    createdBy: row.createdBy,
    createdByName: row.createdByName,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    durationMs: row.startedAt && end ? Math.max(0, end.getTime() - row.startedAt.getTime()) : 0,
    attempt: row.attempt,
    retryNumber: row.retryNumber,
    retryOf: row.retryOf,
    parentRunId: row.parentRunId,
    parentStepId: row.parentStepId,
  };
}

/** originColumns returns the columns of a run's origin. */
export const originColumns = ({ label, commit }: RunOrigin = { label: null, commit: null }) => ({
  originLabel: label,
  originCommit: commit,
});

/** Matches a part of the name or label, the start of the commit, or the number (`128`, `#128`, `Checkout #128`). */
function named(text: string) {
  const numbered = /^(.*?)\s*#(\d{1,9})$/.exec(text.trim());
  const number = /^\d{1,9}$/.test(text.trim()) ? text.trim() : undefined;
  const contains = containsPattern(text);
  return or(
    ilike(run.name, contains),
    ilike(run.originLabel, contains),
    ilike(run.originCommit, contains.slice(1)),
    number === undefined ? undefined : eq(run.number, Number(number)),
    numbered
      ? and(ilike(run.name, containsPattern(numbered[1] ?? '')), eq(run.number, Number(numbered[2])))
      : undefined,
  );
}

/** Rows per insert of planned steps: limits a statement's parameters and memory. */
const stepsPerInsert = 500;

export const runsStore = {
  async insertRun(db: Sql, values: typeof run.$inferInsert): Promise<void> {
    await db.insert(run).values(values);
  },

  /** Inserts planned steps in batches as they arrive. Returns the number of executable steps. */
  async insertSteps(db: Sql, runId: string, steps: AsyncIterable<PlannedStep>): Promise<number> {
    let index = 0;
    let containers = 0;
    /** Containers since the last step: positioned between it and the next one. */
    let between = 0;
    let batch: (typeof step.$inferInsert)[] = [];
    const write = async () => {
      if (batch.length) await db.insert(step).values(batch);
      batch = [];
    };
    for await (const { isContainer, searchText, ...planned } of steps) {
      const row = { runId, ...planned, searchText: searchText ?? planned.title };
      if (isContainer) {
        containers += 1;
        between += 1;
        batch.push({ ...row, index: -containers, position: index - 1 / (between + 1) });
      } else {
        between = 0;
        batch.push({ ...row, index, position: index });
        index += 1;
      }
      if (batch.length === stepsPerInsert) await write();
    }
    await write();
    return index;
  },

  /**
   * Copies the plan of a run including containers; with `onlyFailed`, only retryable steps with an execution that
   * didn't pass. Returns the number of executable steps.
   */
  async copySteps(db: Sql, fromRunId: string, toRunId: string, onlyFailed: boolean): Promise<number> {
    const chosen = sql`planned.repeat_of is null and (not ${onlyFailed}::boolean or planned.retryable and (planned.status <> 'passed'
      or exists (select 1 from runs.step again where again.run_id = planned.run_id and again.repeat_of = planned.index and again.status <> 'passed')))`;
    const result = await db.execute<{ steps: number }>(sql`
      with recursive leaf as materialized (
        select planned.step_id, planned.parent_id from runs.step planned where planned.run_id = ${fromRunId}::uuid and planned.index >= 0 and ${chosen}
      ), kept (step_id) as (
        select step_id from leaf
        union select parent_id from leaf where parent_id is not null
        union select c.parent_id from kept join runs.step c on c.run_id = ${fromRunId}::uuid and c.index < 0 and c.step_id = kept.step_id where c.parent_id is not null
      ), source as materialized (
        select gen_random_uuid() as new_id, s.*, count(*) filter (where s.index >= 0) over (order by s.position, s.index) as reached
        from kept join runs.step s on s.run_id = ${fromRunId}::uuid and s.step_id = kept.step_id
      ), written as (
        insert into runs.step (run_id, index, position, step_id, parent_id, kind, title, search_text, group_id, source_id, source_revision, retryable, plan, summary)
        select ${toRunId}::uuid, case when s.index < 0 then s.index else s.reached - 1 end,
          case when s.index < 0 then s.reached + s.position - ceil(s.position) else s.reached - 1 end,
          s.new_id, parent.new_id, s.kind, s.title, s.search_text, s.group_id, s.source_id, s.source_revision, s.retryable, s.plan, s.summary
        from source s left join source parent on parent.step_id = s.parent_id
        returning index
      ) select count(*) filter (where index >= 0)::int as steps from written`);
    return result.rows[0]?.steps ?? 0;
  },

  /**
   * Sets the number of steps of a new run and, unless it is a part of another one, assigns the next number of its
   * project. Must be the last statement of the transaction: other starts wait for the number from here on, and a
   * rollback takes none.
   */
  async setPlanned(db: Sql, runId: string, total: number): Promise<void> {
    await db.execute(sql`
      with next as (
        insert into runs.run_number as n (organization_id, project_id, last)
        select organization_id, project_id, 1 from runs.run where id = ${runId}::uuid and parent_run_id is null
        on conflict (organization_id, project_id) do update set last = n.last + 1 returning n.last
      ) update runs.run set total = ${total}, number = (select last from next) where id = ${runId}::uuid`);
  },

  async forgetNumbers(db: Sql, { organizationId, projectId }: { organizationId: string; projectId: string }) {
    await db
      .delete(runNumber)
      .where(and(eq(runNumber.organizationId, organizationId), eq(runNumber.projectId, projectId)));
  },

  async find(db: Sql, organizationId: string, runId: string): Promise<Run | undefined> {
    const [row] = await db
      .select(columns)
      .from(run)
      .where(and(eq(run.id, runId), eq(run.organizationId, organizationId)));
    return row && toRun(row);
  },

  async findMany(db: Sql, organizationId: string, runIds: string[]): Promise<Run[]> {
    if (!runIds.length) return [];
    const rows = await db
      .select(columns)
      .from(run)
      .where(and(eq(run.organizationId, organizationId), inArray(run.id, runIds)));
    return rows.map(toRun);
  },

  async findNumbers(db: Sql, organizationId: string, runIds: readonly string[]): Promise<Map<string, number>> {
    if (!runIds.length) return new Map();
    const rows = await db
      .select({ runId: run.id, number: run.number })
      .from(run)
      .where(and(eq(run.organizationId, organizationId), inArray(run.id, [...runIds])));
    return new Map(rows.flatMap(({ runId, number }) => (number === null ? [] : [[runId, number] as const])));
  },

  async findPlan(
    db: Sql,
    runId: string,
  ): Promise<{ plan: unknown; checkpoint: string | null; runnerLabel: string | null } | undefined> {
    const { plan, checkpoint, runnerLabel } = run;
    const [row] = await db.select({ plan, checkpoint, runnerLabel }).from(run).where(eq(run.id, runId));
    return row;
  },

  async list(
    db: Sql,
    filter: RunFilter,
    page: { page: number; size: number },
  ): Promise<{ content: Run[]; totalElements: number }> {
    const where = whereOf(filter);
    const [rows, [total]] = await Promise.all([
      db
        .select(columns)
        .from(run)
        .where(where)
        .orderBy(desc(run.createdAt), desc(run.id))
        .limit(page.size)
        .offset(page.page * page.size),
      db.select({ value: count() }).from(run).where(where),
    ]);
    return { content: rows.map(toRun), totalElements: total?.value ?? 0 };
  },

  /**
   * Ids of earlier finished runs of the same kind and tests, newest first: those with the same name and a shared
   * source, and, of the most recent runs, those with exactly the same sources. With `status`, equal labels come first.
   */
  async listEarlier(
    db: Sql,
    {
      runId,
      organizationId,
      projectId,
      kind,
      name,
    }: Pick<Run, 'runId' | 'organizationId' | 'projectId' | 'kind' | 'name'>,
    { status, limit }: { status?: RunStatus; limit: number },
  ): Promise<string[]> {
    const result = await db.execute<{ id: string }>(sql`
      with given as (
        select created_at, label, (select array_agg(distinct s.source_id order by s.source_id) from runs.step s
          where s.run_id = ${runId}::uuid and s.index >= 0 and s.source_id is not null) as sources
        from runs.run where id = ${runId}::uuid
      ), earlier as (
        select r.id, r.name, r.total, r.created_at, r.label from runs.run r, given
        where r.organization_id = ${organizationId}::uuid and r.project_id = ${projectId}::uuid and r.kind = ${kind} and r.parent_run_id is null
          and r.created_at < given.created_at and r.id <> ${runId}::uuid
          and ${status ? sql`r.status = ${status}` : sql`r.status in ('passed', 'failed', 'error', 'cancelled')`}
      ), newest as (select id from earlier where total <= ${maxStepsSearched} order by created_at desc limit ${maxRunsSearched})
      select earlier.id from earlier, given where
        (earlier.name = ${name} and exists (select 1 from runs.step s where s.run_id = earlier.id and s.source_id = any(given.sources)))
        or (earlier.id in (select id from newest) and given.sources = (select array_agg(distinct s.source_id order by s.source_id)
          from runs.step s where s.run_id = earlier.id and s.index >= 0 and s.source_id is not null))
      order by ${status ? sql`(earlier.label = given.label) desc,` : sql``} earlier.created_at desc, earlier.id desc limit ${limit}`);
    return result.rows.map(({ id }) => id);
  },

  /** How many runs have each status. */
  async countByStatus(db: Sql, filter: RunFilter): Promise<Map<RunStatus, number>> {
    const rows = await db
      .select({ status: run.status, value: count() })
      .from(run)
      .where(whereOf(filter))
      .groupBy(run.status);
    return new Map(rows.map(({ status, value }) => [status, value]));
  },

  async requestCancel(db: Sql, organizationId: string, runId: string): Promise<'running' | 'queued' | undefined> {
    const result = await db.execute<{ status: 'running' | 'queued' }>(sql`
      update runs.run set cancel_requested = true, lease_until = case when status = 'running' and lease_owner is null then now() else lease_until end
      where id = ${runId}::uuid and organization_id = ${organizationId}::uuid and status in ('queued', 'running') returning status`);
    return result.rows[0]?.status;
  },

  /** The runs and all their descendants. */
  async listTree(db: Sql, runIds: string[]): Promise<{ id: string; isOpen: boolean }[]> {
    if (!runIds.length) return [];
    const result = await db.execute<{ id: string; isOpen: boolean }>(sql`
      with recursive tree as (
        select id, status from runs.run where id = any(${sql.param(runIds)}::uuid[])
        union select c.id, c.status from tree join runs.run c on c.parent_run_id = tree.id
      ) select id, status in ('queued', 'running') as "isOpen" from tree`);
    return result.rows;
  },

  /** Deletes the finished ones, with their parts; returns their ids. */
  async deleteFinished(db: Sql, organizationId: string, runIds: string[]): Promise<string[]> {
    const result = await db.execute<{ id: string }>(sql`
      with held as materialized (
        select id from runs.run where organization_id = ${organizationId}::uuid and id = any(${sql.param(runIds)}::uuid[])
          and status not in ('queued', 'running') order by created_at, id for update
      ) delete from runs.run where id in (select id from held) returning id`);
    return result.rows.map((row) => row.id);
  },

  /** Deletes some runs of a project with their parts, whatever their state; returns all deleted ids. */
  async deleteSome(db: Sql, scope: { organizationId: string; projectId: string; limit: number }): Promise<string[]> {
    const result = await db.execute<{ id: string }>(sql`
      with recursive top as materialized (
        select id from runs.run where organization_id = ${scope.organizationId}::uuid and project_id = ${scope.projectId}::uuid
          and parent_run_id is null order by created_at, id limit ${scope.limit} for update
      ), tree as (select id from top union select c.id from tree join runs.run c on c.parent_run_id = tree.id),
      deleted as (delete from runs.run where id in (select id from top))
      select id from tree`);
    return result.rows.map((row) => row.id);
  },

  /** Open runs of a project that are parts of other projects' runs. */
  async listOpenParts(
    db: Sql,
    { organizationId, projectId }: { organizationId: string; projectId: string },
  ): Promise<{ id: string; kind: string }[]> {
    const result = await db.execute<{ id: string; kind: string }>(sql`
      select r.id, r.kind from runs.run r join runs.run p on p.id = r.parent_run_id
      where r.organization_id = ${organizationId}::uuid and r.project_id = ${projectId}::uuid
        and p.project_id <> r.project_id and r.status in ('queued', 'running') order by r.created_at, r.id`);
    return result.rows;
  },

  /** Whether the run exists and hasn't ended. */
  async isOpen(db: Sql, runId: string): Promise<boolean> {
    const rows = await db
      .select({ id: run.id })
      .from(run)
      .where(and(eq(run.id, runId), inArray(run.status, ['queued', 'running'])));
    return rows.length > 0;
  },

  async listExpired(db: Sql, before: Date, limit: number): Promise<{ id: string; organizationId: string }[]> {
    return db
      .select({ id: run.id, organizationId: run.organizationId })
      .from(run)
      .where(and(lt(run.finishedAt, before), isNull(run.parentRunId)))
      .limit(limit);
  },

  async listEvents(
    db: Sql,
    runId: string,
    after: number,
    limit: number,
  ): Promise<{ seq: number; type: string; data: unknown }[]> {
    return db
      .select({ seq: event.seq, type: event.type, data: event.data })
      .from(event)
      .where(and(eq(event.runId, runId), sql`${event.seq} > ${after}`))
      .orderBy(event.seq)
      .limit(limit);
  },
};
