import {
  type FlowDecision,
  type FlowNode,
  type FlowPlan,
  NodeKinds,
  newFlowState,
  planFlow,
} from '@touchstone/engine-flow/core';
import type { Platform } from '../../../platform/platform.ts';
import { isFinal, type Run, type RunContext, type Runs } from '../../runs/index.ts';
import { childId } from '../app/child-id.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import type { FlowRunPlan } from '../domain/flow-run-plan.ts';
import { conditionValues, variableValues } from '../domain/values.ts';
import { flowRunsStore, type InboxEvent, type NodeRow } from '../store/flow-runs.store.ts';
import { FlowState, type Happening, signalEnd } from './flow-state.ts';
import { FlowSteps } from './flow-steps.ts';
import { FlowValues, openValues, sealValues } from './flow-values.ts';

export interface FlowRunNeeds {
  platform: Platform;
  runs: Runs;
  kinds: ReadonlyMap<string, FlowNodeKind>;
}

/**
 * FlowRun executes a run of a workflow for as long as there is something to do in this process. What happened is applied to the state, which
 * is written before anything of it is done: attempts that a lost runner began are tried again under the same key, child runs under the same id.
 */
export class FlowRun {
  readonly #needs: FlowRunNeeds;
  readonly #context: RunContext;
  readonly #given: FlowRunPlan;
  readonly #plan: FlowPlan;
  readonly #state: FlowState;
  readonly #steps: FlowSteps;
  readonly #values: FlowValues;
  readonly #queue: Happening[] = [];
  /** Attempts in this process, and what else is under way here. */
  readonly #attempts = new Map<string, { controller: AbortController; done: Promise<void> }>();
  /** Outputs of nodes that an earlier run executed and this one does not. */
  #pinned: ReadonlyMap<string, NodeRow> = new Map();
  #hasMail = true;
  #resume: () => void = () => undefined;

  constructor(needs: FlowRunNeeds, context: RunContext) {
    this.#needs = needs;
    this.#context = context;
    this.#given = context.plan as FlowRunPlan;
    const kinds = new NodeKinds([...needs.kinds.values()].map(({ node }) => node));
    this.#plan = planFlow(this.#given.document.flow, kinds);
    this.#state = new FlowState(this.#plan);
    this.#steps = new FlowSteps(context, this.#plan);
    const outputsOf = (id: string) => {
      const row = this.#state.nodes.get(id);
      return row && this.#open(id, row.outputs);
    };
    this.#values = new FlowValues(this.#given.document.flow, kinds, this.#given.variables, outputsOf);
  }

