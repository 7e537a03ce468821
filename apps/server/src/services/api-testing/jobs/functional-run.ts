import { executeTestSchema, type ScriptAuthentication } from '@touchstone/contracts/api-testing';
import { withRetries } from '@touchstone/engine-data';
import {
  createHttpSession,
  type HttpSessionState,
  type HttpStep,
  type ResumePoint,
  runSteps,
  type StepEvent,
} from '@touchstone/engine-http';
import { createMask, joinMasks, type Mask, recordHttpStep, summaryOf } from '@touchstone/report';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenStep, RunContext, RunKind } from '../../runs/index.ts';
import {
  dynamicOptions,
  EnvironmentTokens,
  openCertificates,
  openScopes,
  sessionOptions,
} from '../../workspaces/index.ts';
import type { AssertWithinLimit } from '../app/executions/execution-limit.ts';
import { functionalKind } from '../app/executions/plan-suites.ts';
import type { ResponseCheck } from '../app/executions/response-checks.ts';
import { storeBodyOf } from '../app/executions/store-body.ts';
import { executionStatusOf } from '../domain/executions/execution-status.ts';
import { functionalDocument } from '../domain/executions/execution-summary.ts';
import type { FunctionalPlan, PlannedHttpStep } from '../domain/executions/functional-plan.ts';
import { isPlannedPrerequisite } from '../domain/prerequisites/prerequisite.ts';
import { presentStep, type RequestSummary, toRecord, toStepSummary } from '../domain/stored-step.ts';
import { secretsOf } from '../domain/suites/without-secrets.ts';
import { PrerequisiteRunner, type PrerequisiteServices } from './prerequisite-runner.ts';
import { type LedgerEntry, StepLedger } from './step-ledger.ts';
import { withResponseChecks } from './with-response-checks.ts';

/** createFunctionalRun returns the executor of functional runs, with the `http` engine. */
export function createFunctionalRun(
  platform: Platform,
  services: PrerequisiteServices,
  {
    assertWithinLimit,
    checks,
    ...start
  }: Pick<RunKind, 'open' | 'plan' | 'onDeleted'> & {
    assertWithinLimit: AssertWithinLimit;
    checks: readonly ResponseCheck[];
  },
): RunKind {
  return {
    ...start,
    kind: functionalKind,
    title: 'Functional run',
    service: 'api-testing',
    input: executeTestSchema.omit({ type: true, performance: true, label: true, commit: true }),
    link: ({ runId }) => `/api-testing/report/${runId}`,
    executionStatus: executionStatusOf,
    async retry(run, choice) {
      await assertWithinLimit(run);
      return choice;
    },
    present: presentStep,
    report: functionalDocument,
    execute: (context) => new FunctionalRun(platform, services, checks, context).execute(),
  };
}

/** The key of one execution of a step: the same on every runner and every attempt to send it. */
const executionKey = (stepId: string, executions: number): string =>
  executions === 0 ? stepId : `${stepId}-${executions + 1}`;

class FunctionalRun {
  readonly #platform: Platform;
  readonly #services: PrerequisiteServices;
  readonly #checks: readonly ResponseCheck[];
  readonly #context: RunContext;
  readonly #plan: FunctionalPlan;
  readonly #scopes: Record<string, string>[];
  readonly #suiteScopes = new Map<string, Record<string, string>>();
  readonly #secrets: string[];
  #maskOfRun: Mask;
  readonly #tokens: EnvironmentTokens;
  readonly #ledger: StepLedger;
  /** The session before the step being sent, so that the stored session is never ahead of the recorded steps. */
  #stateBefore: HttpSessionState | undefined;
  /** How many recorded executions were followed by a jump to another script. */
  #jumps: number;
  /** Planned steps up to this index were read by an earlier runner. */
  #readUpTo = -1;

