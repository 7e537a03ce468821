import type { FlowNodeState, FlowRunState, ProcessSummary, ScriptStatus } from '@touchstone/contracts/flows';
import type { RunCounts } from '@touchstone/contracts/runs';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Run, Runs, RunViewer } from '../../../runs/index.ts';
import { runsScripts, toContract } from '../../domain/flow-document.ts';
import { webhookKind } from '../../domain/flow-kind.ts';
import { factsOf } from '../../domain/flow-run-facts.ts';
import { childLink, type FlowRunPlan, flowRunKind } from '../../domain/flow-run-plan.ts';
import { recipientsOf } from '../../domain/recipients.ts';
import { withoutSecrets } from '../../domain/values.ts';
import { flowErrors } from '../../errors.ts';
import { flowRunsStore, type NodeRow, type TimerRow } from '../../store/flow-runs.store.ts';
import type { Webhooks } from '../webhooks.ts';

interface OpenedRun {
  run: Run;
  plan: FlowRunPlan;
  rows: Map<string, NodeRow>;
  timers: TimerRow[];
}

/** createFlowRuns shows runs of workflows node by node, and accepts users' decisions in them. */
export function createFlowRuns({ platform, runs, webhooks }: { platform: Platform; runs: Runs; webhooks: Webhooks }) {
  const { database } = platform;

  const open = async (caller: RunViewer, runId: string, need: 'view' | 'edit'): Promise<OpenedRun> => {
    const run = await runs.open(caller, runId, need);
    if (run.kind !== flowRunKind) throw new AppError(flowErrors.runNotFound);
    const [plan, rows, timers] = await Promise.all([
      runs.planOf(run.organizationId, runId),
      flowRunsStore.listNodes(database.pool, runId),
      flowRunsStore.listTimers(database.pool, runId),
    ]);
    return { run, plan: plan as FlowRunPlan, rows: new Map(rows.map((row) => [row.node, row])), timers };
  };

  return {
    /** A run with its nodes, if the caller may see or change it. */
    open,

    async get(caller: RunViewer, runId: string): Promise<FlowRunState> {
      const { run, plan, rows, timers } = await open(caller, runId, 'view');
      const nodes = plan.document.flow.nodes.flatMap((node) => {
        const row = rows.get(node.id);
        if (!row) return [];
        const state = toNodeState(node, row, timers);
        // Anyone who knows the address can continue the run.
        const isShown = node.kind === webhookKind && state.status === 'waiting' && caller.role !== 'ROLE_GUEST';
        return [isShown ? { ...state, detail: { address: webhooks.addressOf(runId, node.id) } } : state];
      });
      return {
        ...factsOf(run),
        flowName: run.name,
        flowId: plan.flowId,
        revision: plan.revision,
        runId,
        configuration: {
          name: plan.configuration?.name ?? null,
          environmentId: plan.environmentId,
          environmentName: plan.configuration?.environmentName ?? null,
          variables: plan.variables as FlowRunState['configuration']['variables'],
          parallel: plan.configuration?.parallel ?? null,
        },
        document: toContract(plan.document),
        nodes,
      };
    },

    async summary(caller: RunViewer, runId: string): Promise<ProcessSummary> {
      const { run, plan, rows } = await open(caller, runId, 'view');
      const scripts = plan.document.flow.nodes.filter(({ kind }) => runsScripts(kind));
      return {
        ...factsOf(run),
        processExecutionId: runId,
        processFlowId: plan.flowId,
        processFlowName: run.name,
        scriptCounts: countsOf(scripts.map(({ id }) => rows.get(id)?.state.status ?? 'pending')),
      };
    },

    async scripts(
      caller: RunViewer,
      { runId, suiteId }: { runId: string; suiteId?: string | undefined },
      page: { page: number; size: number },
    ) {
      const { plan, rows } = await open(caller, runId, 'view');
      const scripts = plan.document.flow.nodes.filter(
        (node) => runsScripts(node.kind) && (suiteId === undefined || node.settings.suiteId === suiteId),
      );
      const shown = scripts.slice(page.page * page.size, (page.page + 1) * page.size);
      return {
        ...page,
        totalElements: scripts.length,
        content: shown.map((node) => toScript(node, rows.get(node.id))),
      };
    },

    /** Approves or rejects a waiting node. */
    async signal(
      caller: RunViewer,
      runId: string,
      {
        node: id,
        outcome,
        comment = '',
      }: { node: string; outcome: 'approved' | 'rejected'; comment?: string | undefined },
    ): Promise<void> {
      const { run, plan, rows } = await open(caller, runId, 'edit');
      const node = plan.document.flow.nodes.find((one) => one.id === id);
      if (node?.kind !== 'approval' || rows.get(id)?.state.status !== 'waiting')
        throw new AppError(flowErrors.notWaiting);
      if (!recipientsOf(node).includes(caller.email.toLowerCase())) throw new AppError(flowErrors.notApprover);
      await database.transaction(async (_sql, client) => {
        await flowRunsStore.addToInbox(client, runId, { type: 'signal', node: id, outcome, by: caller.name, comment });
        await runs.wake(client, [runId]);
      });
      await platform.audit(caller, {
        action: `workflow.${outcome}`,
        target: run.runId,
        detail: { node: node.name, comment },
      });
    },
  };
}
export type FlowRuns = ReturnType<typeof createFlowRuns>;

function toNodeState(node: FlowNode, row: NodeRow, timers: readonly TimerRow[]): FlowNodeState {
  const { state } = row;
  const due = timers.find((timer) => timer.node === node.id && timer.purpose !== 'timeout');
  const { items } = state;
  return {
    node: node.id,
    status: state.status,
    attempt: state.attempt,
    message: row.message,
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    dueAt: due?.dueAt.toISOString() ?? null,
    inputs: withoutSecrets(row.inputs, node.inputs),
    outputs: withoutSecrets(row.outputs, node.outputs),
    detail: row.detail,
    stepId: row.stepId,
    childRunId: row.childRunId,
    childLink: childLink(row.childRunId),
    items: items ? { total: items.total, ended: items.next - items.running.length, failed: items.failed } : null,
  };
}

const textSetting = (node: FlowNode, name: string): string | null => {
  const value = node.settings[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

function toScript(node: FlowNode, row: NodeRow | undefined): ScriptStatus {
  return {
    node: node.id,
    name: node.name,
    testSuiteId: textSetting(node, 'suiteId'),
    scriptId: textSetting(node, 'scriptId'),
    status: row?.state.status ?? 'pending',
    attempt: row?.state.attempt ?? 0,
    message: row?.message ?? null,
    startedAt: row?.startedAt?.toISOString() ?? null,
    finishedAt: row?.finishedAt?.toISOString() ?? null,
    childRunId: row?.childRunId ?? null,
    childLink: childLink(row?.childRunId ?? null),
  };
}

function countsOf(statuses: readonly ScriptStatus['status'][]): RunCounts {
  const count = (...words: ScriptStatus['status'][]) => statuses.filter((status) => words.includes(status)).length;
  return {
    total: statuses.length,
    queued: count('pending', 'ready'),
    running: count('running', 'waiting', 'delayed'),
    passed: count('passed'),
    failed: count('failed'),
    error: 0,
    skipped: count('skipped'),
    cancelled: count('cancelled'),
  };
}
