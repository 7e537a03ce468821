import { type ExpressionValue, evaluateExpression } from './conditions.ts';
import { flowLimits } from './document.ts';
import { constantOf, type FlowPlan, type PlannedLink, type PlannedNode } from './flow-plan.ts';
import type {
  FlowDecision,
  FlowEvent,
  FlowState,
  ItemsState,
  NodeState,
  RunState,
  TimerPurpose,
} from './flow-state.ts';

/** The effects of an event: the rows to write, and what to do once they are written. */
export interface Transition {
  run: RunState;
  /** Only the nodes that changed. */
  nodes: Record<string, NodeState>;
  decisions: FlowDecision[];
}

/** The state as read from a store: the run's row, and nodes' rows on demand. */
export interface FlowReader {
  run: RunState;
  node(id: string): NodeState | undefined;
}

/**
 * transition returns the effects of an event. The same state and event always give the same transition; undefined if
 * nothing changes.
 */
export function transition(plan: FlowPlan, state: FlowReader, event: FlowEvent): Transition | undefined {
  return new Transitioning(plan, state, event.at).take(event);
}

/** reduceFlow applies an event to a state without modifying it. */
export function reduceFlow(
  plan: FlowPlan,
  state: FlowState,
  event: FlowEvent,
): { state: FlowState; decisions: FlowDecision[]; changed: string[] } {
  const node = (id: string) => (Object.hasOwn(state.nodes, id) ? state.nodes[id] : undefined);
  const found = transition(plan, { run: state.run, node }, event);
  if (found === undefined) return { state, decisions: [], changed: [] };
  return {
    state: { run: found.run, nodes: { ...state.nodes, ...found.nodes } },
    decisions: found.decisions,
    changed: Object.keys(found.nodes),
  };
}

type ExpandedEvent = Extract<FlowEvent, { type: 'expanded' }>;
type ItemEvent = Extract<FlowEvent, { type: 'itemEnded' }>;
type NodeEvent = Extract<FlowEvent, { node: string }>;
type Outcome = 'passed' | 'failed';
type Values = Record<string, ExpressionValue> | undefined;

class Transitioning {
  private readonly changed = new Map<string, NodeState>();
  private readonly decisions: FlowDecision[] = [];
  /** Links that were decided and whose target hasn't been notified yet. */
  private readonly decided: { to: string; isTaken: boolean }[] = [];
  private readonly run: RunState;
  private readonly plan: FlowPlan;
  private readonly before: FlowReader;
  private readonly at: number;

  constructor(plan: FlowPlan, before: FlowReader, at: number) {
    this.plan = plan;
    this.before = before;
    this.at = at;
    const { run } = before;
    this.run = { ...run, ready: [...run.ready], active: [...run.active], values: { ...run.values } };
  }

  take(event: FlowEvent): Transition | undefined {
    if (!this.accept(event)) return undefined;
    this.notifyTargets();
    this.startReady();
    if (this.run.status === 'running' && this.run.open === 0) this.finish(this.run.hasFailed ? 'failed' : 'passed');
    return { run: this.run, nodes: Object.fromEntries(this.changed), decisions: this.decisions };
  }

  private accept(event: FlowEvent): boolean {
    const { run, plan } = this;
    if (event.type === 'started') {
      if (run.status !== 'new') return false;
      run.status = 'running';
      run.open = plan.nodes.size;
      this.keepValues(event.values, (name) => name);
      this.activate(plan.startId);
      return true;
    }
    if (run.status !== 'running') return false;
    if (event.type === 'stopRequested') {
      this.halt();
      return true;
    }
    const planned = plan.nodes.get(event.node);
    return planned !== undefined && this.acceptOfNode(event, planned, this.node(event.node));
  }

