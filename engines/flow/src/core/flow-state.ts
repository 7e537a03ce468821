import type { ExpressionValue } from './conditions.ts';

/**
 * `pending` waits for links, `ready` for a free slot, `waiting` for a time or a signal, `delayed` for its next attempt.
 * The others are final.
 */
export type NodeStatus =
  | 'pending'
  | 'ready'
  | 'running'
  | 'waiting'
  | 'delayed'
  | 'passed'
  | 'failed'
  | 'skipped'
  | 'cancelled';

/** Items of a node that is executed once per item. */
export interface ItemsState {
  total: number;
  /** The next item to start. */
  next: number;
  running: number[];
  failed: number;
}

/** The state of one node: a row in a store. A node without a row is pending. */
export interface NodeState {
  status: NodeStatus;
  /** The current or last attempt; 0 before the first. */
  attempt: number;
  /** Number of incoming links that were taken, and of those that never will be. */
  taken: number;
  dead: number;
  items?: ItemsState;
}

/** The state of the whole run: one row in a store. */
export interface RunState {
  status: 'new' | 'running' | 'passed' | 'failed' | 'stopped';
  /** Number of nodes without a final status. */
  open: number;
  /** Nodes that are due, in the order in which they became due. */
  ready: string[];
  /** Nodes that are running, waiting or delayed. */
  active: string[];
  /** How many of them occupy one of the flow's parallel slots. */
  running: number;
  /** Whether a node failed without a link that handles it. */
  hasFailed: boolean;
  /** Values used in conditions of links, by name. */
  values: Record<string, ExpressionValue>;
}

/** FlowState is plain JSON: a store keeps `run` in one row and each of `nodes` in another. */
export interface FlowState {
  run: RunState;
  nodes: Record<string, NodeState>;
}

/** newFlowState returns the state of a run before its start. */
export const newFlowState = (): FlowState => ({
  run: { status: 'new', open: 0, ready: [], active: [], running: 0, hasFailed: false, values: {} },
  nodes: {},
});

/** Purpose of a timer: the end of a wait, the timeout of an attempt, the delay before the next one. */
export type TimerPurpose = 'wait' | 'timeout' | 'retry';

type Values = Record<string, ExpressionValue>;
type Outcome = 'passed' | 'failed';

/**
 * What happened, at which instant (milliseconds). Events that are late, duplicate or for another attempt change
 * nothing.
 */
export type FlowEvent = { at: number } & (
  | { type: 'started'; values?: Values }
  | { type: 'ended'; node: string; attempt: number; outcome: Outcome; values?: Values }
  | { type: 'expanded'; node: string; attempt: number; items: number; values?: Values }
  | { type: 'itemEnded'; node: string; attempt: number; item: number; outcome: Outcome; values?: Values }
  | { type: 'signalled'; node: string; outcome: Outcome; values?: Values }
  | { type: 'timer'; node: string; attempt: number; purpose: TimerPurpose }
  | { type: 'stopRequested' }
);

/** What must be done now. */
export type FlowDecision =
  | { type: 'startAttempt'; node: string; attempt: number }
  | { type: 'startItem'; node: string; attempt: number; item: number }
  | { type: 'awaitSignal'; node: string; attempt: number }
  | { type: 'setTimer'; node: string; attempt: number; purpose: TimerPurpose; at: number }
  | { type: 'clearTimer'; node: string; attempt: number; purpose: TimerPurpose }
  | { type: 'cancel'; node: string; attempt: number }
  | { type: 'finish'; status: 'passed' | 'failed' | 'stopped' };
