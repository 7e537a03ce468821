import type { ExpressionValue } from './conditions.ts';

/** `pending` waits for links, `ready` for a free place, `waiting` for a time or a signal, `delayed` for its next attempt. The others are final. */
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

/** Items of a node that is executed once for each of them. */
export interface ItemsState {
  total: number;
  /** The next item to start. */
  next: number;
  running: number[];
  failed: number;
}

/** The state of one node: a row of a store. A node without a row is pending. */
export interface NodeState {
  status: NodeStatus;
  /** The attempt that runs or ran last; 0 before the first. */
  attempt: number;
  /** Incoming links that were taken, and those that never will be. */
  taken: number;
  dead: number;
  items?: ItemsState;
}

/** What is true of the whole run: one row of a store. */
export interface RunState {
  status: 'new' | 'running' | 'passed' | 'failed' | 'stopped';
  /** Nodes without a final status. */
  open: number;
  /** Nodes that are due, in the order in which they became so. */
  ready: string[];
  /** Nodes that are running, waiting or delayed. */
  active: string[];
  /** How many of them occupy one of the flow's parallel places. */
  running: number;
  /** Whether a node failed without a link that handles it. */
  hasFailed: boolean;
  /** Values that conditions of links use, by name. */
  values: Record<string, ExpressionValue>;
}

/** FlowState is plain JSON: a store keeps `run` in one row and each of `nodes` in another. */
export interface FlowState {
  run: RunState;
  nodes: Record<string, NodeState>;
}

/** newFlowState is the state of a run before its start. */
export const newFlowState = (): FlowState => ({
  run: { status: 'new', open: 0, ready: [], active: [], running: 0, hasFailed: false, values: {} },
  nodes: {},
});

/** What a timer is for: the end of a wait, the time limit of an attempt, the delay before the next one. */
export type TimerPurpose = 'wait' | 'timeout' | 'retry';

type Values = Record<string, ExpressionValue>;
type Outcome = 'passed' | 'failed';

/** What happened, at which instant (milliseconds). Events that come late, twice or for another attempt change nothing. */
export type FlowEvent = { at: number } & (
  | { type: 'started'; values?: Values }
  | { type: 'ended'; node: string; attempt: number; outcome: Outcome; values?: Values }
  | { type: 'expanded'; node: string; attempt: number; items: number; values?: Values }
  | { type: 'itemEnded'; node: string; attempt: number; item: number; outcome: Outcome; values?: Values }
  | { type: 'signalled'; node: string; outcome: Outcome; values?: Values }
  | { type: 'timer'; node: string; attempt: number; purpose: TimerPurpose }
  | { type: 'stopRequested' }
);

/** What has to be done now. */
export type FlowDecision =
  | { type: 'startAttempt'; node: string; attempt: number }
  | { type: 'startItem'; node: string; attempt: number; item: number }
  | { type: 'awaitSignal'; node: string; attempt: number }
  | { type: 'setTimer'; node: string; attempt: number; purpose: TimerPurpose; at: number }
  | { type: 'clearTimer'; node: string; attempt: number; purpose: TimerPurpose }
  | { type: 'cancel'; node: string; attempt: number }
  | { type: 'finish'; status: 'passed' | 'failed' | 'stopped' };
