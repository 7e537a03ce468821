import type { NodeState, RunState, TimerPurpose } from '@touchstone/engine-flow/core';
import type { PoolClient } from '../../../platform/database/pool.ts';
import { storableJson } from '../../../platform/database/values/storable-json.ts';

type Client = Pick<PoolClient, 'query'>;
/** An open transaction of another service. */
interface Transaction {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** A stored node of a run; values of secrets are sealed. */
export interface NodeRow {
  node: string;
  state: NodeState;
  stepId: string | null;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  detail: unknown;
  message: string | null;
  childRunId: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface TimerRow {
  node: string;
  purpose: TimerPurpose;
  attempt: number;
  dueAt: Date;
}

/** An external event. */
export type InboxEvent =
  | { type: 'part'; runId: string }
  | { type: 'signal'; node: string; outcome: 'approved' | 'rejected'; by: string; comment: string }
  | { type: 'called'; node: string; body: unknown };

/** The changes of one step of a run, written all or none. */
export interface FlowChanges {
  state: RunState;
  nodes: NodeRow[];
  setTimers: TimerRow[];
  clearTimers: Pick<TimerRow, 'node' | 'purpose'>[];
  /** Inbox rows that it has processed. */
  taken: number[];
}

const nodeColumns = `node text, state jsonb, "stepId" uuid, inputs jsonb, outputs jsonb, detail jsonb, message text, "childRunId" uuid,
  "startedAt" timestamptz, "finishedAt" timestamptz`;

/** Rows of runs. Each statement that writes for a runner carries its attempt: the fencing token of the runs service. */
export const flowRunsStore = {
  /** Starts writing for a run as the newest attempt; returns its state, or undefined if a newer attempt has started. */
  async begin(
    client: Client,
    run: { runId: string; organizationId: string; projectId: string; flowId: string; fence: number; state: RunState },
  ): Promise<RunState | undefined> {
    const { rows } = await client.query<{ state: RunState }>(
      `insert into flows.run as r (run_id, organization_id, project_id, flow_id, fence, state) values ($1, $2, $3, $4, $5, $6)
       on conflict (run_id) do update set fence = excluded.fence where r.fence <= excluded.fence returning state`,
      [run.runId, run.organizationId, run.projectId, run.flowId, run.fence, storableJson(run.state)],
    );
    return rows[0]?.state;
  },

  /** Runs of a workflow that began before a given one, newest first. */
  async listBefore(
    client: Client,
    run: { organizationId: string; runId: string; createdAt: Date },
    flowId: string,
    most: number,
  ): Promise<string[]> {
    const { rows } = await client.query<{ id: string }>(
      `select run_id as id from flows.run where organization_id = $1 and flow_id = $2 and run_id <> $3
         and created_at < coalesce((select created_at from flows.run where run_id = $3), $4)
       order by created_at desc limit $5`,
      [run.organizationId, flowId, run.runId, run.createdAt, most],
    );
    return rows.map(({ id }) => id);
  },

  /** Writes changes in one statement; false if the lease is lost: nothing was written. */
  async write(client: Client, runId: string, fence: number, changes: FlowChanges): Promise<boolean> {
    const { state, nodes, setTimers, clearTimers, taken } = changes;
    const { rows } = await client.query<{ held: boolean }>(
      `with held as (update flows.run set state = $3 where run_id = $1 and fence = $2 returning run_id),
       nodes as (
         insert into flows.node (run_id, node, state, step_id, inputs, outputs, detail, message, child_run_id, started_at, finished_at)
         select held.run_id, n.node, n.state, n."stepId", n.inputs, n.outputs, n.detail, n.message, n."childRunId", n."startedAt", n."finishedAt"
         from held, jsonb_to_recordset($4::jsonb) as n(${nodeColumns})
         on conflict (run_id, node) do update set state = excluded.state, step_id = excluded.step_id, inputs = excluded.inputs,
           outputs = excluded.outputs, detail = excluded.detail, message = excluded.message, child_run_id = excluded.child_run_id,
           started_at = excluded.started_at, finished_at = excluded.finished_at),
       timers as (
         insert into flows.timer (run_id, node, purpose, attempt, due_at)
         select held.run_id, t.node, t.purpose, t.attempt, t."dueAt"
         from held, jsonb_to_recordset($5::jsonb) as t(node text, purpose text, attempt int, "dueAt" timestamptz)
         on conflict (run_id, node, purpose) do update set attempt = excluded.attempt, due_at = excluded.due_at),
       cleared as (
         delete from flows.timer t using held, jsonb_to_recordset($6::jsonb) as c(node text, purpose text)
         where t.run_id = held.run_id and t.node = c.node and t.purpose = c.purpose),
       taken as (delete from flows.inbox i using held where i.run_id = held.run_id and i.id = any($7::bigint[]))
       select exists (select 1 from held) as held`,
      [
        runId,
        fence,
        storableJson(state),
        storableJson(nodes),
        JSON.stringify(setTimers),
        JSON.stringify(clearTimers),
        taken,
      ],
    );
    return rows[0]?.held ?? false;
  },

  /** Stores a run's outputs, unless the runner has lost its lease. */
  async setOutputs(client: Client, runId: string, fence: number, outputs: Record<string, unknown>): Promise<void> {
    await client.query(`update flows.run set outputs = $3 where run_id = $1 and fence = $2`, [
      runId,
      fence,
      storableJson(outputs),
    ]);
  },

  /** Outputs of runs, by id. */
  async outputsOf(client: Client, runIds: readonly string[]): Promise<Map<string, Record<string, unknown>>> {
    const { rows } = await client.query<{ runId: string; outputs: Record<string, unknown> }>(
      `select run_id as "runId", outputs from flows.run where run_id = any($1::uuid[]) and outputs is not null`,
      [runIds],
    );
    return new Map(rows.map(({ runId, outputs }) => [runId, outputs]));
  },

  /** Lets a node be continued with the token that has this hash. */
  async openWebhook(
    client: Client,
    { tokenHash, runId, node }: { tokenHash: string; runId: string; node: string },
  ): Promise<void> {
    await client.query(
      `insert into flows.webhook (token_hash, run_id, node)
       select $1, $2, $3 where exists (
         select 1 from flows.node where run_id = $2 and node = $3 and state->>'status' = 'waiting')
       on conflict do nothing`,
      [tokenHash, runId, node],
    );
  },

  async organizationOfWebhook(client: Client, tokenHash: string): Promise<string | undefined> {
    const { rows } = await client.query<{ organizationId: string }>(
      `select r.organization_id as "organizationId" from flows.webhook w join flows.run r on r.run_id = w.run_id
       where w.token_hash = $1`,
      [tokenHash],
    );
    return rows[0]?.organizationId;
  },

  /** Consumes an address; undefined if no node is waiting for it. */
  async takeWebhook(client: Transaction, tokenHash: string): Promise<{ runId: string; node: string } | undefined> {
    const { rows } = await client.query(
      `with taken as (delete from flows.webhook where token_hash = $1 returning run_id, node)
       select t.run_id as "runId", t.node from taken t join flows.node n on n.run_id = t.run_id and n.node = t.node
       where n.state->>'status' = 'waiting'`,
      [tokenHash],
    );
    return rows[0] as { runId: string; node: string } | undefined;
  },

  async listNodes(client: Client, runId: string): Promise<NodeRow[]> {
    const { rows } = await client.query<NodeRow>(
      `select node, state, step_id as "stepId", inputs, outputs, detail, message, child_run_id as "childRunId",
         started_at as "startedAt", finished_at as "finishedAt" from flows.node where run_id = $1`,
      [runId],
    );
    return rows;
  },

  async listTimers(client: Client, runId: string): Promise<TimerRow[]> {
    const { rows } = await client.query<TimerRow>(
      `select node, purpose, attempt, due_at as "dueAt" from flows.timer where run_id = $1`,
      [runId],
    );
    return rows;
  },

  /** The events received for a run, in order. */
  async listInbox(client: Client, runId: string): Promise<{ id: number; event: InboxEvent }[]> {
    const { rows } = await client.query<{ id: number; event: InboxEvent }>(
      `select id, event from flows.inbox where run_id = $1 order by id limit 1000`,
      [runId],
    );
    return rows;
  },

  async isInboxEmpty(client: Transaction, runId: string): Promise<boolean> {
    return (await client.query(`select 1 from flows.inbox where run_id = $1 limit 1`, [runId])).rows.length === 0;
  },

  async addToInbox(client: Transaction, runId: string, event: InboxEvent): Promise<void> {
    await client.query(`insert into flows.inbox (run_id, event) values ($1, $2)`, [runId, storableJson(event)]);
  },

  /** Running runs with an event received more than a second ago. */
  async listWaiting(client: Client): Promise<string[]> {
    const { rows } = await client.query<{ run_id: string }>(
      `select distinct i.run_id from flows.inbox i join flows.run r on r.run_id = i.run_id
       where i.created_at < now() - interval '1 second' and r.state->>'status' = 'running' limit 500`,
    );
    return rows.map((row) => row.run_id);
  },

  /** Ends all open nodes, timers and addresses of an ending run. */
  async close(client: Transaction, runId: string): Promise<void> {
    await client.query(
      `update flows.node set state = state || '{"status": "cancelled"}', finished_at = now()
       where run_id = $1 and state->>'status' in ('ready', 'running', 'waiting', 'delayed')`,
      [runId],
    );
    await client.query(
      `update flows.run set state = state || '{"status": "stopped"}' where run_id = $1 and state->>'status' = 'running'`,
      [runId],
    );
    await client.query(`delete from flows.timer where run_id = $1`, [runId]);
    await client.query(`delete from flows.inbox where run_id = $1`, [runId]);
    await client.query(`delete from flows.webhook where run_id = $1`, [runId]);
  },

  async delete(client: Client, runIds: readonly string[]): Promise<void> {
    await client.query(`delete from flows.run where run_id = any($1::uuid[])`, [runIds]);
    await client.query(`delete from flows.inbox where run_id = any($1::uuid[])`, [runIds]);
  },

  /**
   * Records the start of an effect; `done`: it already happened, `unknown`: an earlier runner started it without
   * recording its end.
   */
  async beginEffect(
    client: Client,
    { runId, node, attempt }: { runId: string; node: string; attempt: number },
  ): Promise<'new' | 'done' | 'unknown'> {
    const { rows } = await client.query<{ state: 'started' | 'done'; isNew: boolean }>(
      `with made as (insert into flows.effect (run_id, node, attempt, state) values ($1, $2, $3, 'started') on conflict do nothing returning state)
       select state, true as "isNew" from made union all
       select state, false from flows.effect where run_id = $1 and node = $2 and attempt = $3`,
      [runId, node, attempt],
    );
    if (rows[0]?.isNew) return 'new';
    return rows[0]?.state === 'done' ? 'done' : 'unknown';
  },

  async endEffect(
    client: Client,
    { runId, node, attempt }: { runId: string; node: string; attempt: number },
  ): Promise<void> {
    await client.query(`update flows.effect set state = 'done' where run_id = $1 and node = $2 and attempt = $3`, [
      runId,
      node,
      attempt,
    ]);
  },
};
