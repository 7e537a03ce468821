import { FlowGraph } from '@touchstone/engine-flow/core';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { isFinal, type Runs, type RunViewer } from '../../../runs/index.ts';
import type { FlowNodeKind } from '../../domain/flow-kind.ts';
import { flowErrors } from '../../errors.ts';
import type { FlowRuns } from './flow-runs.ts';
import { planSteps } from './plan-flow-run.ts';

/** Nodes with these statuses can be kept by a rerun; the others never ended: they never started, or were stopped. */
const isKept: ReadonlySet<string | undefined> = new Set(['passed', 'failed', 'skipped']);

/**
 * createRerunFlow reruns a finished run from one of its nodes: executes this node, all that follow it and all that
 * hadn't ended; the others keep their result and outputs.
 */
export function createRerunFlow({
  platform,
  runs,
  flowRuns,
  kinds,
}: {
  platform: Platform;
  runs: Runs;
  flowRuns: FlowRuns;
  kinds: ReadonlyMap<string, FlowNodeKind>;
}) {
  return async function rerun(caller: RunViewer, runId: string, nodeId: string): Promise<{ runId: string }> {
    const { run, plan, rows } = await flowRuns.open(caller, runId, 'edit');
    if (!isFinal(run.status)) throw new AppError(flowErrors.runNotEnded);
    const { flow } = plan.document;
    const from = flow.nodes.find(({ id }) => id === nodeId);
    const status = (id: string) => rows.get(id)?.state.status;
    if (!from || ['pending', 'skipped', undefined].includes(status(nodeId))) throw new AppError(flowErrors.notReached);
    const later = new FlowGraph(flow).reachableFrom([nodeId]);
    const executed = flow.nodes.filter(({ id }) => later.has(id) || !isKept.has(status(id)));
    const steps = planSteps(kinds, plan.flowId, executed);
    const again = await runs.retry(run.organizationId, runId, { onlyFailed: false, user: caller, steps });
    const detail = { of: runId, from: from.name };
    await platform.audit(caller, { action: 'run.retried', target: again.runId, detail });
    return { runId: again.runId };
  };
}
export type RerunFlow = ReturnType<typeof createRerunFlow>;
