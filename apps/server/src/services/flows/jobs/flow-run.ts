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
import type { ReferenceHomes } from '../app/reference-homes.ts';
import { childId } from '../app/runs/child-id.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import type { FlowRunPlan } from '../domain/flow-run-plan.ts';
import { flowRunsStore, type NodeRow } from '../store/flow-runs.store.ts';
import { FlowAttempts } from './flow-attempts.ts';
import { conclusionOf, givenBy } from './flow-end.ts';
import { FlowItems, type ItemPlace, withFailure } from './flow-items.ts';
import { FlowState, type Happening } from './flow-state.ts';
import { FlowSteps } from './flow-steps.ts';
import { FlowValues, openValues, sealValues } from './flow-values.ts';
import { Happenings } from './happenings.ts';
import { pause } from './pause.ts';
import { findPinned, pinnedEnd, settlePinned } from './pinned.ts';
import { startChild } from './start-child.ts';

export interface FlowRunNeeds {
  platform: Platform;
  runs: Runs;
  kinds: ReadonlyMap<string, FlowNodeKind>;
  homes: ReferenceHomes;
}

/**
 * FlowRun executes a workflow run for as long as there is work in this process. Events are applied to the state, which
 * is written before anything is done: attempts of a lost runner are repeated with the same key, child runs with the
 * same id.
 */
