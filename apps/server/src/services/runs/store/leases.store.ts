import type { RunCounts, RunStatus } from '@touchstone/contracts/runs';
import type { PoolClient } from '../../../platform/database/pool.ts';
import { storableJson } from '../../../platform/database/values/storable-json.ts';
import { type FinishedStep, queuedOf, type Run } from '../domain/run.ts';
import type { RunChoice } from './runners.store.ts';

/** Seconds until a lease expires without a heartbeat. */
export const leaseSeconds = 5;
/** How many consecutive attempts without any record before a run is given up. */
const maxStalledAttempts = 3;

export interface Lease {
  runId: string;
  organizationId: string;
  projectId: string;
  kind: string;
  name: string;
  plan: unknown;
  checkpoint: string | null;
  attempt: number;
  owner: string;
  cancelRequested: boolean;
  startedAt: Date;
  total: number;
  createdBy: string;
  /** The run was suspended and continues where it was. */
  isWoken: boolean;
  /** Steps that were running when it was suspended. */
  startedSteps: number[];
}
/** A new lease, and the number of the event that reports it. */
export interface ClaimedLease extends Lease {
  startEvent: Recorded;
}

interface CountRow {
  last_seq: number;
  total: number;
  running: number;
  passed: number;
  failed: number;
  error: number;
  skipped: number;
  cancelled: number;
  started_at: Date | null;
  cancel_requested: boolean;
}
const countColumns =
  'last_seq, total, running, passed, failed, error, skipped, cancelled, started_at, cancel_requested';

const toCounts = (row: CountRow): RunCounts => {
  const { total, running, passed, failed, error, skipped, cancelled } = row;
  const counts = { total, running, passed, failed, error, skipped, cancelled };
  return { ...counts, queued: queuedOf(counts) };
};

const toRow = ({
  index,
  status,
  durationMs,
  startedAt,
  message,
  title,
  searchText,
  outcome,
  detail,
}: FinishedStep) => ({
  index,
  status,
  message,
  title,
  search: searchText,
  duration: durationMs === null ? null : Math.round(durationMs),
  started: startedAt,
  outcome,
  detail,
});
const resultColumns =
  'status text, message text, title text, search text, duration int, started timestamptz, outcome jsonb, detail jsonb';

/** The facts about a run that its end reports. */
export interface EndingRun
  extends Pick<
    Run,
    | 'organizationId'
    | 'projectId'
    | 'kind'
    | 'name'
    | 'number'
    | 'createdBy'
    | 'counts'
    | 'parentRunId'
    | 'parentStepId'
  > {
  parentKind: string | null;
}
interface EndingRow extends CountRow {
  organization_id: string;
  project_id: string;
  kind: string;
  name: string;
  number: number | null;
  created_by: string;
  parent_run_id: string | null;
  parent_step_id: string | null;
  parent_kind: string | null;
}

export interface Recorded {
  seq: number;
  counts: RunCounts;
  startedAt: Date | null;
  cancelRequested: boolean;
}

/**
 * Statements of the runner. Each write carries the fencing token and has no effect once another attempt has begun. A
 * transaction updates a run's row only once: a second update would check the reference to the parent run and so wait
 * for its deletion, which in turn waits for this row. Multiple runs are locked oldest first, so parents before their
 * parts.
 */
