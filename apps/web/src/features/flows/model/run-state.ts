import type { Status } from '../../../ui/status/status.ts';

/** Progress of a node in a run. */
export type NodeRunStatus =
  | 'pending'
  | 'ready'
  | 'running'
  | 'waiting'
  | 'delayed'
  | 'passed'
  | 'failed'
  | 'skipped'
  | 'cancelled';

/** NodeRunState is what a block shows of a run. */
export interface NodeRunState {
  status: NodeRunStatus;
  attempt: number;
  message: string | null;
}

/** Glyph and label of each state. */
export const runStates: Record<NodeRunStatus, { glyph: Status; word: string }> = {
  pending: { glyph: 'queued', word: 'Not started' },
  ready: { glyph: 'queued', word: 'Queued' },
  running: { glyph: 'running', word: 'Running' },
  waiting: { glyph: 'running', word: 'Waiting' },
  delayed: { glyph: 'running', word: 'Retrying soon' },
  passed: { glyph: 'passed', word: 'Passed' },
  failed: { glyph: 'failed', word: 'Failed' },
  skipped: { glyph: 'skipped', word: 'Skipped' },
  cancelled: { glyph: 'cancelled', word: 'Cancelled' },
};

/** NodeRunDetail is what a block's details show of a run. */
export interface NodeRunDetail extends NodeRunState {
  /** Progress of a block that runs once per row. */
  items?: { total: number; ended: number; failed: number } | null;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  detail: unknown;
  /** The workflow's run, and the block's step in it. */
  runId: string;
  stepId: string | null;
  /** The run that executes the node, and its page. */
  childRunId?: string | null;
  link: string | null;
}
