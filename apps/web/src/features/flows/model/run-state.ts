import type { Status } from '../../../ui/status/status.ts';

/** How far a node of a run is. */
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

/** The shape and the word of each state. */
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

/** NodeRunDetail is what the details of a block show of a run. */
export interface NodeRunDetail extends NodeRunState {
  /** How far a block is that runs once for each row. */
  items?: { total: number; ended: number; failed: number } | null;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  detail: unknown;
  /** The run of the workflow, and the step of it that the block is. */
  runId: string;
  stepId: string | null;
  /** The run that executes the node, and its page. */
  childRunId?: string | null;
  link: string | null;
}
