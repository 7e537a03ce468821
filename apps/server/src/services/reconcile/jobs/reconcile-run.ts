import type { DifferenceKind, ReconcileResult } from '@touchstone/engine-data';
import { httpReportStep, type ReportBlock, type ReportStep } from '@touchstone/report';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { type ApiTesting, executionStatusOf } from '../../api-testing/index.ts';
import { plainStep, type RunContext, type RunKind, reportHeader, type StoredStep } from '../../runs/index.ts';
import { assertAnswered, type CompareScope, type CompareSides } from '../app/compare-sides.ts';
import type { PlanReconciliation, ReconcileRunPlan } from '../app/plan-reconciliation.ts';
import { ReconcileProblem } from '../domain/reconcile-problem.ts';
import { resultBlocks } from '../domain/result-report.ts';
import { type StepKind, stepLabels } from '../domain/run-steps.ts';
import { resultsStore } from '../store/results.store.ts';

export const reconcileKind = 'api-reconcile';

/** Differences of each kind stored per run. */
export const keptDifferences = 1000;
const progressEveryMs = 2000;
/** For a response; the rows of a plan without a limit fit into this. */
const maxResponseBytes = 64 * 1024 * 1024;

const input = z.strictObject({
  projectId: z.uuid(),
  reconciliationId: z.uuid(),
  environmentId: z.uuid().optional().describe('Default: that of the reconciliation'),
});

interface Needs {
  platform: Platform;
  sides: CompareSides;
  requestSender: ApiTesting['requestSender'];
  plan: PlanReconciliation;
  open: RunKind['open'];
}

/** createReconcileRun returns the kind of run that compares a response with a query. */
export function createReconcileRun(needs: Needs): RunKind {
  const { sql } = needs.platform.database;
  return {
    kind: reconcileKind,
    title: 'Reconciliation',
    service: 'api-testing',
    input,
    open: needs.open,
    plan: (caller, given) => needs.plan(caller, input.parse(given)),
    executionStatus: executionStatusOf,
    link: ({ runId, projectId }) => `/api-testing/reconciliation-result/${runId}?project=${projectId}`,
    // Both sides are read again, because either may have changed.
    retry: () => ({ onlyFailed: false }),
    execute: (context) => new ReconcileRun(needs, context).execute(),
    onDeleted: (runIds) => resultsStore.delete(sql, runIds),
    present: presentStep,
    async report(run, source) {
      const found = await resultsStore.find(sql, run.runId);
      const differences = found
        ? (await resultsStore.listDifferences(sql, { runId: run.runId }, { page: 0, size: keptDifferences * 5 }))
            .content
        : [];
      const blocks = found
        ? resultBlocks(
            found.found,
            differences.map(({ kind, content }) => ({ kind, ...content })),
          )
        : [];
      return {
        ...reportHeader({ executionStatus: executionStatusOf }, run, source),
        sections: [{ type: 'steps', groups: [], steps: reportSteps(source.steps()) }, ...blocks],
      };
    },
  };
}

const presentStep: RunKind['present'] = (step) => {
  const { subtitle = '', outcome } = (step.outcome ?? {}) as { subtitle?: string; outcome?: string };
  const badges = [stepLabels[step.kind as StepKind] ?? '', outcome ?? ''].filter(Boolean);
  return { title: step.title, subtitle, badges };
};

async function* reportSteps(steps: AsyncIterable<StoredStep & { detail: unknown }>): AsyncGenerator<ReportStep> {
  for await (const step of steps) {
    const { http } = (step.detail ?? {}) as { http?: Parameters<typeof httpReportStep>[0] };
    const blocks: ReportBlock[] = http ? httpReportStep(http).blocks : [];
    yield { ...plainStep({ present: presentStep }, step), blocks };
  }
}

class ReconcileRun {
  readonly #needs: Needs;
  readonly #context: RunContext;
  readonly #plan: ReconcileRunPlan;
  /** Steps without a result: after the loss of a runner everything is read again, and only these are recorded. */
  readonly #open = new Map<string, { index: number; stepId: string }>();

  constructor(needs: Needs, context: RunContext) {
    this.#needs = needs;
    this.#context = context;
    this.#plan = context.plan as ReconcileRunPlan;
  }