  constructor(
    platform: Platform,
    services: PrerequisiteServices,
    checks: readonly ResponseCheck[],
    context: RunContext,
  ) {
    this.#platform = platform;
    this.#checks = checks;
    this.#services = services;
    this.#context = context;
    this.#plan = context.plan as FunctionalPlan;
    this.#jumps = (context.checkpoint as { jumps?: number } | undefined)?.jumps ?? 0;
    const opened = openScopes(platform, this.#plan.scopes);
    this.#scopes = opened.scopes;
    this.#secrets = opened.secrets;
    for (const [suiteId, variables] of Object.entries(this.#plan.suiteScopes ?? {})) {
      const {
        scopes: [values],
        secrets,
      } = openScopes(platform, [variables]);
      this.#suiteScopes.set(suiteId, values ?? {});
      this.#secrets.push(...secrets);
    }
    this.#maskOfRun = createMask(this.#secrets);
    const { projectId } = context;
    this.#tokens = new EnvironmentTokens(platform, { projectId, environmentId: this.#plan.environmentId ?? null });
    this.#ledger = new StepLedger({ nextIndex: context.total, mayRepeat: this.#plan.parallel === 1 });
  }

  async execute(): Promise<void> {
    const { parallel: concurrency, stopOnFailure } = this.#plan;
    const { signal } = this.#context;
    const session = await this.#openSession();
    const prerequisites = new PrerequisiteRunner({
      platform: this.#platform,
      services: this.#services,
      context: this.#context,
      session,
      scopes: this.#plan.scopes,
      secrets: this.#secrets,
    });
    this.#maskOfRun = createMask(this.#secrets);
    this.#context.keepState(() => ({
      ...(this.#stateBefore ?? session.state()),
      prerequisites: prerequisites.state(),
      ...(this.#jumps > 0 && { jumps: this.#jumps }),
    }));
    const checked = await withResponseChecks(session, {
      checks: this.#checks,
      run: this.#context,
      scriptOf: ({ id }) => (this.#ledger.find(id)?.step.plan as PlannedHttpStep | undefined)?.scriptId ?? null,
    });
    const resume = await this.#resumePoint();
    try {
      await runSteps({
        steps: this.#steps(prerequisites),
        session: withRetries(checked, { retries: 0 }),
        concurrency,
        stopOnFailure,
        signal,
        ...(resume && { resume }),
        emit: (event) => {
          if (event.type === 'started' && concurrency === 1) this.#stateBefore = session.state();
          return this.#record(event);
        },
      });
    } finally {
      await session.close();
    }
  }

  async #openSession() {
    const state = this.#context.checkpoint as HttpSessionState | undefined;
    for (const token of Object.values(state?.tokens ?? {})) this.#tokens.learn(token);
    return createHttpSession({
      ...sessionOptions(this.#platform, this.#context),
      ...openCertificates(this.#platform, this.#plan.certificates),
      ...(await dynamicOptions(this.#plan.dynamicNames)),
      scopes: this.#scopes,
      tokenCache: this.#tokens,
      owner: { organizationId: this.#context.organizationId, userId: this.#context.createdBy },
      ...(state ? { state } : {}),
    });
  }

  async *#steps(prerequisites: PrerequisiteRunner): AsyncGenerator<HttpStep> {
    for await (const step of this.#context.openSteps()) {
      if (prerequisites.endsBefore(step)) return;
      if (isPlannedPrerequisite(step.plan)) {
        if (!(await prerequisites.run(step))) return;
        this.#maskOfRun = createMask(this.#secrets);
      } else if (step.index > this.#readUpTo) yield this.#open(step);
    }
  }

  /**
   * Where an earlier runner stopped in a group whose scripts may jump back; all steps of the group that it read are
   * needed again.
   */
  async #resumePoint(): Promise<ResumePoint | undefined> {
    if (this.#context.attempt === 1 || this.#plan.parallel !== 1) return undefined;
    const { last, repeats } = await this.#context.progress();
    const detail = last?.detail as { nextStep?: string | null } | null | undefined;
    if (!last) return undefined;
    const planned = last.repeatOf ?? last.index;
    const read: (OpenStep & { isOpen: boolean })[] = [];
    for await (const step of this.#context.siblings(planned)) read.push(step);
    if (read.length === 0 || read.some((step) => isPlannedPrerequisite(step.plan))) return undefined;
    const length = read.findLastIndex((step) => !step.isOpen) + 1;
    const group = read
      .slice(0, length)
      .map((step) => this.#open(step, (step.isOpen ? 0 : 1) + (repeats.get(step.index) ?? 0)));
    this.#readUpTo = read[length - 1]?.index ?? -1;
    this.#ledger.restore(last);
    const position = read.findIndex((step) => step.index === planned) + 1;
    const target = detail?.nextStep;
    const jumps = this.#jumps;
    if (target === undefined) return { group, position, jumps };
    return { group, position, jumps: jumps - 1, jump: { from: group[position - 1]?.name ?? '', target } };
  }

  /** Opens the secrets of a planned step. */
  #open(step: OpenStep, records = 0): HttpStep {
    const { sealedAuthentication, scriptId: _script, ...planned } = step.plan as PlannedHttpStep;
    const { secrets } = this.#platform;
    const authentication: ScriptAuthentication = sealedAuthentication
      ? JSON.parse(secrets.open(sealedAuthentication.value, sealedAuthentication.place))
      : { type: 'none' };
    const own = secretsOf(authentication);
    const mask = own.length ? createMask([...this.#secrets, ...own]) : this.#maskOfRun;
    this.#ledger.add({ step, group: planned.group, mask }, records);
    const groupScope = this.#suiteScopes.get(step.groupId ?? '');
    const { stepId } = step;
    const keyOf = () => executionKey(stepId, this.#ledger.find(stepId)?.records ?? 0);
    return {
      ...planned,
      id: stepId,
      ...(groupScope && { groupScope }),
      authentication,
      get idempotencyKey() {
        return keyOf();
      },
    } as HttpStep;
  }

  async #record(event: StepEvent): Promise<void> {
    const { signal } = this.#context;
    const entry = this.#ledger.find(event.step.id);
    if (!entry) return;
    if (event.type === 'started') {
      const line = { ...toStepSummary(entry.step), status: 'running' };
      if (entry.isFirst) this.#context.started({ index: entry.step.index, line });
      return;
    }
    if (event.type === 'skipped') {
      if (entry.isFirst) await this.#recordSkipped(entry, event.message);
      return;
    }
    // A step interrupted by the stop has no result: it is closed with the run, or executed by the next runner.
    if (signal.aborted && event.result.status === 'cancelled') return;
    await this.#recordFinished(entry, event);
  }

  async #recordSkipped({ step, mask }: LedgerEntry, reason: string): Promise<void> {
    const place = this.#ledger.record(step.stepId);
    if (!place) return;
    const message = this.#mask(mask)(reason);
    this.#stateBefore = undefined;
    await this.#context.finished({
      ...place,
      status: 'skipped',
      durationMs: null,
      startedAt: new Date(),
      message,
      outcome: null,
      detail: null,
      line: { ...toStepSummary(step), status: 'skipped', message },
    });
  }

  async #recordFinished(
    { step, mask }: LedgerEntry,
    { step: sent, result }: Extract<StepEvent, { type: 'finished' }>,
  ): Promise<void> {
    const place = this.#ledger.record(step.stepId);
    if (!place) return;
    const { index, repeat, occurrence } = place;
    const { organizationId, runId } = this.#context;
    const { suiteId, suiteName, scriptId } = step.summary as RequestSummary;
    const detail = await recordHttpStep({
      step: sent,
      result: repeat ? { ...result, stepId: repeat.stepId } : result,
      index,
      suite: { suiteId: suiteId ?? '', suiteName },
      scriptId,
      mask: this.#mask(mask),
      ...(repeat && { repetition: { occurrence: occurrence ?? 2, position: repeat.position } }),
      storeBody: storeBodyOf(this.#platform, organizationId, `run:${runId}`),
    });
    const { status, durationMs, startedAt } = result;
    this.#stateBefore = undefined;
    if (detail.nextStep !== undefined) this.#jumps += 1;
    await this.#context.finished({
      index,
      status,
      durationMs,
      startedAt,
      ...toRecord(step, detail),
      line: summaryOf(detail),
      ...(repeat && { repeat }),
    });
  }

  /** Tokens arrive while the run is in progress; none may be shown. */
  #mask(mask: Mask): Mask {
    const { secrets } = this.#tokens;
    if (secrets.size === 0) return mask;
    return joinMasks(mask, createMask([...secrets]));
  }
}