export const leasesStore = {
  /**
   * Claims the oldest run for runners with these labels that is waiting, has lost its runner, or is suspended and due.
   * Parts of spreading kinds are claimed only after other runners left them for `leftSeconds`.
   */
  async claim(
    client: PoolClient,
    owner: string,
    kinds: string[],
    { leftSeconds = 0, spreading = [], labels = [] }: RunChoice = {},
  ): Promise<ClaimedLease | undefined> {
    const result = await client.query(
      `with chosen as (
         select id, status = 'running' and lease_owner is null as woken from runs.run where kind = any($2) and stalled_attempts < ${maxStalledAttempts}
           and (status = 'queued' or (status = 'running' and lease_until < now()))
           and (runner_label is null or runner_label = any($5::text[]))
           and (parent_run_id is null or $3::int = 0 or not kind = any($4) or created_at < now() - make_interval(secs => $3))
         order by created_at for update skip locked limit 1)
       update runs.run r set status = 'running', last_seq = last_seq + case when woken then 0 else 1 end, attempt = attempt + 1,
         stalled_attempts = stalled_attempts + 1, lease_owner = $1, lease_until = now() + make_interval(secs => ${leaseSeconds}),
         started_at = coalesce(started_at, now()), running = case when woken then running else 0 end
       from chosen where r.id = chosen.id
       returning r.id, organization_id, project_id, kind, name, plan, checkpoint, attempt, created_by, woken, ${countColumns}`,
      [owner, kinds, leftSeconds, spreading, labels],
    );
    const row = result.rows[0];
    const startEvent = toRecorded(row);
    if (!startEvent) return undefined;
    const left = row.woken
      ? await client.query(`select index from runs.step where run_id = $1 and status = 'running'`, [row.id])
      : undefined;
    if (!left)
      await client.query(`update runs.step set status = 'queued' where run_id = $1 and status = 'running'`, [row.id]);
    return {
      runId: row.id,
      organizationId: row.organization_id,
      projectId: row.project_id,
      kind: row.kind,
      name: row.name,
      plan: row.plan,
      checkpoint: row.checkpoint,
      attempt: row.attempt,
      owner,
      cancelRequested: row.cancel_requested,
      startedAt: row.started_at,
      total: row.total,
      createdBy: row.created_by,
      isWoken: row.woken,
      startedSteps: left?.rows.map(({ index }) => index) ?? [],
      startEvent,
    };
  },

  /** Claims a run whose runners repeatedly died without recording anything, to end it. */
  async claimDead(
    client: Pick<PoolClient, 'query'>,
    kinds: string[],
  ): Promise<Pick<Lease, 'runId' | 'attempt' | 'kind'> | undefined> {
    const result = await client.query(
      `update runs.run set attempt = attempt + 1, lease_until = now() + make_interval(secs => ${leaseSeconds})
       where id = (select id from runs.run where kind = any($1) and stalled_attempts >= ${maxStalledAttempts} and status = 'running'
         and lease_until < now() for update skip locked limit 1)
       returning id, attempt, kind`,
      [kinds],
    );
    const row = result.rows[0];
    return row && { runId: row.id, attempt: row.attempt, kind: row.kind };
  },

  /** Extends the lease. Undefined: the lease is lost. */
  async heartbeat(client: Pick<PoolClient, 'query'>, lease: Lease): Promise<{ cancelRequested: boolean } | undefined> {
    const result = await client.query(
      `update runs.run set lease_until = now() + make_interval(secs => ${leaseSeconds}) where id = $1 and attempt = $2 and status = 'running' and lease_owner is not null returning cancel_requested`,
      [lease.runId, lease.attempt],
    );
    return result.rows[0] && { cancelRequested: result.rows[0].cancel_requested };
  },

  /** Locks the run of a lease to end it; false if the lease is lost. */
  async hold(client: Pick<PoolClient, 'query'>, lease: Pick<Lease, 'runId' | 'attempt'>): Promise<boolean> {
    const held = await client.query(
      `select id from runs.run where id = $1 and attempt = $2 and status = 'running' for no key update`,
      [lease.runId, lease.attempt],
    );
    return Boolean(held.rowCount);
  },

  /** Whether the lease is valid; no other runner can claim it until the end of the transaction. */
  async isHeld(client: Pick<PoolClient, 'query'>, lease: Pick<Lease, 'runId' | 'attempt'>): Promise<boolean> {
    const held = await client.query(
      `select id from runs.run where id = $1 and attempt = $2 and status = 'running' for share`,
      [lease.runId, lease.attempt],
    );
    return Boolean(held.rowCount);
  },

  /** Releases the run immediately, for another runner. */
  async release(client: Pick<PoolClient, 'query'>, lease: Lease): Promise<void> {
    await client.query(
      `update runs.run set lease_until = now() - interval '1 second', stalled_attempts = 0 where id = $1 and attempt = $2 and status = 'running'`,
      [lease.runId, lease.attempt],
    );
  },

  /** Adds a batch to the counts and allocates its event number. Only results are progress. Undefined: lease lost. */
  async advance(
    client: PoolClient,
    lease: Lease,
    delta: Omit<RunCounts, 'queued'>,
    checkpoint: string | undefined,
    hasResults: boolean,
  ): Promise<Recorded | undefined> {
    const result = await client.query<CountRow>(
      `update runs.run set last_seq = last_seq + 1, stalled_attempts = case when $10::boolean then 0 else stalled_attempts end, running = running + $3, passed = passed + $4, failed = failed + $5,
         error = error + $6, skipped = skipped + $7, cancelled = cancelled + $8, checkpoint = coalesce($9, checkpoint), total = total + $11
       where id = $1 and attempt = $2 and status = 'running' returning ${countColumns}`,
      [
        lease.runId,
        lease.attempt,
        delta.running,
        delta.passed,
        delta.failed,
        delta.error,
        delta.skipped,
        delta.cancelled,
        checkpoint ?? null,
        hasResults,
        delta.total,
      ],
    );
    return toRecorded(result.rows[0]);
  },

  async markStarted(client: PoolClient, lease: Lease, indexes: number[]): Promise<void> {
    await client.query(
      `update runs.step set status = 'running', attempt = $3, started_at = now() where run_id = $1 and index = any($2) and status = 'queued'`,
      [lease.runId, indexes, lease.attempt],
    );
  },

  /** Returns how many rows were written; a step that already has a result isn't overwritten. */
  async markFinished(client: PoolClient, lease: Lease, steps: FinishedStep[]): Promise<number> {
    const result = await client.query(
      `update runs.step s set status = r.status, message = r.message, title = coalesce(r.title, s.title), search_text = coalesce(r.search, s.search_text),
         attempt = $3, duration_ms = r.duration, started_at = r.started, finished_at = now(), outcome = r.outcome, detail = r.detail
       from jsonb_to_recordset($2::jsonb) as r(index int, ${resultColumns})
       where s.run_id = $1 and s.index = r.index and s.status in ('queued', 'running')`,
      [lease.runId, storableJson(steps.map(toRow)), lease.attempt],
    );
    return result.rowCount ?? 0;
  },

  /** Inserts further executions of planned steps as new rows. Returns how many were written. */
  async insertRepeats(client: PoolClient, lease: Lease, steps: FinishedStep[]): Promise<number> {
    const result = await client.query(
      `insert into runs.step (run_id, index, position, repeat_of, step_id, parent_id, kind, title, search_text, group_id, source_id, plan, status, message,
         attempt, duration_ms, started_at, finished_at, summary, outcome, detail)
       select $1, r.index, r.position, planned.index, r.step_id, planned.parent_id, planned.kind, coalesce(r.title, planned.title),
         coalesce(r.search, planned.search_text), planned.group_id, planned.source_id, '{}'::jsonb, r.status, r.message,
         $3, r.duration, r.started, now(), planned.summary, r.outcome, r.detail
       from jsonb_to_recordset($2::jsonb) as r(index int, position float8, of int, step_id uuid, ${resultColumns})
       join runs.step planned on planned.run_id = $1 and planned.index = r.of`,
      [
        lease.runId,
        storableJson(
          steps.map(({ repeat, ...step }) => ({
            ...toRow(step),
            of: repeat?.of,
            position: repeat?.position,
            step_id: repeat?.stepId,
          })),
        ),
        lease.attempt,
      ],
    );
    return result.rowCount ?? 0;
  },

  /** Ends all open steps of the run with `status`. Returns how many. */
  async closeOpenSteps(client: PoolClient, runId: string, status: RunStatus, message: string): Promise<number> {
    const result = await client.query(
      `update runs.step set status = $2, message = $3, finished_at = now() where run_id = $1 and index >= 0 and status in ('queued', 'running')`,
      [runId, status, message],
    );
    return result.rowCount ?? 0;
  },

  /** Requests all descendant runs to stop: executing ones are notified, the others end when claimed. */
  async cancelParts(client: Pick<PoolClient, 'query'>, runId: string): Promise<void> {
    await client.query(
      `with recursive part as (
         select id from runs.run where id = $1
         union select c.id from part join runs.run c on c.parent_run_id = part.id
       ), held as materialized (
         select id, status from runs.run where id in (select id from part) order by created_at, id for no key update
       ), asked as (
         update runs.run r set cancel_requested = true,
           lease_until = case when r.status = 'running' and r.lease_owner is null then now() else r.lease_until end from held
         where r.id = held.id and r.id <> $1 and held.status in ('queued', 'running') returning r.id
       ) select pg_notify('runs_cancel', id::text) from asked`,
      [runId],
    );
  },

  /** Locks a run that no runner has taken yet; returns whether it exists. */
  async lockQueued(client: PoolClient, runId: string): Promise<boolean> {
    const locked = await client.query(`select id from runs.run where id = $1 and status = 'queued' for no key update`, [
      runId,
    ]);
    return Boolean(locked.rowCount);
  },

  /** Locks a run that is about to end, and reads the facts that its end reports. */
  async lockEnding(client: PoolClient, runId: string): Promise<EndingRun | undefined> {
    const { rows } = await client.query<EndingRow>(
      `select organization_id, project_id, kind, name, number, created_by, parent_run_id, parent_step_id,
         (select p.kind from runs.run p where p.id = run.parent_run_id) as parent_kind, ${countColumns} from runs.run where id = $1 for no key update`,
      [runId],
    );
    const row = rows[0];
    return (
      row && {
        organizationId: row.organization_id,
        projectId: row.project_id,
        kind: row.kind,
        name: row.name,
        number: row.number,
        createdBy: row.created_by,
        parentRunId: row.parent_run_id,
        parentStepId: row.parent_step_id,
        parentKind: row.parent_kind,
        counts: toCounts(row),
      }
    );
  },

  /** Ends a run. Undefined if it has already ended or (with `attempt`) another attempt holds it. */
  async finish(
    client: PoolClient,
    input: {
      runId: string;
      attempt?: number;
      status: RunStatus;
      message: string | null;
      closed: { status: RunStatus; count: number };
    },
  ): Promise<Recorded | undefined> {
    const closedColumn =
      input.closed.status === 'skipped' ? 'skipped' : input.closed.status === 'error' ? 'error' : 'cancelled';
    const result = await client.query<CountRow>(
      `update runs.run set status = $2, message = $3, finished_at = now(), started_at = coalesce(started_at, now()), last_seq = last_seq + 1, running = 0,
         ${closedColumn} = ${closedColumn} + $4, lease_owner = null, lease_until = null, checkpoint = checkpoint
       where id = $1 and status in ('queued', 'running') and ($5::int is null or attempt = $5) returning ${countColumns}`,
      [input.runId, input.status, input.message, input.closed.count, input.attempt ?? null],
    );
    return toRecorded(result.rows[0]);
  },

  async insertEvent(client: PoolClient, runId: string, seq: number, type: string, data: unknown): Promise<void> {
    await client.query('insert into runs.event (run_id, seq, type, data) values ($1, $2, $3, $4)', [
      runId,
      seq,
      type,
      storableJson(data),
    ]);
    await client.query('select pg_notify($1, $2)', ['runs_event', runId]);
  },
};

function toRecorded(row: CountRow | undefined): Recorded | undefined {
  return (
    row && {
      seq: row.last_seq,
      counts: toCounts(row),
      startedAt: row.started_at,
      cancelRequested: row.cancel_requested,
    }
  );
}
