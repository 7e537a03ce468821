import { canRead, canWrite } from '@touchstone/contracts';
import { runVariablesSchema } from '@touchstone/contracts/flows';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { PresentedStep, RunKind, Runs, StoredStep } from '../../runs/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import type { ReferenceHomes } from '../app/reference-homes.ts';
import type { PlanFlowRun } from '../app/runs/plan-flow-run.ts';
import type { FlowNodeKind } from '../domain/flow-kind.ts';
import { type FlowRunPlan, flowRunKind, type NodeSummary, starterOf } from '../domain/flow-run-plan.ts';
import { flowStatusOf } from '../domain/flow-status.ts';
import { flowRunsStore } from '../store/flow-runs.store.ts';
import { createFlowReport } from './flow-report.ts';
import { FlowRun } from './flow-run.ts';

const input = z.strictObject({
  projectId: z.uuid(),
  flowId: z.uuid(),
  environmentId: z.uuid().optional(),
  configurationId: z.uuid().optional(),
  variables: runVariablesSchema.optional(),
  parallel: z.number().int().min(1).max(100).optional(),
});
export type FlowRunInput = z.infer<typeof input>;

/** createFlowKind returns the kind of run that executes a workflow. */
export function createFlowKind(needs: {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  kinds: ReadonlyMap<string, FlowNodeKind>;
  homes: ReferenceHomes;
  plan: PlanFlowRun;
}): RunKind {
  const { platform, workspaces } = needs;
  const { pool } = platform.database;
  return {
    kind: flowRunKind,
    title: 'Workflow run',
    service: 'workflow',
    input,
    plan: (caller, given) => needs.plan(caller, input.parse(given)),
    executionStatus: flowStatusOf,
    async open(caller, projectId, need) {
      const workspaceAccess = need === 'view' ? canRead : canWrite;
      await workspaces.open({ ...caller, workspaceAccess }, projectId, need);
    },
    execute: (context) => new FlowRun(needs, context).execute(),
    ending: (client, { runId }) => flowRunsStore.close(client, runId),
    partEnded: (client, { runId, parentRunId }) =>
      flowRunsStore.addToInbox(client, parentRunId, { type: 'part', runId }),
    pending: () => flowRunsStore.listWaiting(pool),
    onDeleted: (runIds) => flowRunsStore.delete(pool, runIds),
    retry: (_run, choice) => choice,
    replan: (plan, caller) => ({ ...(plan as FlowRunPlan), caller: starterOf(caller) }),
    present,
    report: createFlowReport(needs, { present, executionStatus: flowStatusOf }),
  };
}

function present({ title, summary, outcome }: StoredStep): PresentedStep {
  const { subtitle } = summary as NodeSummary;
  const { attempt = 1 } = (outcome ?? {}) as { attempt?: number };
  return { title, subtitle, badges: attempt > 1 ? [`attempt ${attempt}`] : [] };
}
