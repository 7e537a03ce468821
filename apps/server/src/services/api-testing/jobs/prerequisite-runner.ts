import type { StepDetail } from '@touchstone/contracts/api-testing';
import type { PreparableSession } from '@touchstone/engine-http';
import { createMask, recordHttpStep, summaryOf } from '@touchstone/report';
import { isFailedStatement } from '../../../platform/database/outage.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenStep, RunContext } from '../../runs/index.ts';
import type { AskDatabases, Databases, KeepVariables, PlannedVariable } from '../../workspaces/index.ts';
import { storeBodyOf } from '../app/executions/store-body.ts';
import { isPlannedPrerequisite, type PrerequisiteState } from '../domain/prerequisites/prerequisite.ts';
import { prerequisitesTitle, toRecord, toStepSummary } from '../domain/stored-step.ts';
import { type PrerequisiteRow, prerequisitesStore } from '../store/prerequisites.store.ts';
import { type Performance, performPrerequisite } from './perform-prerequisite.ts';

const hidden = '••••••';

export interface PrerequisiteServices {
  databases: Databases;
  askDatabases: AskDatabases;
  keepVariables: KeepVariables;
}

/**
 * PrerequisiteRunner executes the prerequisites of a run, which precede its other steps, and sets their values in its
 * session.
 */
export class PrerequisiteRunner {
  readonly #platform: Platform;
  readonly #services: PrerequisiteServices;
  readonly #context: RunContext;
  readonly #session: PreparableSession;
  /** Values that must never be shown; extended by the values of secret prerequisites. */
  readonly #secrets: string[];
  readonly #secretNames: Set<string>;
  #failed: PrerequisiteState['failed'];

  constructor(options: {
    platform: Platform;
    services: PrerequisiteServices;
    context: RunContext;
    session: PreparableSession;
    scopes: PlannedVariable[][];
    secrets: string[];
  }) {
    const { platform, services, context, session, scopes, secrets } = options;
    this.#platform = platform;
    this.#services = services;
    this.#context = context;
    this.#session = session;
    this.#secrets = secrets;
    const kept = (context.checkpoint as { prerequisites?: PrerequisiteState } | undefined)?.prerequisites;
    this.#failed = kept?.failed;
    const planned = scopes.flat().flatMap(({ name, sealedAt }) => (sealedAt ? [name] : []));
    this.#secretNames = new Set([...planned, ...(kept?.secretNames ?? [])]);
    const { variables } = session.state();
    for (const name of this.#secretNames) if (variables[name]) secrets.push(variables[name]);
  }

  /** What the next attempt needs; part of the run's checkpoint. */
  state(): PrerequisiteState {
    return { secretNames: [...this.#secretNames], ...(this.#failed && { failed: this.#failed }) };
  }

  /** Whether the run ends before this step because a prerequisite failed in an earlier attempt that couldn't end it. */
  endsBefore(step: OpenStep): boolean {
    if (!this.#failed) return false;
    if (isPlannedPrerequisite(step.plan) && step.plan.prerequisiteId === this.#failed.prerequisiteId) return false;
    this.#context.conclude(this.#failed.message);
    return true;
  }

  /** Executes one prerequisite; returns whether the run continues. */
  async run(step: OpenStep): Promise<boolean> {
    const { prerequisiteId } = step.plan as { prerequisiteId: string };
    const { signal } = this.#context;
    this.#context.started({ index: step.index, line: { ...toStepSummary(step), status: 'running' } });
    const startedAt = this.#platform.clock.now();
    const startedMs = this.#platform.clock.monotonicMs();
    const row = await prerequisitesStore.find(
      this.#platform.database.sql,
      this.#context.organizationId,
      prerequisiteId,
    );
    const performance = row
      ? await this.#perform(row, step.stepId)
      : { values: {}, source: '', secrets: [], problem: 'This prerequisite was deleted.' };
    if (signal.aborted) return false;
    const durationMs = this.#platform.clock.monotonicMs() - startedMs;
    const detail = await this.#record(step, { row, performance, startedAt, durationMs });
    const message = detail.message === null ? undefined : `Prerequisite ${detail.name} failed: ${detail.message}`;
    this.#failed = message === undefined ? undefined : { prerequisiteId, message };
    const { status } = detail;
    await this.#context.finished({
      index: step.index,
      status: status === 'passed' || status === 'failed' ? status : 'error',
      durationMs,
      startedAt,
      ...toRecord(step, detail),
      line: summaryOf(detail),
    });
    if (message !== undefined) this.#context.conclude(message);
    return message === undefined;
  }

  async #perform(row: PrerequisiteRow, stepId: string): Promise<Performance> {
    const { organizationId, projectId, signal } = this.#context;
    const scope = { organizationId, projectId };
    const performance = await performPrerequisite(
      { ...row, stepId },
      { ...this.#services, platform: this.#platform, scope, session: this.#session, signal },
    );
    this.#secrets.push(...performance.secrets);
    for (const [name, value] of Object.entries(performance.values)) {
      if (row.isSecret) this.#secretNames.add(name);
      if (this.#secretNames.has(name)) this.#secrets.push(value);
    }
    if (performance.problem !== undefined || signal.aborted) return performance;
    this.#session.setVariables(performance.values);
    if (!row.targetEnvironmentId) return performance;
    try {
      const { targetEnvironmentId: environmentId, isSecret } = row;
      await this.#services.keepVariables({ ...scope, environmentId, values: performance.values, isSecret });
      return performance;
    } catch (error) {
      if (isFailedStatement(error)) throw error;
      return { ...performance, problem: `Its values could not be kept: ${(error as Error).message}` };
    }
  }

  async #record(
    step: OpenStep,
    {
      row,
      performance,
      startedAt,
      durationMs,
    }: { row: PrerequisiteRow | undefined; performance: Performance; startedAt: Date; durationMs: number },
  ): Promise<StepDetail> {
    const planned = toStepSummary(step);
    const { organizationId, runId } = this.#context;
    const mask = createMask(this.#secrets);
    const { exchange, problem, values } = performance;
    const message = problem === undefined ? null : mask(problem);
    const extracted = Object.entries(values).map(([name, value]) => ({
      name,
      value: this.#secretNames.has(name) ? hidden : mask(value),
      found: true,
    }));
    const name = row?.name ?? planned.name;
    if (exchange) {
      const recorded = await recordHttpStep({
        step: { ...exchange.step, name },
        result: exchange.result,
        index: step.index,
        suite: null,
        scriptId: planned.scriptId,
        mask,
        storeBody: storeBodyOf(this.#platform, organizationId, `run:${runId}`),
      });
      const status = message !== null && recorded.status === 'passed' ? 'failed' : recorded.status;
      return {
        ...recorded,
        status,
        message,
        suiteName: prerequisitesTitle,
        extracted: withMisses(recorded, extracted),
      };
    }
    return {
      ...planned,
      name,
      url: mask(performance.source),
      status: message === null ? 'passed' : 'error',
      durationMs: Math.round(durationMs * 10) / 10,
      message,
      attempt: 1,
      startedAt: startedAt.toISOString(),
      exchange: null,
      assertions: [],
      extracted,
      unresolved: [],
      ...(performance.logs?.length && { logs: performance.logs.map(mask) }),
      error: message === null ? null : { code: 'PREREQUISITE', message },
    };
  }
}

/** The values as they may be shown, and what the data handlers didn't find. */
function withMisses(recorded: StepDetail, extracted: StepDetail['extracted']): StepDetail['extracted'] {
  return [...extracted, ...recorded.extracted.filter(({ found }) => !found)];
}
