import type { Platform } from '../../../platform/platform.ts';
import type { Run } from '../../runs/index.ts';
import type { PlanFlowRun } from '../app/runs/plan-flow-run.ts';
import { engineKind } from '../domain/control-kinds.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind, ItemEnds } from '../domain/flow-kind.ts';
import { assertTable, type Table } from '../domain/table.ts';
import { flowRunsStore } from '../store/flow-runs.store.ts';
import { planPart } from './sub-workflow-kind.ts';

/**
 * createForEachKind runs a workflow once for each row of a table; the columns and the other inputs become its
 * variables.
 */
export function createForEachKind({
  platform,
  plan,
  workflow,
}: {
  platform: Platform;
  plan: PlanFlowRun;
  /** The kind that runs a workflow once. */
  workflow: Pick<FlowNodeKind, 'paths' | 'existing'>;
}): FlowNodeKind {
  return {
    node: engineKind('for-each'),
    title: 'For each row',
    description: 'Runs a workflow once for each row of a table; the columns are variables there.',
    group: 'control',
    service: 'workflow',
    hasOwnPorts: true,
    ports: {
      inputs: [{ name: 'rows', type: 'table', required: true }],
      outputs: [
        { name: 'results', type: 'table', required: false },
        { name: 'count', type: 'number', required: false },
        { name: 'passed', type: 'number', required: false },
        { name: 'failed', type: 'number', required: false },
      ],
    },
    ...workflow,
    rowsOf,
    planItem(attempt, { index, row }) {
      const table = tableOf(attempt);
      const others = Object.entries(attempt.inputs).filter(([name]) => name !== table);
      return planPart(plan, attempt, { ...Object.fromEntries(others), ...row, rowNumber: index + 1 });
    },
    gather: (attempt, ends) => gather(platform, attempt, ends),
  };
}

const tableOf = ({ node }: FlowAttempt): string | undefined =>
  node.inputs.find(({ type, required }) => type === 'table' && required)?.name;

const rowsOf = (attempt: FlowAttempt): Record<string, unknown>[] =>
  (attempt.inputs[tableOf(attempt) ?? ''] as Record<string, unknown>[] | undefined) ?? [];

async function gather({ database }: Platform, attempt: FlowAttempt, ends: ItemEnds): Promise<AttemptEnd> {
  const rows = rowsOf(attempt);
  const given = await flowRunsStore.outputsOf(
    database.pool,
    [...ends.runs.values()].map(({ runId }) => runId),
  );
  const results = rows.map((row, index) => {
    const run = ends.runs.get(index);
    return {
      number: index + 1,
      ...endOf(run, ends.failures.get(index)),
      row,
      outputs: given.get(run?.runId ?? '') ?? {},
    };
  });
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const [passed, failed, unstarted] = [count('passed'), count('failed'), count('not started')];
  const first = results.find(({ status }) => status === 'failed');
  const message = first && [
    `${failed} of ${rows.length} rows failed.`,
    `Row ${first.number}: ${first.message ?? 'failed'}`,
    ...(unstarted > 0 ? [`${unstarted} ${unstarted === 1 ? 'row was' : 'rows were'} not started.`] : []),
  ];
  return {
    outcome: first ? 'failed' : 'passed',
    outputs: { results: handedOn(results), count: rows.length, passed, failed },
    message: message?.join(' ') ?? null,
    detail: { rows: rows.length, passed, failed, notStarted: unstarted },
  };
}

function endOf(run: Run | undefined, failure: string | undefined) {
  if (!run) return { status: failure === undefined ? 'not started' : 'failed', message: failure ?? null, runId: null };
  const status = run.status === 'passed' ? 'passed' : 'failed';
  return { status, message: run.message, runId: run.runId };
}

/** All results, or if they are too large to pass on, only the status of each row. */
function handedOn<Result extends { row: unknown; outputs: unknown }>(results: Result[]): Table {
  try {
    assertTable(results, results.length);
    return results;
  } catch {
    return results.map(({ row: _row, outputs: _outputs, ...end }) => end);
  }
}