export class FlowRun {
  readonly #needs: FlowRunNeeds;
  readonly #context: RunContext;
  readonly #given: FlowRunPlan;
  readonly #plan: FlowPlan;
  readonly #state: FlowState;
  readonly #steps: FlowSteps;
  readonly #values: FlowValues;
  readonly #happenings: Happenings;
  readonly #items: FlowItems;
  readonly #attempts: FlowAttempts;
  /** Nodes executed by an earlier run and not by this one: they end as they did there. */
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
    this.#happenings = new Happenings(this.#plan, () => this.#nowMs);
    this.#attempts = new FlowAttempts(context.signal, () => this.#resume());
    this.#items = new FlowItems({
      runs: needs.runs,
      organizationId: context.organizationId,
      runId: context.runId,
      plan: this.#plan,
      kindOf: (id) => this.#kindOf(id),
      attemptOf: (row) => this.#attemptOf(row, false, context.signal),
    });
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
      while (!signal.aborted && !(await this.#advance()));
    } finally {
      signal.removeEventListener('abort', stop);
      await this.#attempts.close();
    }
  }

  get #nowMs(): number {
    return this.#needs.platform.clock.now().getTime();
  }

  /** Applies events, writes the result and acts on it. True if there is nothing left to do in this process. */
  async #advance(): Promise<boolean> {
    this.#attempts.assertUninterrupted();
    if (this.#hasMail) await this.#takeMail();
    for (const timer of this.#state.due(this.#nowMs)) {
      const { node, attempt, purpose } = timer;
      this.#state.fire(timer);
      this.#happenings.add({ type: 'timer', node, attempt, purpose });
    }
    const decisions = await this.#applyAll();
    await this.#write();
    await this.#do(decisions);
    if (this.#state.run.status !== 'running') return this.#conclude();
    if (!this.#happenings.isEmpty || this.#hasMail) return false;
    if (this.#attempts.isEmpty) {
      const { runId } = this.#context;
      this.#context.suspend(this.#state.nextDue(), (client) => flowRunsStore.isInboxEmpty(client, runId));
      return true;
    }
    await this.#pause();
    return false;
  }

  /** Waits until something happens here or a timer is due. */
  #pause(): Promise<void> {
    const next = this.#state.nextDue();
    const dueInMs = next && next.getTime() - this.#nowMs;
    return pause(dueInMs, this.#context.signal, (resume) => {
      this.#resume = resume;
    });
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
    this.#pinned = await findPinned(this.#needs, {
      place: this.#context,
      without: [...this.#plan.nodes.keys()].filter((id) => !this.#steps.isExecuted(id)),
      open: (row, of) => this.#open(row.node, row.outputs, of),
    });
    await this.#steps.catchUp(this.#state.nodes.values());
    if (run.status === 'new') this.#happenings.started(this.#given.variables);
    await this.#goOnWith(run.active);
  }

  /** Continues what an earlier runner had started. */
  async #goOnWith(active: readonly string[]): Promise<void> {
    const rows = active.flatMap((id) => this.#state.nodes.get(id) ?? []);
    const running = rows.filter(({ state }) => state.status === 'running');
    const childIds = running.flatMap(({ childRunId }) => childRunId ?? []);
    const found = await this.#needs.runs.listByIds(this.#context.organizationId, childIds);
    const children = new Map(found.map((run) => [run.runId, run]));
    for (const row of running.filter(({ state }) => state.items !== undefined)) await this.#takeUpItems(row);
    for (const row of running.filter(({ state }) => state.items === undefined)) {
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
    const items = this.#items.running(this.#state.nodes.values());
    for (const { id, event } of mail) {
      this.#state.take(id);
      if (event.type !== 'part') this.#happenings.signalled(event);
      else {
        const [row, place, child] = [rows.get(event.runId), items.get(event.runId), children.get(event.runId)];
        if (row && child && row.state.status === 'running') await this.#takeChild(row, child);
        else if (place && child) this.#happenings.itemEnded(place, child.status === 'passed');
      }
    }
  }

  /** Ends a node with the result of its child run. */
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

  #ended(row: NodeRow, end: AttemptEnd): void {
    this.#happenings.ended(row, end);
    this.#resume();
  }

  /** The event of the last row to end includes the combined result. */
  async #withResults(happening: Happening): Promise<Happening> {
    const { event } = happening;
    const row = event.type === 'itemEnded' ? this.#state.nodes.get(event.node) : undefined;
    const end = row && event.type === 'itemEnded' && (await this.#items.gatherAtLast(row, event));
    return end ? this.#happenings.withEnd(happening, row.node, end) : happening;
  }

  /** Continues the rows of a node that an earlier runner had started. */
  async #takeUpItems(row: NodeRow): Promise<void> {
    const { ended, missing } = await this.#items.takeUp(row);
    for (const [place, run] of ended) this.#happenings.itemEnded(place, run.status === 'passed');
    for (const place of missing) this.#startItem(place, true);
  }

  async #applyAll(): Promise<FlowDecision[]> {
    const decisions: FlowDecision[] = [];
    for (let happening = this.#happenings.next(); happening; happening = this.#happenings.next()) {
      const found = this.#state.apply(await this.#withResults(happening));
      for (const row of found.changed) this.#settle(row);
      for (const decision of found.decisions)
        if (decision.type !== 'startAttempt' || this.#prepare(decision.node)) decisions.push(decision);
    }
    return decisions;
  }

  /** Completes the stored data of a changed node. */
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
    const pinned = this.#pinned.get(id);
    if (pinned) settlePinned(this.#happenings, pinned, state, planned.kind.work);
  }

  /** Sets an attempt's inputs; false if it ends before it starts. */
  #prepare(id: string): boolean {
    const { node } = this.#plan.nodes.get(id)!;
    const row = this.#state.nodes.get(id)!;
    const pinned = this.#pinned.get(id);
    if (pinned) {
      this.#ended(row, pinnedEnd(pinned));
      return false;
    }
    try {
      const inputs = this.#seal(node, node.inputs, this.#values.inputs(node));
      const isChild = this.#needs.kinds.get(node.kind)?.planChild !== undefined;
      const childRunId = isChild ? childId(this.#context.runId, id, row.state.attempt) : null;
      this.#state.amend(id, { inputs, childRunId, message: null, detail: null });
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
    for (const row of changes.nodes) await this.#steps.report(row, this.#state.timers.values());
  }

  /** Acts on the decisions, once they are written. */
  async #do(decisions: readonly FlowDecision[]): Promise<void> {
    for (const decision of decisions) {
      if (decision.type === 'startItem') this.#startItem(decision, false);
      else if (decision.type === 'startAttempt') this.#start(this.#state.nodes.get(decision.node)!, false);
      else if (decision.type === 'awaitSignal' && !this.#pinned.has(decision.node))
        this.#askFor(this.#state.nodes.get(decision.node)!, false);
      else if (decision.type === 'cancel') await this.#cancel(decision.node);
    }
  }

  async #cancel(id: string): Promise<void> {
    this.#attempts.cancel(id);
    const row = this.#state.nodes.get(id)!;
    await this.#items.cancel(row);
    const { childRunId } = row;
    if (childRunId) await this.#needs.runs.cancel(this.#context.organizationId, childRunId).catch(() => undefined);
  }

  #kindOf(id: string): FlowNodeKind | undefined {
    return this.#needs.kinds.get(this.#plan.nodes.get(id)?.node.kind ?? '');
  }

  /** Starts an attempt, or continues one that an earlier runner started. */
  #start(row: NodeRow, isAgain: boolean): void {
    const { node } = this.#plan.nodes.get(row.node)!;
    const kind = this.#needs.kinds.get(node.kind);
    const end = (result: AttemptEnd) => this.#ended(row, result);
    const fail = (message: string) => end({ outcome: 'failed', message });
    this.#track(row, isAgain, fail, async (attempt) => {
      if (!kind) return () => fail(`Nodes of kind "${node.kind}" are no longer available.`);
      const plan = () => this.#needs.homes.planChild(kind, attempt);
      if (kind.planChild) return startChild(this.#needs.runs, attempt, { runId: row.childRunId ?? attempt.key, plan });
      if (kind.rowsOf) {
        const rows = kind.rowsOf(attempt);
        // Without rows no event would report their result.
        const none =
          rows.length === 0 ? await kind.gather?.(attempt, { runs: new Map(), failures: new Map() }) : undefined;
        return () => this.#happenings.expanded(row, rows.length, none);
      }
      const result = await kind.execute?.(attempt);
      return () => (result ? end(result) : fail('Nodes of this kind are not executed.'));
    });
  }

  #startItem(place: ItemPlace, isAgain: boolean): void {
    const row = this.#state.nodes.get(place.node)!;
    const fail = (message: string) => {
      const now = this.#state.nodes.get(place.node)!;
      this.#state.amend(place.node, { detail: withFailure(now, { item: place.item, message }) });
      this.#happenings.itemEnded(place, false);
    };
    this.#track(row, isAgain, fail, (attempt) => this.#items.start(attempt, place));
  }

  #askFor(row: NodeRow, isAgain: boolean): void {
    const ask = this.#kindOf(row.node)?.askFor;
    if (ask) this.#track(row, isAgain, (message) => this.#ended(row, { outcome: 'failed', message }), ask);
  }

  #track(
    row: NodeRow,
    isAgain: boolean,
    fail: (message: string) => void,
    work: (attempt: FlowAttempt) => Promise<(() => void) | void>,
  ): void {
    this.#attempts.begin(row.node, fail, (signal) => work(this.#attemptOf(row, isAgain, signal)));
  }

  #attemptOf(row: NodeRow, isAgain: boolean, signal: AbortSignal): FlowAttempt {
    const { node } = this.#plan.nodes.get(row.node)!;
    const { organizationId, projectId, runId } = this.#context;
    const { flowId, caller, environmentId, depth } = this.#given;
    return {
      organizationId,
      projectId,
      flowId,
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

  async #conclude(): Promise<true> {
    const rows = [...this.#state.nodes.values()];
    const { runId, attempt } = this.#context;
    const { pool } = this.#needs.platform.database;
    await flowRunsStore.setOutputs(pool, runId, attempt, givenBy(this.#plan, rows));
    const { message, status } = conclusionOf(this.#plan, this.#state.run, rows);
    this.#context.conclude(message, status);
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