  async execute(): Promise<void> {
    const { organizationId, projectId, createdBy: userId, signal } = this.#context;
    for await (const { kind, index, stepId } of this.#context.openSteps()) this.#open.set(kind, { index, stepId });
    const place = { organizationId, projectId, userId };
    const request = await this.#needs.requestSender.open(this.#plan.request, place, { maxResponseBytes });
    const { rowLimit, fields } = this.#plan;
    const scope: CompareScope = { ...place, rowLimit, signal, variable: request.variable };
    const { sides } = this.#needs;
    try {
      const rows = await this.#step('request', async () => {
        const result = await request.send(signal);
        const { index = 0, stepId = '' } = this.#open.get('request') ?? {};
        const owner = `run:${this.#context.runId}`;
        const http = await request.record(result, { stepId, index, owner });
        const detail = { http };
        const found = await sides
          .readApi(assertAnswered(result), fields, scope)
          .catch((error: unknown) => Promise.reject(withDetail(error, detail)));
        return {
          value: found,
          outcome: `${result.response?.status ?? ''} · ${countOf(found.length)}`,
          subtitle: http.url,
          detail,
        };
      });
      if (!rows) return;
      const result = await this.#step('query', async () => {
        const onRows = this.#progress('query');
        const found = await sides.compare(rows, fields, { ...scope, keep: keptDifferences, onRows });
        return { value: found, outcome: countOf(found.counts.databaseRows), subtitle: '', detail: null };
      });
      if (result) await this.#finish(result);
    } finally {
      await request.close();
    }
  }

  /** Reports how many rows a step has read, every two seconds. */
  #progress(kind: StepKind): (count: number) => void {
    const open = this.#open.get(kind);
    const { clock } = this.#needs.platform;
    let reportedMs = clock.monotonicMs();
    return (count) => {
      if (!open || clock.monotonicMs() - reportedMs < progressEveryMs) return;
      reportedMs = clock.monotonicMs();
      this.#context.started({ index: open.index, message: `${countOf(count)} read` });
    };
  }

  /** Executes a step and records it; undefined if it failed, and the run ends with the reason. */
  async #step<T>(kind: StepKind, work: () => Promise<Done<T>>): Promise<T | undefined> {
    const open = this.#open.get(kind);
    if (open) this.#context.started(open);
    const startedAt = this.#needs.platform.clock.now();
    const startedMs = this.#needs.platform.clock.monotonicMs();
    const outcome = await work().catch((error: unknown) => {
      if (error instanceof ReconcileProblem) return error;
      throw error;
    });
    if (this.#context.signal.aborted) return undefined;
    const problem = outcome instanceof ReconcileProblem ? outcome : undefined;
    const done = outcome instanceof ReconcileProblem ? undefined : outcome;
    if (open)
      await this.#context.finished({
        index: open.index,
        status: problem ? 'error' : 'passed',
        durationMs: this.#needs.platform.clock.monotonicMs() - startedMs,
        startedAt,
        message: problem?.message ?? null,
        outcome: done ? { outcome: done.outcome, subtitle: done.subtitle } : null,
        detail: done?.detail ?? (problem && detailOf(problem)) ?? null,
      });
    if (problem) this.#context.conclude(problem.message);
    return done?.value;
  }

  async #finish(result: ReconcileResult & { databaseName: string }): Promise<void> {
    const { runId, organizationId, projectId, signal } = this.#context;
    const open = this.#open.get('compare');
    const startedAt = this.#needs.platform.clock.now();
    if (open) this.#context.started(open);
    const { differences, agrees, summary, counts, byColumn, notes, databaseName } = result;
    const kept: Partial<Record<DifferenceKind, number>> = {};
    for (const { kind } of differences) kept[kind] = (kept[kind] ?? 0) + 1;
    if (signal.aborted) return;
    await this.#needs.platform.database.transaction((sql) =>
      resultsStore.keep(
        sql,
        {
          runId,
          organizationId,
          projectId,
          reconciliationId: this.#plan.reconciliationId,
          found: { agrees, summary, counts, byColumn, notes, kept, databaseName },
        },
        differences.map(({ kind, ...content }, position) => ({ position, kind, content })),
      ),
    );
    if (open)
      await this.#context.finished({
        index: open.index,
        status: agrees ? 'passed' : 'failed',
        durationMs: this.#needs.platform.clock.now().getTime() - startedAt.getTime(),
        startedAt,
        message: agrees ? null : summary,
        outcome: { outcome: `${counts.matched} matched`, subtitle: summary },
        detail: null,
      });
    this.#context.conclude(summary);
  }
}

interface Done<T> {
  value: T;
  outcome: string;
  subtitle: string;
  detail: unknown;
}

const countOf = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

const details = new WeakMap<object, unknown>();
const detailOf = (problem: ReconcileProblem): unknown => details.get(problem);

/** Attaches to the error what a failed step can show. */
function withDetail(error: unknown, detail: unknown): unknown {
  if (error instanceof ReconcileProblem) details.set(error, detail);
  return error;
}
