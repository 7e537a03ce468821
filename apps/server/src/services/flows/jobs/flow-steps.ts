import type { FlowStepLine } from '@touchstone/contracts/flows';
import type { RunStatus } from '@touchstone/contracts/runs';
import type { FlowPlan, NodeStatus } from '@touchstone/engine-flow/core';
import type { RunContext } from '../../runs/index.ts';
import { childLink, type NodeOutcome } from '../domain/flow-run-plan.ts';
import type { NodeRow, TimerRow } from '../store/flow-runs.store.ts';

const endedAs: Partial<Record<NodeStatus, 'passed' | 'failed' | 'skipped' | 'cancelled'>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  cancelled: 'cancelled',
};
const startedStatuses: ReadonlySet<NodeStatus> = new Set<NodeStatus>(['running', 'waiting', 'delayed']);

/**
 * FlowSteps reports the progress of nodes to the run. The state of nodes is written first and is authoritative; steps
 * that a lost runner didn't report are reported by the next one.
 */
export class FlowSteps {
  readonly #context: RunContext;
  readonly #plan: FlowPlan;
  /** Steps that haven't ended, by node. */
  readonly #open = new Map<string, { index: number; stepId: string; title: string }>();
  readonly #startedSteps: ReadonlySet<number>;
  readonly #ended = new Set<string>();

  constructor(context: RunContext, plan: FlowPlan) {
    this.#context = context;
    this.#plan = plan;
    this.#startedSteps = new Set(context.startedSteps);
  }

  async load(): Promise<void> {
    for await (const { plan, index, stepId, title } of this.#context.openSteps())
      this.#open.set((plan as { node: string }).node, { index, stepId, title });
  }

  stepIdOf(node: string): string | null {
    return this.#open.get(node)?.stepId ?? null;
  }

  /** Whether the run executes the node, or has executed it. */
  isExecuted(node: string): boolean {
    const kind = this.#plan.nodes.get(node)?.node.kind;
    return kind === 'start' || this.#open.has(node) || this.#ended.has(node);
  }

  /** Reports what was written but not reported. */
  async catchUp(rows: Iterable<NodeRow>): Promise<void> {
    for (const row of rows) {
      const step = this.#open.get(row.node);
      if (step && !(this.#startedSteps.has(step.index) && !endedAs[row.state.status])) await this.report(row, []);
    }
  }

  /** Reports a changed node. */
  async report(row: NodeRow, timers: Iterable<TimerRow>): Promise<void> {
    const step = this.#open.get(row.node);
    if (!step) return;
    const { index } = step;
    const { status } = row.state;
    const ended = endedAs[status];
    if (!ended) {
      if (startedStatuses.has(status))
        this.#context.started({ index, line: this.#line(row, step, 'running', dueOf(row, timers)) });
      return;
    }
    this.#open.delete(row.node);
    this.#ended.add(row.node);
    const outcome: NodeOutcome = {
      attempt: row.state.attempt,
      childRunId: row.childRunId,
      childLink: childLink(row.childRunId),
    };
    await this.#context.finished({
      index,
      status: ended,
      durationMs: durationOf(row),
      startedAt: row.startedAt ?? new Date(),
      message: row.message,
      outcome,
      detail: row.detail,
      line: this.#line(row, step, ended, null),
    });
  }

  #line(
    row: NodeRow,
    { index, stepId, title }: { index: number; stepId: string; title: string },
    status: RunStatus,
    dueAt: Date | null,
  ): FlowStepLine {
    return {
      stepId,
      index,
      node: row.node,
      title,
      status,
      nodeStatus: row.state.status,
      attempt: row.state.attempt,
      message: row.message,
      durationMs: durationOf(row),
      childRunId: row.childRunId,
      dueAt: dueAt?.toISOString() ?? null,
    };
  }
}

function dueOf({ node }: NodeRow, timers: Iterable<TimerRow>): Date | null {
  for (const timer of timers) if (timer.node === node && timer.purpose !== 'timeout') return timer.dueAt;
  return null;
}

const durationOf = ({ startedAt, finishedAt }: NodeRow): number | null =>
  startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null;
