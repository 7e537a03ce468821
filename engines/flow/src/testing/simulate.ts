import type { FlowPlan } from '../core/flow-plan.ts';
import { type FlowDecision, type FlowEvent, type FlowState, newFlowState } from '../core/flow-state.ts';
import { reduceFlow } from '../core/reduce.ts';

/** The result of a simulated run. */
export interface Simulation {
  state: FlowState;
  events: FlowEvent[];
  decisions: FlowDecision[];
  /** The maximum number of nodes running at the same time. */
  maxRunning: number;
}

type Pending = FlowEvent & { order: number };

/**
 * Executes a plan with random outcomes and durations. Every event is delivered twice, as stores may do after a failure.
 */
export function simulate(plan: FlowPlan, random: () => number, stopAfter = Number.POSITIVE_INFINITY): Simulation {
  let state = newFlowState();
  const [events, decisions]: [FlowEvent[], FlowDecision[]] = [[], []];
  let pending: Pending[] = [{ type: 'started', at: 0, order: 0 }];
  let [order, maxRunning] = [1, 0];
  const outcome = () => (random() < 0.7 ? 'passed' : 'failed');
  const later = (at: number, ...made: FlowEvent[]) => {
    for (const event of made)
      pending.push({ ...event, at: event.at + at + Math.floor(random() * 100), order: order++ });
  };
  const answer = (decision: FlowDecision, at: number): void => {
    if (decision.type === 'startAttempt') {
      const { node, attempt } = decision;
      if (plan.nodes.get(node)?.kind.work !== 'items')
        later(at, { type: 'ended', at: 0, node, attempt, outcome: outcome() });
      else later(at, { type: 'expanded', at: 0, node, attempt, items: Math.floor(random() * 5) });
    } else if (decision.type === 'startItem') later(at, { ...decision, type: 'itemEnded', at: 0, outcome: outcome() });
    else if (decision.type === 'awaitSignal')
      later(at, { type: 'signalled', at: 0, node: decision.node, outcome: outcome() });
    else if (decision.type === 'setTimer') pending.push({ ...decision, type: 'timer', order: order++ });
  };
  while (pending.length > 0 && events.length < 100_000) {
    pending = pending.toSorted((a, b) => a.at - b.at || a.order - b.order);
    const { order: _order, ...event } = pending.shift()!;
    const given: FlowEvent = events.length >= stopAfter ? { type: 'stopRequested', at: event.at } : event;
    for (const again of [given, given]) {
      const reduced = reduceFlow(plan, state, again);
      state = reduced.state;
      events.push(again);
      decisions.push(...reduced.decisions);
      for (const decision of reduced.decisions) answer(decision, again.at);
    }
    maxRunning = Math.max(maxRunning, state.run.running);
  }
  return { state, events, decisions, maxRunning };
}