  private acceptOfNode(event: NodeEvent, planned: PlannedNode, state: NodeState): boolean {
    const { work } = planned.kind;
    if (event.type === 'signalled') {
      if (state.status !== 'waiting' || work !== 'signal') return false;
      this.endActive(planned, state, event.outcome, event.values);
      return true;
    }
    if (event.attempt !== state.attempt) return false;
    if (event.type === 'timer') return this.acceptTimer(event.purpose, planned, state);
    if (state.status !== 'running') return false;
    if (event.type === 'ended') this.endAttempt(planned, state, event.outcome, event.values);
    else if (work !== 'items') return false;
    else if (event.type === 'expanded') return this.expand(planned, state, event);
    else return this.endItem(planned, state, event);
    return true;
  }

  private acceptTimer(purpose: TimerPurpose, planned: PlannedNode, state: NodeState): boolean {
    const { id } = planned.node;
    const { status } = state;
    if (purpose === 'retry') {
      if (status !== 'delayed') return false;
      this.removeActive(id);
      this.write(id, { ...state, status: 'ready' });
      this.queue(id);
    } else if (purpose === 'wait') {
      if (status !== 'waiting' || planned.kind.work !== 'wait') return false;
      this.endActive(planned, state, 'passed', undefined);
    } else {
      if (planned.node.timeoutMs === undefined || planned.kind.work === 'wait') return false;
      if (status !== 'running' && status !== 'waiting') return false;
      this.decisions.push({ type: 'cancel', node: id, attempt: state.attempt });
      if (status === 'running') this.endAttempt(planned, state, 'failed', undefined);
      else this.endActive(planned, state, 'failed', undefined);
    }
    return true;
  }

  private node(id: string): NodeState {
    return this.changed.get(id) ?? this.before.node(id) ?? { status: 'pending', attempt: 0, taken: 0, dead: 0 };
  }

  private write(id: string, state: NodeState): void {
    this.changed.set(id, state);
  }

  private keepValues(values: Values, nameOf: (name: string) => string): void {
    for (const [name, value] of Object.entries(values ?? {}))
      if (this.plan.conditionNames.has(nameOf(name))) this.run.values[nameOf(name)] = value;
  }

  /** Makes a node due. */
  private activate(id: string): void {
    const planned = this.plan.nodes.get(id)!;
    const { node, kind } = planned;
    const state = this.node(id);
    const first = { ...state, attempt: 1 };
    if (kind.work === 'attempt' || kind.work === 'items') {
      this.write(id, { ...state, status: 'ready' });
      this.queue(id);
    } else if (kind.work === 'wait') {
      this.write(id, { ...first, status: 'waiting' });
      this.run.active.push(id);
      this.setTimer(id, 1, 'wait', kind.waitMs?.(node) ?? 0);
    } else if (kind.work === 'signal') {
      this.write(id, { ...first, status: 'waiting' });
      this.run.active.push(id);
      this.decisions.push({ type: 'awaitSignal', node: id, attempt: 1 });
      if (node.timeoutMs !== undefined) this.setTimer(id, 1, 'timeout', node.timeoutMs);
    } else {
      const constants = node.outputs.flatMap((port) => {
        const value = constantOf(port);
        return value === undefined ? [] : [[port.name, value] as const];
      });
      this.end(planned, first, 'passed', Object.fromEntries(constants));
      if (kind.work === 'stop') this.halt();
    }
  }

  /** Inserts a node after the ready ones of the same or greater depth: the longest remaining path starts first. */
  private queue(id: string): void {
    const { ready } = this.run;
    const depthOf = (each: string) => this.plan.nodes.get(each)?.depth ?? 0;
    const depth = depthOf(id);
    let [from, to] = [0, ready.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (depthOf(ready[middle]!) < depth) to = middle;
      else from = middle + 1;
    }
    ready.splice(from, 0, id);
  }

  private setTimer(node: string, attempt: number, purpose: TimerPurpose, delayMs: number): void {
    this.decisions.push({ type: 'setTimer', node, attempt, purpose, at: this.at + delayMs });
  }

