import {
  type FlowDecision,
  type FlowEvent,
  type FlowPlan,
  type NodeState,
  newFlowState,
  type RunState,
  transition,
} from '@touchstone/engine-flow/core';
import type { AttemptEnd } from '../domain/flow-kind.ts';
import type { FlowChanges, InboxEvent, NodeRow, TimerRow } from '../store/flow-runs.store.ts';

/** An event of a run, with the end of its attempt if there is one. */
export interface Happening {
  event: FlowEvent;
  end?: AttemptEnd;
}

const isFinal = ({ status }: NodeState): boolean =>
  status === 'passed' || status === 'failed' || status === 'skipped' || status === 'cancelled';
const keyOf = ({ node, purpose }: Pick<TimerRow, 'node' | 'purpose'>): string => `${purpose} ${node}`;

/** FlowState is a run as held by one runner: the stored state, and the changes since. */
export class FlowState {
  run: RunState = newFlowState().run;
  readonly nodes = new Map<string, NodeRow>();
  readonly timers = new Map<string, TimerRow>();
  readonly #plan: FlowPlan;
  #changed = new Set<string>();
  #setTimers = new Map<string, TimerRow>();
  #clearTimers = new Map<string, Pick<TimerRow, 'node' | 'purpose'>>();
  #taken: number[] = [];
  #isRunChanged = false;

  constructor(plan: FlowPlan) {
    this.#plan = plan;
  }

  restore(run: RunState, nodes: readonly NodeRow[], timers: readonly TimerRow[]): void {
    this.run = run;
    for (const row of nodes) this.nodes.set(row.node, row);
    for (const row of timers) this.timers.set(keyOf(row), row);
  }

  /** Applies an event; returns the decisions and the changed nodes. */
  apply({ event, end }: Happening): { decisions: FlowDecision[]; changed: NodeRow[] } {
    const found = transition(this.#plan, { run: this.run, node: (id) => this.nodes.get(id)?.state }, event);
    if (!found) return { decisions: [], changed: [] };
    this.run = found.run;
    this.#isRunChanged = true;
    const at = new Date(event.at);
    const changed = Object.entries(found.nodes).map(([id, state]) => {
      const row = this.nodes.get(id) ?? emptyRow(id);
      const hasEnded = isFinal(state);
      const next: NodeRow = {
        ...row,
        state,
        startedAt: row.startedAt ?? (state.status === 'pending' || state.status === 'skipped' ? null : at),
        finishedAt: hasEnded ? (row.finishedAt ?? at) : null,
        ...(state.status === 'skipped' && { message: 'Not reached' }),
        ...('node' in event && event.node === id && (end ? resultOf(end) : ranOut(event))),
      };
      this.nodes.set(id, next);
      this.#changed.add(id);
      return next;
    });
    for (const decision of found.decisions) this.#keepTimer(decision);
    return { decisions: found.decisions, changed };
  }

  /** Changes stored data of a node other than its state. */
  amend(id: string, values: Partial<Omit<NodeRow, 'node' | 'state'>>): void {
    const row = this.nodes.get(id);
    if (!row) return;
    this.nodes.set(id, { ...row, ...values });
    this.#changed.add(id);
  }

  take(inboxId: number): void {
    this.#taken.push(inboxId);
  }

  /** Timers that are due, earliest first. */
  due(nowMs: number): TimerRow[] {
    return [...this.timers.values()]
      .filter(({ dueAt }) => dueAt.getTime() <= nowMs)
      .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  }

  /** When the next timer is due; null if there is none. */
  nextDue(): Date | null {
    let next: Date | null = null;
    for (const { dueAt } of this.timers.values()) if (next === null || dueAt < next) next = dueAt;
    return next;
  }

  /** Removes a timer that was passed to the engine. */
  fire(timer: TimerRow): void {
    this.#clear(timer);
  }

  /** The changes to write; undefined if there are none. */
  changes(): FlowChanges | undefined {
    if (!this.#isRunChanged && this.#changed.size + this.#clearTimers.size + this.#taken.length === 0) return undefined;
    const changes: FlowChanges = {
      state: this.run,
      nodes: [...this.#changed].map((id) => this.nodes.get(id)!),
      setTimers: [...this.#setTimers.values()],
      clearTimers: [...this.#clearTimers.values()],
      taken: this.#taken,
    };
    this.#changed = new Set();
    this.#setTimers = new Map();
    this.#clearTimers = new Map();
    this.#taken = [];
    this.#isRunChanged = false;
    return changes;
  }

  #keepTimer(decision: FlowDecision): void {
    if (decision.type === 'setTimer') {
      const { node, purpose, attempt, at } = decision;
      const timer = { node, purpose, attempt, dueAt: new Date(at) };
      this.timers.set(keyOf(timer), timer);
      this.#setTimers.set(keyOf(timer), timer);
      this.#clearTimers.delete(keyOf(timer));
    } else if (decision.type === 'clearTimer') this.#clear(decision);
  }

  #clear({ node, purpose }: Pick<TimerRow, 'node' | 'purpose'>): void {
    const key = keyOf({ node, purpose });
    this.timers.delete(key);
    this.#setTimers.delete(key);
    this.#clearTimers.set(key, { node, purpose });
  }
}

const ranOut = (event: FlowEvent) =>
  event.type === 'timer' && event.purpose === 'timeout' ? { message: 'The node reached its time limit.' } : {};
const resultOf = ({ outputs = {}, message = null, detail = null }: AttemptEnd) => ({ outputs, message, detail });

/** emptyRow returns the row of a node that has not started, without its state. */
export const emptyRow = (node: string): Omit<NodeRow, 'state'> => ({
  node,
  stepId: null,
  inputs: {},
  outputs: {},
  detail: null,
  message: null,
  childRunId: null,
  startedAt: null,
  finishedAt: null,
});

/** signalEnd returns how a node ends that was approved or rejected, or whose address was called. */
export function signalEnd(event: Extract<InboxEvent, { type: 'signal' | 'called' }>): AttemptEnd {
  if (event.type === 'called') return { outcome: 'passed', outputs: { body: event.body } };
  const { outcome, by, comment } = event;
  const decision = { outcome, by, comment };
  if (outcome === 'approved') return { outcome: 'passed', outputs: decision, detail: decision };
  const message = `Rejected by ${by}${comment ? `: ${comment}` : ''}`;
  return { outcome: 'failed', outputs: decision, message, detail: decision };
}
