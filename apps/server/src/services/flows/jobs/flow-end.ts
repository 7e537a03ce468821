import type { FlowPlan, RunState } from '@touchstone/engine-flow/core';
import type { NodeRow } from '../store/flow-runs.store.ts';

/** conclusionOf returns the final status of a run, and the reason. */
export function conclusionOf(
  plan: FlowPlan,
  { status, hasFailed }: RunState,
  rows: Iterable<NodeRow>,
): { message: string | null; status: 'passed' | 'failed' } {
  if (status === 'passed') return { message: null, status };
  if (status === 'stopped' && !hasFailed) return { message: 'A stop node ended the workflow.', status: 'passed' };
  const failed = [...rows].find(({ state }) => state.status === 'failed');
  if (!failed) return { message: null, status: 'failed' };
  const name = plan.nodes.get(failed.node)?.node.name ?? failed.node;
  return { message: `${name}: ${failed.message ?? 'failed'}`, status: 'failed' };
}

/** givenBy returns the outputs of a run: those of passed nodes without successors, excluding secrets. */
export function givenBy(plan: FlowPlan, rows: Iterable<NodeRow>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const { node: id, state, outputs } of rows) {
    const planned = plan.nodes.get(id);
    if (!planned || state.status !== 'passed' || planned.outgoing.length > 0) continue;
    const secret = new Set(planned.node.outputs.flatMap(({ name, type }) => (type === 'secret' ? [name] : [])));
    for (const [name, value] of Object.entries(outputs)) if (!secret.has(name)) given[name] = value;
  }
  return given;
}