  private startReady(): void {
    const { run, plan } = this;
    while (run.status === 'running' && run.running < plan.parallel && run.ready.length > 0) {
      const id = run.ready.shift()!;
      const { node } = plan.nodes.get(id)!;
      const { items: _earlier, ...state } = this.node(id);
      const attempt = state.attempt + 1;
      this.write(id, { ...state, status: 'running', attempt });
      run.running += 1;
      run.active.push(id);
      this.decisions.push({ type: 'startAttempt', node: id, attempt });
      if (node.timeoutMs !== undefined) this.setTimer(id, attempt, 'timeout', node.timeoutMs);
    }
  }

  private expand(planned: PlannedNode, state: NodeState, { items: total, values }: ExpandedEvent): boolean {
    const isNumber = Number.isSafeInteger(total) && total >= 0 && total <= flowLimits.items;
    if (state.items !== undefined || !isNumber) return false;
    this.goOnWithItems(planned, { ...state, items: { total, next: 0, running: [], failed: 0 } }, values);
    return true;
  }

  private endItem(planned: PlannedNode, state: NodeState, { item, outcome, values }: ItemEvent): boolean {
    const { items } = state;
    if (items === undefined || !items.running.includes(item)) return false;
    this.goOnWithItems(planned, { ...state, items: withoutItem(items, item, outcome) }, values);
    return true;
  }

  private goOnWithItems(planned: PlannedNode, state: NodeState, values: Values): void {
    const { node, kind } = planned;
    const items = { ...state.items!, running: [...state.items!.running] };
    const most = kind.parallelItems?.(node) ?? 1;
    while (startsItems(planned, items) && items.running.length < most) {
      items.running.push(items.next);
      this.decisions.push({ type: 'startItem', node: node.id, attempt: state.attempt, item: items.next });
      items.next += 1;
    }
    const updated = { ...state, items };
    this.write(node.id, updated);
    if (items.running.length === 0) this.endAttempt(planned, updated, items.failed > 0 ? 'failed' : 'passed', values);
  }

  /** Ends an attempt: the node ends with it, or gets another attempt. */
  private endAttempt(planned: PlannedNode, state: NodeState, outcome: Outcome, values: Values): void {
    const { id, retry } = planned.node;
    this.run.running -= 1;
    if (outcome === 'passed' || state.attempt >= retry.attempts) {
      this.endActive(planned, state, outcome, values);
      return;
    }
    this.clearTimeout(planned, state);
    this.write(id, { ...state, status: 'delayed' });
    const delayMs = Math.min(retry.maxDelayMs, retry.delayMs * retry.factor ** (state.attempt - 1));
    this.setTimer(id, state.attempt, 'retry', Math.round(delayMs));
  }

  private endActive(planned: PlannedNode, state: NodeState, outcome: Outcome, values: Values): void {
    this.clearTimeout(planned, state);
    this.removeActive(planned.node.id);
    this.end(planned, state, outcome, values);
  }

  private clearTimeout({ node, kind }: PlannedNode, { attempt }: NodeState): void {
    if (node.timeoutMs !== undefined && kind.work !== 'wait')
      this.decisions.push({ type: 'clearTimer', node: node.id, attempt, purpose: 'timeout' });
  }

  private removeActive(id: string): void {
    this.run.active = this.run.active.filter((other) => other !== id);
  }

  private end({ node, outgoing }: PlannedNode, state: NodeState, outcome: Outcome, values: Values): void {
    this.write(node.id, { ...state, status: outcome });
    this.run.open -= 1;
    this.keepValues(values, (port) => `${node.id}.${port}`);
    const taken = outgoing.map((planned) => this.isTaken(planned, outcome));
    if (outcome === 'failed' && !taken.includes(true)) this.run.hasFailed = true;
    for (const [place, { link }] of outgoing.entries()) this.decided.push({ to: link.to, isTaken: taken[place]! });
  }

