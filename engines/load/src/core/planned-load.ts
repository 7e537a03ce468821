import { Arrivals } from './arrivals.ts';
import type { LoadExecutor, LoadPlan, LoadScenario } from './plan.ts';
import { durationOf, maxUsersOf, plannedUsersAt } from './planned-users.ts';
import { emptySlice, partOf, shareOf, wholeSlice } from './share.ts';

/**
 * PlannedScenario is the load curve of a scenario: straight lines between points; two points at the same instant are a
 * jump.
 */
export interface PlannedScenario {
  name: string;
  /** Unit of the values: virtual users, or iterations started per second. */
  unit: 'users' | 'iterationsPerSecond';
  points: { atMs: number; value: number }[];
  startMs: number;
  /** End of the plan, without graceful stop; for iterations, the latest possible. */
  endMs: number;
  maxUsers: number;
  /** Missing if it depends on how fast the tested service responds. */
  iterations?: number;
}

/** PlannedLoad is what a plan will do, before anything runs. */
export interface PlannedLoad {
  scenarios: PlannedScenario[];
  /** Until the last scenario's end, without graceful stop. */
  durationMs: number;
  /** Most virtual users that can be present at the same time. */
  maxUsers: number;
}

/** plannedLoad computes the load curve that the executors follow; pages draw it before the run. */
export function plannedLoad(plan: Pick<LoadPlan, 'scenarios'>): PlannedLoad {
  const scenarios = plan.scenarios.map(plannedScenario);
  return {
    scenarios,
    durationMs: Math.max(0, ...scenarios.map((scenario) => scenario.endMs)),
    maxUsers: maxConcurrentUsers(scenarios),
  };
}

function plannedScenario(scenario: LoadScenario): PlannedScenario {
  const { executor, name, startMs = 0, slice } = scenario;
  const iterations = plannedIterations(scenario);
  const open = 'preAllocatedVus' in executor;
  const share = slice === undefined ? 1 : slice.count === 0 ? 0 : 1 / slice.count;
  return {
    name,
    unit: open ? 'iterationsPerSecond' : 'users',
    points: curveOf(executor).map(({ atMs, value }) => ({
      atMs: startMs + atMs,
      value: open ? value * share : shareOf(value, slice),
    })),
    startMs,
    endMs: startMs + durationOf(executor),
    maxUsers: shareOf(maxUsersOf(executor), slice),
    ...(iterations === undefined ? {} : { iterations }),
  };
}

function curveOf(executor: LoadExecutor): { atMs: number; value: number }[] {
  const endMs = durationOf(executor);
  const level = (value: number) => [
    { atMs: 0, value },
    { atMs: endMs, value },
  ];
  switch (executor.type) {
    case 'constant-arrival-rate':
      return level((executor.rate * 1000) / (executor.timeUnitMs ?? 1000));
    case 'ramping-arrival-rate':
    case 'ramping-vus': {
      const factor = executor.type === 'ramping-vus' ? 1 : 1000 / (executor.timeUnitMs ?? 1000);
      const start = executor.type === 'ramping-vus' ? executor.startVus : executor.startRate;
      const points = [{ atMs: 0, value: start * factor }];
      for (const { durationMs, target } of executor.stages)
        points.push({ atMs: points.at(-1)!.atMs + durationMs, value: target * factor });
      return points;
    }
    default:
      return level(executor.vus);
  }
}

/**
 * plannedIterations returns the exact number of iterations of a scenario or slice, or undefined if the plan doesn't fix
 * it.
 */
export function plannedIterations({ executor, slice }: LoadScenario): number | undefined {
  switch (executor.type) {
    case 'shared-iterations':
      return shareOf(executor.iterations, slice);
    case 'per-vu-iterations':
      return shareOf(executor.vus, slice) * executor.iterations;
    case 'constant-arrival-rate':
    case 'ramping-arrival-rate':
      return shareOf(new Arrivals(executor).total, slice);
    default:
      return undefined;
  }
}

/** Sequential scenarios don't need their users at the same time. */
function maxConcurrentUsers(scenarios: readonly PlannedScenario[]): number {
  const sums = scenarios.map(({ startMs }) =>
    scenarios
      .filter((other) => other.startMs <= startMs && startMs < other.endMs)
      .reduce((sum, other) => sum + other.maxUsers, 0),
  );
  return Math.max(0, ...sums);
}

/** plannedUsers adds up the planned users of all scenarios at an instant after the start of the run. */
export function plannedUsers(plan: Pick<LoadPlan, 'scenarios'>, runMs: number): number {
  return plan.scenarios.reduce((sum, scenario) => sum + plannedUsersAt(scenario, runMs), 0);
}

/**
 * arrivalTimes yields the exact instants of an open scenario (or its slice) in milliseconds after the start of the run;
 * none in closed models.
 */
export function* arrivalTimes({ executor, startMs = 0, slice }: LoadScenario): Generator<number> {
  if (!('preAllocatedVus' in executor)) return;
  for (const atMs of new Arrivals(executor).instants(slice)) yield startMs + atMs;
}

/**
 * sliceScenario returns one of `count` shares: users, arrivals, iterations and unique rows are dealt out by their
 * number, so the shares add up to the scenario exactly, at every instant. A slice can be sliced again. With fewer users
 * than shares, the last shares are empty.
 */
export function sliceScenario(scenario: LoadScenario, index: number, count: number): LoadScenario {
  const slice = scenario.slice ?? wholeSlice;
  const used = Math.min(count, shareOf(maxUsersOf(scenario.executor), slice));
  const part = used === 0 ? { ...emptySlice } : partOf(slice, index, used);
  const data = scenario.data;
  if (data?.mode !== 'unique') return { ...scenario, slice: part };
  const rows = part.count === 0 ? [] : data.rows.filter((_, place) => place % used === index);
  return { ...scenario, slice: part, data: { ...data, rows } };
}

/** slicePlan slices every scenario; each keeps its index, because frames identify scenarios by index. */
export function slicePlan(plan: LoadPlan, index: number, count: number): LoadPlan {
  return { ...plan, scenarios: plan.scenarios.map((scenario) => sliceScenario(scenario, index, count)) };
}
