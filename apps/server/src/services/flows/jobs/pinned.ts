import type { NodeState, NodeWork } from '@touchstone/engine-flow/core';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import type { AttemptEnd } from '../domain/flow-kind.ts';
import { flowRunsStore, type NodeRow } from '../store/flow-runs.store.ts';
import type { Happenings } from './happenings.ts';

/**
 * findPinned finds the ends and outputs of nodes in the earlier run that this one only partly repeats; `without` are
 * the nodes it doesn't execute.
 */
export async function findPinned(
  { platform, runs }: { platform: Platform; runs: Runs },
  {
    place: { organizationId, runId },
    without,
    open,
  }: {
    place: { organizationId: string; runId: string };
    without: readonly string[];
    open: (row: NodeRow, runId: string) => Record<string, unknown>;
  },
): Promise<ReadonlyMap<string, NodeRow>> {
  if (without.length === 0) return new Map();
  const { retryOf } = await runs.get(organizationId, runId);
  if (!retryOf) return new Map();
  const isWithout = new Set(without);
  const rows = await flowRunsStore.listNodes(platform.database.pool, retryOf);
  return new Map(
    rows
      .filter(({ node, state }) => isWithout.has(node) && (state.status === 'passed' || state.status === 'failed'))
      .map((row) => [row.node, { ...row, outputs: open(row, retryOf) }]),
  );
}

/** pinnedEnd returns how a node executed by an earlier run ends. */
export const pinnedEnd = ({ state, outputs, message }: NodeRow): AttemptEnd => ({
  outcome: state.status === 'failed' ? 'failed' : 'passed',
  outputs,
  message,
  detail: { pinned: true },
});

/** settlePinned ends the wait of a node whose result is already known. */
export function settlePinned(
  happenings: Happenings,
  pinned: NodeRow,
  { status, attempt }: NodeState,
  work: NodeWork,
): void {
  const { node } = pinned;
  if (status === 'delayed') happenings.add({ type: 'timer', node, attempt, purpose: 'retry' });
  else if (status === 'waiting' && work === 'wait') happenings.add({ type: 'timer', node, attempt, purpose: 'wait' });
  else if (status === 'waiting') happenings.signalEnded(node, pinnedEnd(pinned));
}