  private isTaken({ link, condition }: PlannedLink, outcome: Outcome): boolean {
    if ((link.on === 'success') !== (outcome === 'passed')) return false;
    const { values } = this.run;
    const find = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
    return condition === undefined || evaluateExpression(condition, find).holds;
  }

  private notifyTargets(): void {
    for (const { to, isTaken } of this.decided) {
      if (this.run.status !== 'running') return;
      const state = this.node(to);
      const counted = { ...state, taken: state.taken + (isTaken ? 1 : 0), dead: state.dead + (isTaken ? 0 : 1) };
      this.write(to, counted);
      if (state.status !== 'pending') continue;
      const planned = this.plan.nodes.get(to)!;
      const verdict = joinVerdict(planned, counted);
      if (verdict === 'run') this.activate(to);
      else if (verdict === 'skip') this.skip(planned, counted);
    }
  }

  private skip({ node, outgoing }: PlannedNode, state: NodeState): void {
    this.write(node.id, { ...state, status: 'skipped' });
    this.run.open -= 1;
    for (const { link } of outgoing) this.decided.push({ to: link.to, isTaken: false });
  }

  /** Ends the run immediately: running work is cancelled, and nothing more starts. */
  private halt(): void {
    const { run } = this;
    for (const id of [...run.active, ...run.ready]) {
      const state = this.node(id);
      const { node, kind } = this.plan.nodes.get(id)!;
      this.write(id, { ...state, status: 'cancelled' });
      const timer = { type: 'clearTimer', node: id, attempt: state.attempt } as const;
      if (state.status === 'running' || (state.status === 'waiting' && kind.work === 'signal')) {
        this.decisions.push({ type: 'cancel', node: id, attempt: state.attempt });
        if (node.timeoutMs !== undefined) this.decisions.push({ ...timer, purpose: 'timeout' });
      } else if (state.status === 'waiting') this.decisions.push({ ...timer, purpose: 'wait' });
      else if (state.status === 'delayed') this.decisions.push({ ...timer, purpose: 'retry' });
    }
    run.active = [];
    run.ready = [];
    run.running = 0;
    this.finish('stopped');
  }

  private finish(status: 'passed' | 'failed' | 'stopped'): void {
    this.run.status = status;
    this.decisions.push({ type: 'finish', status });
  }
}

/** Whether further items of a node should start. */
const startsItems = (
  { node, kind }: Pick<PlannedNode, 'node' | 'kind'>,
  { next, total, failed }: ItemsState,
): boolean => next < total && !(failed > 0 && kind.stopsAtFailure?.(node) === true);

function withoutItem(items: ItemsState, item: number, outcome: Outcome): ItemsState {
  const running = items.running.filter((other) => other !== item);
  return { ...items, running, failed: items.failed + (outcome === 'failed' ? 1 : 0) };
}

/** isLastItem returns whether the end of an item ends its node's attempt. */
export function isLastItem(
  planned: Pick<PlannedNode, 'node' | 'kind'>,
  items: ItemsState,
  { item, outcome }: { item: number; outcome: 'passed' | 'failed' },
): boolean {
  if (!items.running.includes(item)) return false;
  const left = withoutItem(items, item, outcome);
  return left.running.length === 0 && !startsItems(planned, left);
}

/** Whether a node runs, is skipped or keeps waiting, by the links decided so far. */
function joinVerdict({ node: { join }, incoming }: PlannedNode, { taken, dead }: NodeState): 'run' | 'skip' | 'wait' {
  if (join.mode === 'merge') return taken + dead < incoming ? 'wait' : taken > 0 ? 'run' : 'skip';
  const least = join.mode === 'all' ? incoming : join.mode === 'any' ? 1 : join.count;
  if (taken >= least) return 'run';
  return incoming - dead < least ? 'skip' : 'wait';
}
