import type { ComparedNode, FlowComparison, FlowRunState, NodeComparison } from '@touchstone/contracts/flows';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Run, Runs, RunViewer } from '../../../runs/index.ts';
import { compareValues, maxDifferences } from '../../domain/compare-values.ts';
import { flowErrors } from '../../errors.ts';
import { flowRunsStore } from '../../store/flow-runs.store.ts';
import type { FlowRuns } from './flow-runs.ts';

/** How many earlier runs are searched for one that passed. */
const maxCandidates = 200;

/** createCompareFlowRuns compares two runs of a workflow, node by node. */
export function createCompareFlowRuns({
  platform,
  runs,
  flowRuns,
}: {
  platform: Platform;
  runs: Runs;
  flowRuns: FlowRuns;
}) {
  /** The most recent run before this one that passed. */
  const lastPassed = async (run: Run, flowId: string): Promise<string> => {
    const ids = await flowRunsStore.listBefore(platform.database.pool, run, flowId, maxCandidates);
    const found = await runs.listByIds(run.organizationId, ids);
    const passed = new Set(found.filter(({ status }) => status === 'passed').map(({ runId }) => runId));
    const id = ids.find((candidate) => passed.has(candidate));
    if (!id) throw new AppError(flowErrors.noEarlierRun);
    return id;
  };

  return async function compare(caller: RunViewer, runId: string, withRunId?: string): Promise<FlowComparison> {
    const [run, after] = [await runs.open(caller, runId, 'view'), await flowRuns.get(caller, runId)];
    const beforeId = withRunId ?? (await lastPassed(run, after.flowId));
    const [earlier, before] = [await runs.open(caller, beforeId, 'view'), await flowRuns.get(caller, beforeId)];
    if (before.flowId !== after.flowId) throw new AppError(flowErrors.otherWorkflow);
    return { before: factsOf(earlier, before), after: factsOf(run, after), nodes: compareNodes(before, after) };
  };
}
/** CompareFlowRuns compares two runs of a workflow. */
export type CompareFlowRuns = ReturnType<typeof createCompareFlowRuns>;

const factsOf = ({ number }: Run, { runId, revision, status, createdAt, durationMs }: FlowRunState) => ({
  runId,
  number,
  revision,
  status,
  createdAt,
  durationMs,
});

interface Side {
  node: FlowNode;
  shown: ComparedNode;
  values: { inputs: unknown; outputs: unknown; settings: unknown };
}

/** Pairs nodes by id: those of the later run in its order, then those that only the earlier run has. */
function compareNodes(before: FlowRunState, after: FlowRunState): NodeComparison[] {
  const [left, right] = [sidesOf(before), sidesOf(after)];
  return [...new Set([...right.keys(), ...left.keys()])].flatMap((id) => {
    const [was, is] = [left.get(id), right.get(id)];
    const kind = (is ?? was)?.node.kind ?? '';
    return kind === 'comment' ? [] : [toComparison(id, kind, was, is)];
  });
}

function toComparison(node: string, kind: string, was: Side | undefined, is: Side | undefined): NodeComparison {
  const differences = was && is ? compareValues('', was.values, is.values, maxDifferences + 1) : [];
  const parts = { node, kind, before: was?.shown ?? null, after: is?.shown ?? null };
  const listed = { differences: differences.slice(0, maxDifferences), isCut: differences.length > maxDifferences };
  if (!was || !is) return { ...parts, change: was ? 'removed' : 'added', ...listed };
  const isSame =
    differences.length === 0 &&
    was.shown.name === is.shown.name &&
    was.shown.status === is.shown.status &&
    was.shown.attempt === is.shown.attempt &&
    was.shown.message === is.shown.message;
  return { ...parts, change: isSame ? 'same' : 'changed', ...listed };
}

function sidesOf({ document, nodes }: FlowRunState): Map<string, Side> {
  const states = new Map(nodes.map((state) => [state.node, state]));
  return new Map(
    (document.flow.nodes as unknown as FlowNode[]).map((node) => {
      const state = states.get(node.id);
      const durationMs =
        state?.startedAt && state.finishedAt ? Date.parse(state.finishedAt) - Date.parse(state.startedAt) : null;
      const { status = 'pending', attempt = 0, message = null, inputs = {}, outputs = {} } = state ?? {};
      const shown = { name: node.name, status, attempt, message, durationMs };
      return [node.id, { node, shown, values: { inputs, outputs, settings: node.settings } }];
    }),
  );
}