  async execute(): Promise<void> {
    const { signal } = this.#context;
    this.#context.onWake(() => {
      this.#hasMail = true;
      this.#resume();
    });
    const stop = () => this.#resume();
    signal.addEventListener('abort', stop);
    try {
      await this.#load();
      while (!signal.aborted && !(await this.#goOn()));
    } finally {
      signal.removeEventListener('abort', stop);
      for (const { controller } of this.#attempts.values()) controller.abort();
      await Promise.all([...this.#attempts.values()].map(({ done }) => done));
    }
  }

  get #nowMs(): number {
    return this.#needs.platform.clock.now().getTime();
  }

  /** Takes what happened, writes what follows, does it. True where nothing is left to do in this process. */
  async #goOn(): Promise<boolean> {
    if (this.#hasMail) await this.#takeMail();
    for (const timer of this.#state.due(this.#nowMs)) {
      const { node, attempt, purpose } = timer;
      this.#state.fire(timer);
      this.#queue.push({ event: { type: 'timer', node, attempt, purpose, at: this.#nowMs } });
    }
    const decisions = this.#applyAll();
    await this.#write();
    await this.#do(decisions);
    if (this.#state.run.status !== 'running') return this.#conclude();
    if (this.#queue.length > 0 || this.#hasMail) return false;
    if (this.#attempts.size === 0) {
      const { runId } = this.#context;
      this.#context.suspend(this.#state.nextDue(), (client) => flowRunsStore.isInboxEmpty(client, runId));
      return true;
    }
    await this.#pause();
    return false;
  }

  /** Until something happens here or a timer is due. */
  async #pause(): Promise<void> {
    const next = this.#state.nextDue();
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      if (this.#context.signal.aborted) resolve();
      if (next) timer = setTimeout(resolve, Math.min(Math.max(1, next.getTime() - this.#nowMs), 2 ** 31 - 1));
    });
    clearTimeout(timer);
  }

  async #load(): Promise<void> {
    const { pool } = this.#needs.platform.database;
    const { runId, organizationId, projectId, attempt: fence } = this.#context;
    const { flowId } = this.#given;
    const state = newFlowState().run;
    const run = await flowRunsStore.begin(pool, { runId, organizationId, projectId, flowId, fence, state });
    if (!run) throw new Error('Another runner goes on with this run.');
    const [nodes, timers] = await Promise.all([
      flowRunsStore.listNodes(pool, runId),
      flowRunsStore.listTimers(pool, runId),
    ]);
    this.#state.restore(run, nodes, timers);
    await this.#steps.load();
    this.#pinned = await this.#findPinned();
    await this.#steps.catchUp(this.#state.nodes.values());
    if (run.status === 'new')
      this.#queue.push({
        event: { type: 'started', at: this.#nowMs, values: variableValues(this.#given.variables) as never },
      });
    await this.#goOnWith(run.active);
  }

  /** Where only a part of an earlier run is executed again, the other nodes keep what they gave there. */
  async #findPinned(): Promise<ReadonlyMap<string, NodeRow>> {
    const without = [...this.#plan.nodes.keys()].filter((id) => !this.#steps.isExecuted(id));
    if (without.length === 0) return new Map();
    const { organizationId, runId } = this.#context;
    const { retryOf } = await this.#needs.runs.get(organizationId, runId);
    if (!retryOf) return new Map();
    const rows = await flowRunsStore.listNodes(this.#needs.platform.database.pool, retryOf);
    return new Map(
      rows
        .filter(({ node, state }) => without.includes(node) && state.status === 'passed')
        .map((row) => [row.node, { ...row, outputs: this.#open(row.node, row.outputs, retryOf) }]),
    );
  }

  /** Takes up what an earlier runner had begun. */
  async #goOnWith(active: readonly string[]): Promise<void> {
    const rows = active.flatMap((id) => this.#state.nodes.get(id) ?? []);
    const running = rows.filter(({ state }) => state.status === 'running');
    const childIds = running.flatMap(({ childRunId }) => childRunId ?? []);
    const found = await this.#needs.runs.listByIds(this.#context.organizationId, childIds);
    const children = new Map(found.map((run) => [run.runId, run]));
    for (const row of running) {
      const child = row.childRunId === null ? undefined : children.get(row.childRunId);
      if (child && isFinal(child.status)) await this.#takeChild(row, child);
      else if (!child) this.#start(row, true);
    }
    for (const row of rows) if (row.state.status === 'waiting') this.#askFor(row, true);
  }

  async #takeMail(): Promise<void> {
    this.#hasMail = false;
    const { pool } = this.#needs.platform.database;
    const mail = await flowRunsStore.listInbox(pool, this.#context.runId);
    const ended = await this.#needs.runs.listByIds(
      this.#context.organizationId,
      mail.flatMap(({ event }) => (event.type === 'part' ? [event.runId] : [])),
    );
    const children = new Map(ended.map((run) => [run.runId, run]));
    const rows = new Map([...this.#state.nodes.values()].map((row) => [row.childRunId, row]));
    for (const { id, event } of mail) {
      this.#state.take(id);
      if (event.type === 'signal') this.#takeSignal(event);
      else {
        const [row, child] = [rows.get(event.runId), children.get(event.runId)];
        if (row && child && row.state.status === 'running') await this.#takeChild(row, child);
      }
    }
  }

  #takeSignal(event: Extract<InboxEvent, { type: 'signal' }>): void {
    const { node } = event;
    const end = signalEnd(event);
    const { outcome } = end;
    this.#queue.push({
      event: { type: 'signalled', node, outcome, ...this.#valuesOf(node, end), at: this.#nowMs },
      end,
    });
  }

  /** What came of a child run. */
  async #takeChild(row: NodeRow, child: Run): Promise<void> {
    const node = this.#plan.nodes.get(row.node)?.node;
    const kind = node && this.#needs.kinds.get(node.kind);
    if (!node || !kind) return;
    const plain: AttemptEnd = { outcome: child.status === 'passed' ? 'passed' : 'failed' };
    const end = (await kind.readChild?.(child, node)) ?? plain;
    const message =
      end.outcome === 'passed' ? null : (end.message ?? child.message ?? `The run ended as ${child.status}.`);
    this.#ended(row, { ...end, message });
  }

  #ended({ node, state: { attempt } }: NodeRow, end: AttemptEnd): void {
    const { outcome } = end;
    this.#queue.push({
      event: { type: 'ended', node, attempt, outcome, ...this.#valuesOf(node, end), at: this.#nowMs },
      end,
    });
    this.#resume();
  }

  #valuesOf(id: string, { outputs = {} }: AttemptEnd) {
    const node = this.#plan.nodes.get(id)?.node;
    return { values: (node ? conditionValues(node, outputs) : {}) as never };
  }

  #applyAll(): FlowDecision[] {
    const decisions: FlowDecision[] = [];
    for (let happening = this.#queue.shift(); happening; happening = this.#queue.shift()) {
      const found = this.#state.apply(happening);
      for (const row of found.changed) this.#settle(row);
      for (const decision of found.decisions)
        if (decision.type !== 'startAttempt' || this.#prepare(decision.node)) decisions.push(decision);
    }
    return decisions;
  }

  /** Completes what is stored of a node that changed. */
  #settle({ node: id, state }: NodeRow): void {
    const planned = this.#plan.nodes.get(id);
    if (!planned) return;
    const row = this.#state.nodes.get(id)!;
    const stepId = this.#steps.stepIdOf(id);
    if (stepId !== row.stepId) this.#state.amend(id, { stepId });
    if (state.status === 'passed' && planned.kind.work === 'pass')
      this.#state.amend(id, {
        outputs: this.#seal(planned.node, planned.node.outputs, this.#values.passed(planned.node)),
      });
    else if (state.status !== 'running' && Object.keys(row.outputs).length > 0)
      this.#state.amend(id, { outputs: this.#seal(planned.node, planned.node.outputs, row.outputs) });
    if (state.status !== 'waiting' || !this.#pinned.has(id)) return;
    const at = this.#nowMs;
    if (planned.kind.work === 'wait')
      this.#queue.push({ event: { type: 'timer', node: id, attempt: state.attempt, purpose: 'wait', at } });
    else this.#queue.push({ event: { type: 'signalled', node: id, outcome: 'passed', at }, end: this.#pinnedEnd(id) });
  }

  #pinnedEnd(id: string): AttemptEnd {
    return { outcome: 'passed', outputs: this.#pinned.get(id)?.outputs ?? {}, detail: { pinned: true } };
  }

  /** Gives an attempt its inputs; false where it ends before it begins. */
  #prepare(id: string): boolean {
    const { node } = this.#plan.nodes.get(id)!;
    const row = this.#state.nodes.get(id)!;
    if (this.#pinned.has(id)) {
      this.#ended(row, this.#pinnedEnd(id));
      return false;
    }
    try {
      const inputs = this.#seal(node, node.inputs, this.#values.inputs(node));
      const isChild = this.#needs.kinds.get(node.kind)?.planChild !== undefined;
      const childRunId = isChild ? childId(this.#context.runId, id, row.state.attempt) : null;
      this.#state.amend(id, { inputs, childRunId, message: null });
      return true;
    } catch (error) {
      this.#ended(row, { outcome: 'failed', message: (error as Error).message });
      return false;
    }
  }

  async #write(): Promise<void> {
    const changes = this.#state.changes();
    if (!changes) return;
    const { runId, attempt } = this.#context;
    if (!(await flowRunsStore.write(this.#needs.platform.database.pool, runId, attempt, changes)))
      throw new Error('Another runner goes on with this run.');
    for (const row of changes.nodes) await this.#steps.tell(row, this.#state.timers.values());
  }

  /** What was decided, once it is written. */
  async #do(decisions: readonly FlowDecision[]): Promise<void> {
    for (const decision of decisions) {
      if (decision.type === 'startAttempt') this.#start(this.#state.nodes.get(decision.node)!, false);
      else if (decision.type === 'awaitSignal' && !this.#pinned.has(decision.node))
        this.#askFor(this.#state.nodes.get(decision.node)!, false);
      else if (decision.type === 'cancel') await this.#cancel(decision.node);
    }
  }

  async #cancel(id: string): Promise<void> {
    this.#attempts.get(id)?.controller.abort();
    const { childRunId } = this.#state.nodes.get(id)!;
    if (childRunId) await this.#needs.runs.cancel(this.#context.organizationId, childRunId).catch(() => undefined);
  }

  /** Begins an attempt, or takes up one that an earlier runner began. */
  #start(row: NodeRow, isAgain: boolean): void {
    const { node } = this.#plan.nodes.get(row.node)!;
    const kind = this.#needs.kinds.get(node.kind);
    this.#track(row, isAgain, async (attempt) => {
      if (!kind) return { outcome: 'failed', message: `There are no nodes of kind "${node.kind}" any more.` };
      if (kind.planChild) return this.#startChild(kind, attempt, row.childRunId ?? attempt.key);
      return (await kind.execute?.(attempt)) ?? { outcome: 'failed', message: 'Nodes of this kind are not executed.' };
    });
  }

  #askFor(row: NodeRow, isAgain: boolean): void {
    const { node } = this.#plan.nodes.get(row.node)!;
    const ask = this.#needs.kinds.get(node.kind)?.askFor;
    if (!ask) return;
    this.#track(row, isAgain, async (attempt) => {
      await ask(attempt);
      return undefined;
    });
  }

  /** Work in this process; what it answers ends the attempt. */
  #track(row: NodeRow, isAgain: boolean, work: (attempt: FlowAttempt) => Promise<AttemptEnd | undefined>): void {
    const controller = new AbortController();
    const attempt = this.#attemptOf(row, isAgain, AbortSignal.any([controller.signal, this.#context.signal]));
    const done = work(attempt)
      .catch((error: Error): AttemptEnd => ({ outcome: 'failed', message: error.message }))
      .then((end) => {
        this.#attempts.delete(row.node);
        if (end && !controller.signal.aborted && !this.#context.signal.aborted) this.#ended(row, end);
        else this.#resume();
      });
    this.#attempts.set(row.node, { controller, done });
  }

  #attemptOf(row: NodeRow, isAgain: boolean, signal: AbortSignal): FlowAttempt {
    const { node } = this.#plan.nodes.get(row.node)!;
    const { organizationId, projectId, runId } = this.#context;
    const { caller, environmentId, depth } = this.#given;
    return {
      organizationId,
      projectId,
      runId,
      runName: this.#context.name,
      stepId: row.stepId,
      node,
      attempt: row.state.attempt,
      inputs: this.#open(node.id, row.inputs),
      environmentId: node.environmentId ?? environmentId ?? undefined,
      caller,
      key: childId(runId, node.id, row.state.attempt),
      isAgain,
      depth,
      signal,
    };
  }

  /** Starts the child run of an attempt where it is not there yet; undefined: its end comes through the inbox. */
  async #startChild(kind: FlowNodeKind, attempt: FlowAttempt, runId: string): Promise<AttemptEnd | undefined> {
    const { organizationId, projectId, caller, stepId } = attempt;
    const planned = await kind.planChild!(attempt);
    const parent = { runId: attempt.runId, ...(stepId && { stepId }) };
    const user = { userId: caller.userId, name: caller.name };
    try {
      await this.#needs.runs.enqueue({ ...planned, runId, organizationId, projectId, user, parent });
    } catch (error) {
      const [there] = await this.#needs.runs.listByIds(organizationId, [runId]);
      if (!there) throw error;
    }
    return undefined;
  }

  #conclude(): true {
    const { status, hasFailed } = this.#state.run;
    const rows = [...this.#state.nodes.values()];
    const failed = rows.find(({ state }) => state.status === 'failed');
    const nameOf = (row: NodeRow) => this.#plan.nodes.get(row.node)?.node.name ?? row.node;
    if (status === 'passed' || (status === 'stopped' && !hasFailed))
      this.#context.conclude(status === 'stopped' ? 'A stop node ended the workflow.' : null, 'passed');
    else this.#context.conclude(failed ? `${nameOf(failed)}: ${failed.message ?? 'failed'}` : null, 'failed');
    return true;
  }

  #seal(node: FlowNode, ports: FlowNode['inputs'], values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const place = { runId: this.#context.runId, node: node.id };
    return sealValues(this.#needs.platform.secrets, place, ports, values);
  }

  #open(id: string, values: Readonly<Record<string, unknown>>, runId = this.#context.runId): Record<string, unknown> {
    const node = this.#plan.nodes.get(id)?.node;
    const ports = node ? [...node.inputs, ...node.outputs] : [];
    return openValues(this.#needs.platform.secrets, { runId, node: id }, ports, values);
  }
}
