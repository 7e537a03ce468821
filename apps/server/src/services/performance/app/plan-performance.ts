import type { ExecuteTestInput, PerformanceConfiguration } from '@touchstone/contracts/api-testing';
import { type LoadPlan, plannedLoad, validatePlan } from '@touchstone/engine-load/core';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { LoadSourceInput, LoadSources } from '../../api-testing/index.ts';
import { isFinal, type PlannedRun, type PlannedStep, type Runs } from '../../runs/index.ts';
import type { LimitOf } from '../../subscription/index.ts';
import type { VirtualUsers } from '../../virtual-users/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { performanceKind } from '../domain/kinds.ts';
import { toLoadPlan } from '../domain/load-plan.ts';
import { performanceErrors } from '../errors.ts';
import { performanceStore } from '../store/performance.store.ts';
import { sealRun } from './sealed-run.ts';

/** A run may wait for a runner; its hold on virtual users must last longer. */
const holdMarginMs = 86_400_000;
const maxPlannedMs = 86_400_000;
const maxSteps = 1000;

/** What the runs core stores of a performance run; like a functional run's, for calls that serve both. */
export interface PerformanceLabel {
  environmentName: string | null;
  suites: { suiteId: string; suiteName: string; total: number }[];
}

/** createPlanPerformance plans a performance run and reserves its virtual users. */
export function createPlanPerformance(needs: {
  platform: Platform;
  runs: Runs;
  loadSources: LoadSources;
  virtualUsers: VirtualUsers;
  limitOf: LimitOf;
  /** Virtual users per runner; a larger run is divided among more runners. */
  usersPerRunner: number;
}) {
  const { platform, runs, loadSources, virtualUsers, limitOf, usersPerRunner } = needs;
  const { sql } = platform.database;

  const assertBaseline = async (actor: Actor, projectId: string, baselineRunId: string | undefined) => {
    if (baselineRunId === undefined) return;
    const [run] = await runs.listByIds(actor.organizationId, [baselineRunId]);
    if (run?.kind !== performanceKind || run.projectId !== projectId || !isFinal(run.status))
      throw new AppError(performanceErrors.baselineNotFound);
  };

  /** `runId` is the id of a run that may have been planned but not stored; it is planned again, with the same users. */
  return async function planPerformance(
    actor: Actor,
    input: ExecuteTestInput & { overrides?: LoadSourceInput['overrides'] },
    { runId = newId() }: { runId?: string } = {},
  ): Promise<PlannedRun> {
    const configuration = input.performance;
    if (configuration === undefined) throw new AppError(performanceErrors.configurationMissing);
    assertSteps(configuration);
    const source = await loadSources.read(actor, input);
    const plan = toLoadPlan(source, configuration);
    assertPlan(plan);
    await assertBaseline(actor, input.projectId, configuration.baselineRunId);
    const { durationMs, maxUsers, scenarios } = plannedLoad(plan);
    assertDuration(await limitOf(actor.organizationId, 'MAX_TIMESPAN_MINUTES'), durationMs);
    const { organizationId } = actor;
    const { sharedWalletId } = configuration;
    const until = new Date(platform.clock.now().getTime() + durationMs + holdMarginMs);
    await virtualUsers.reserve(actor, {
      runId,
      virtualUsers: maxUsers,
      until,
      ...(sharedWalletId && { sharedWalletId }),
    });
    const discard = async () => {
      await virtualUsers.release(runId);
      await performanceStore.delete(sql, [runId]);
    };
    try {
      await performanceStore.insert(sql, {
        runId,
        organizationId,
        projectId: input.projectId,
        configuration,
        curve: scenarios[0]!,
        plan: sealRun(platform, runId, { plan, certificates: source.certificates, secrets: source.secrets }),
        virtualUsers: maxUsers,
        plannedDurationMs: Math.ceil(durationMs),
        shards: shardsOf(configuration, maxUsers, usersPerRunner),
      });
    } catch (error) {
      await discard();
      throw error;
    }
    const label: PerformanceLabel = { environmentName: source.environmentName, suites: source.suites };
    return {
      runId,
      name: input.name ?? source.name,
      plan: {},
      label,
      ...(source.quota && { quota: source.quota }),
      steps: planResults(plan),
      auditDetail: { virtualUsers: maxUsers },
      discard,
    };
  };
}
export type PlanPerformance = ReturnType<typeof createPlanPerformance>;

function assertSteps({ load }: PerformanceConfiguration): void {
  if (load.type !== 'steps') return;
  const steps = Math.ceil(Math.abs(load.endLoad - load.startLoad) / load.stepSize) + 1;
  if (steps <= maxSteps) return;
  const message = `The load has ${steps} steps; at most ${maxSteps} are possible. Raise the step size.`;
  throw new AppError(performanceErrors.invalidPlan, { details: [{ path: 'performance.load.stepSize', message }] });
}

function assertPlan(plan: LoadPlan): void {
  const problems = validatePlan(plan);
  if (problems.length === 0) return;
  const details = problems.map(({ path, message }) => ({
    path: path
      .replace(/^scenarios\.0\.executor/, 'performance.load')
      .replace(/^(scenarios\.0|(?=thresholds))\.?/, 'performance.'),
    message,
  }));
  throw new AppError(performanceErrors.invalidPlan, { details });
}

function assertDuration(limitMinutes: number | null, durationMs: number): void {
  const limitMs = Math.min(limitMinutes === null ? maxPlannedMs : limitMinutes * 60_000, maxPlannedMs);
  if (durationMs > limitMs) throw new AppError(performanceErrors.tooLong, { params: { minutes: limitMs / 60_000 } });
}

function shardsOf({ runners }: PerformanceConfiguration, users: number, usersPerRunner: number): number {
  return Math.min(runners ?? Math.ceil(users / usersPerRunner), users);
}

/** What a performance run is judged by: that the load was generated, and each threshold. */
async function* planResults({ thresholds }: LoadPlan): AsyncGenerator<PlannedStep> {
  const names = [
    'Load',
    ...thresholds.map(({ expression, target }) =>
      target.type === 'request' ? `${target.request}: ${expression}` : expression,
    ),
  ];
  for (const [index, title] of names.entries())
    yield {
      stepId: newId(),
      kind: index === 0 ? 'load' : 'threshold',
      title,
      groupId: null,
      sourceId: null,
      plan: {},
      summary: {},
    };
}
