import type { FlowEvent, FlowPlan } from '@touchstone/engine-flow/core';
import type { AttemptEnd } from '../domain/flow-kind.ts';
import { conditionValues, variableValues } from '../domain/values.ts';
import type { InboxEvent, NodeRow } from '../store/flow-runs.store.ts';
import type { ItemPlace } from './flow-items.ts';
import { type Happening, signalEnd } from './flow-state.ts';

type Values = Extract<FlowEvent, { type: 'ended' }>['values'];
type Without<Event> = Event extends FlowEvent ? Omit<Event, 'at'> : never;

/** Happenings are the events of a run that haven't been applied yet, in order. */
export class Happenings {
  readonly #queue: Happening[] = [];
  readonly #plan: FlowPlan;
  readonly #nowMs: () => number;

  constructor(plan: FlowPlan, nowMs: () => number) {
    this.#plan = plan;
    this.#nowMs = nowMs;
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  next(): Happening | undefined {
    return this.#queue.shift();
  }

  add(event: Without<FlowEvent>, end?: AttemptEnd): void {
    this.#queue.push({ event: { ...event, at: this.#nowMs() } as FlowEvent, ...(end && { end }) });
  }

  started(variables: Readonly<Record<string, unknown>>): void {
    this.add({ type: 'started', values: variableValues(variables) as Values & {} });
  }

  ended({ node, state: { attempt } }: NodeRow, end: AttemptEnd): void {
    this.add({ type: 'ended', node, attempt, outcome: end.outcome, ...this.#valuesOf(node, end) }, end);
  }

  signalled(event: Extract<InboxEvent, { type: 'signal' | 'called' }>): void {
    this.signalEnded(event.node, signalEnd(event));
  }

  signalEnded(node: string, end: AttemptEnd): void {
    this.add({ type: 'signalled', node, outcome: end.outcome, ...this.#valuesOf(node, end) }, end);
  }

  /** `none` is the result of a table without rows. */
  expanded({ node, state: { attempt } }: NodeRow, items: number, none: AttemptEnd | undefined): void {
    this.add({ type: 'expanded', node, attempt, items, ...(none && this.#valuesOf(node, none)) }, none);
  }

  itemEnded({ node, attempt, item }: ItemPlace, isPassed: boolean): void {
    this.add({ type: 'itemEnded', node, attempt, item, outcome: isPassed ? 'passed' : 'failed' });
  }

  /** Adds the end of a node to its event. */
  withEnd({ event }: Happening, node: string, end: AttemptEnd): Happening {
    return { event: { ...event, ...this.#valuesOf(node, end) } as FlowEvent, end };
  }

  #valuesOf(id: string, { outputs = {} }: AttemptEnd): { values: Values & {} } {
    const node = this.#plan.nodes.get(id)?.node;
    return { values: (node ? conditionValues(node, outputs) : {}) as Values & {} };
  }
}
