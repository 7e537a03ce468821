import { type ReportBlock, type ReportDocument, type ReportStep, stepsOf } from '@touchstone/report';
import type { Platform } from '../../../platform/platform.ts';
import {
  isFinal,
  plainStep,
  type ReportSource,
  type Run,
  type RunKind,
  type Runs,
  reportHeader,
} from '../../runs/index.ts';
import { childId } from '../app/runs/child-id.ts';
import type { FlowNodeKind } from '../domain/flow-kind.ts';
import type { FlowRunPlan } from '../domain/flow-run-plan.ts';
import { flowRunsStore, type NodeRow } from '../store/flow-runs.store.ts';

/** Maximum number of failed part steps in a node's report. */
const maxSteps = 20;
const runsPerQuery = 500;

/**
 * createFlowReport writes the report of a workflow: its nodes in order, failed ones with the failed steps of their
 * runs.
 */
export function createFlowReport(
  { platform, runs, kinds }: { platform: Platform; runs: Runs; kinds: ReadonlyMap<string, FlowNodeKind> },
  kind: Pick<RunKind, 'present' | 'executionStatus'>,
) {
  const { pool } = platform.database;

  /** The runs of a node: a single one, or one per row. */
  async function* partsOf({ organizationId, runId }: Run, { node, state, childRunId }: NodeRow) {
    const items = Array.from({ length: state.items?.next ?? 0 }, (_, item) =>
      childId(runId, node, state.attempt, item),
    );
    const ids = [...(childRunId === null ? [] : [childRunId]), ...items];
    for (let first = 0; first < ids.length; first += runsPerQuery)
      yield* await runs.listByIds(organizationId, ids.slice(first, first + runsPerQuery));
  }

  async function* failedSteps(run: Run, row: NodeRow): AsyncGenerator<ReportStep> {
    for await (const part of partsOf(run, row)) {
      if (!isFinal(part.status) || part.status === 'passed') continue;
      for await (const step of stepsOf(await runs.document(part)))
        if (step.status === 'failed' || step.status === 'error') yield step;
    }
  }

  async function blocksOf(run: Run, row: NodeRow, own: FlowNodeKind | undefined): Promise<ReportBlock[]> {
    const blocks = own?.reportBlocks?.(row.detail) ?? [];
    let shown = 0;
    for await (const step of failedSteps(run, row)) {
      shown += 1;
      if (shown > maxSteps) {
        blocks.push({ type: 'notice', text: `Only the first ${maxSteps} failed steps are shown.` });
        break;
      }
      blocks.push({ type: 'notice', text: headOf(step) }, ...step.blocks);
    }
    return blocks;
  }

  return async (run: Run, source: ReportSource): Promise<ReportDocument> => {
    const { document } = (await runs.planOf(run.organizationId, run.runId)) as FlowRunPlan;
    const kindOf = new Map(document.flow.nodes.map(({ id, kind: name }) => [id, kinds.get(name)]));
    const rows = new Map<string | null, NodeRow>();
    for (const row of await flowRunsStore.listNodes(pool, run.runId)) rows.set(row.stepId, row);
    async function* steps(): AsyncGenerator<ReportStep> {
      for await (const step of source.steps()) {
        const row = step.status === 'failed' ? rows.get(step.stepId) : undefined;
        yield { ...plainStep(kind, step), ...(row && { blocks: await blocksOf(run, row, kindOf.get(row.node)) }) };
      }
    }
    return { ...reportHeader(kind, run, source), sections: [{ type: 'steps', groups: [], steps: steps() }] };
  };
}

/** Describes a step of a part in one line: "POST Create order: expected 200, got 500". */
const headOf = ({ label, title, subtitle, message }: ReportStep): string => {
  const name = [label, title].filter(Boolean).join(' ');
  return [subtitle ? `${name} (${subtitle})` : name, message].filter(Boolean).join(': ');
};
