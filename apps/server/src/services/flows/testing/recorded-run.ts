import type { TestServer } from '@touchstone/testing';
import { emptyRow } from '../jobs/flow-state.ts';
import { flowRunsStore, type NodeRow, type TimerRow } from '../store/flow-runs.store.ts';

type Recorded = Partial<Omit<NodeRow, 'node' | 'state'>> & Pick<NodeRow['state'], 'status'> & Partial<NodeRow['state']>;

interface RunRecord {
  /** The status of the run; by default, it has passed. */
  status?: string;
  /** When it was created; by default, now. */
  createdAt?: Date;
  /** When a runner began it; by default, when it was created. */
  begunAt?: Date;
  durationMs?: number;
  nodes?: Record<string, Recorded>;
  timers?: TimerRow[];
}

/** recordRun stores the state and the nodes of a queued run, as a runner does that executes it. */
export async function recordRun({ platform }: Pick<TestServer, 'platform'>, runId: string, record: RunRecord) {
  const { pool } = platform.database;
  const {
    status = 'passed',
    createdAt = new Date(),
    begunAt = createdAt,
    durationMs = 0,
    nodes = {},
    timers = [],
  } = record;
  const { rows } = await pool.query<{ organizationId: string; projectId: string; flowId: string }>(
    `update runs.run set status = $2, created_at = $3, started_at = $3, finished_at = $4 where id = $1
     returning organization_id as "organizationId", project_id as "projectId", label ->> 'flowId' as "flowId"`,
    [
      runId,
      status,
      createdAt,
      ['queued', 'running'].includes(status) ? null : new Date(createdAt.getTime() + durationMs),
    ],
  );
  const [run] = rows;
  if (!run) throw new Error(`No run ${runId}.`);
  const state = {
    status: 'passed' as const,
    open: 0,
    ready: [],
    active: [],
    running: 0,
    hasFailed: false,
    values: {},
  };
  await flowRunsStore.begin(pool, { ...run, runId, fence: 1, state });
  await pool.query('update flows.run set created_at = $2 where run_id = $1', [runId, begunAt]);
  await flowRunsStore.write(pool, runId, 1, {
    state,
    nodes: Object.entries(nodes).map(([node, given]) => toRow(node, given)),
    setTimers: timers,
    clearTimers: [],
    taken: [],
  });
}

function toRow(node: string, { status, attempt = 1, taken = 0, dead = 0, items, ...row }: Recorded): NodeRow {
  const state = { status, attempt, taken, dead };
  return { ...emptyRow(node), state: items ? { ...state, items } : state, ...row };
}
