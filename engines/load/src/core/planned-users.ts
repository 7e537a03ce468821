import type { LoadExecutor, LoadScenario, RampingVus } from './plan.ts';
import { shareOf } from './share.ts';

/** One virtual user more or less, at `atMs` after the start of the scenario. `user` is its number in the whole plan. */
export interface UserChange {
  atMs: number;
  user: number;
  change: 1 | -1;
}

/** Default of `maxDurationMs`. */
export const defaultMaxDurationMs = 600_000;

/**
 * durationOf returns the planned time of a workload in milliseconds, without graceful stop; for iterations, the
 * maximum.
 */
export function durationOf(executor: LoadExecutor): number {
  switch (executor.type) {
    case 'constant-vus':
    case 'constant-arrival-rate':
      return executor.durationMs;
    case 'ramping-vus':
    case 'ramping-arrival-rate':
      return executor.stages.reduce((sum, stage) => sum + stage.durationMs, 0);
    case 'shared-iterations':
    case 'per-vu-iterations':
      return executor.maxDurationMs ?? defaultMaxDurationMs;
  }
}

/** maxUsersOf returns the most virtual users that a workload can have at the same time. */
export function maxUsersOf(executor: LoadExecutor): number {
  switch (executor.type) {
    case 'ramping-vus':
      return Math.max(executor.startVus, ...executor.stages.map((stage) => stage.target));
    case 'constant-arrival-rate':
    case 'ramping-arrival-rate':
      return Math.max(executor.preAllocatedVus, executor.maxVus ?? 0);
    default:
      return executor.vus;
  }
}

/**
 * plannedUsersAt returns the virtual users that a scenario (or its slice) plans at an instant after the start of the
 * run. In the open model, these are the preallocated users; more may be added up to `maxVus`. Workloads of iterations
 * may end earlier.
 */
export function plannedUsersAt(scenario: LoadScenario, runMs: number): number {
  const { executor } = scenario;
  const ms = runMs - (scenario.startMs ?? 0);
  if (ms < 0 || ms >= durationOf(executor)) return 0;
  return shareOf(usersWithin(executor, ms), scenario.slice);
}

function usersWithin(executor: LoadExecutor, ms: number): number {
  if (executor.type === 'ramping-vus') return rampedUsers(executor, ms);
  return 'preAllocatedVus' in executor ? executor.preAllocatedVus : executor.vus;
}

/** A rising stage counts a user once the line has reached it; a falling one until the line has left it. */
function rampedUsers({ startVus, stages }: RampingVus, ms: number): number {
  let begin = 0;
  let from = startVus;
  for (const { durationMs, target } of stages) {
    if (ms < begin + durationMs) {
      const steps = Math.abs(target - from);
      let done = Math.floor(((ms - begin) * steps) / durationMs);
      while (done < steps && changeInstant(begin, durationMs, done + 1, steps) <= ms) done += 1;
      while (done > 0 && changeInstant(begin, durationMs, done, steps) > ms) done -= 1;
      return from + Math.sign(target - from) * done;
    }
    begin += durationMs;
    from = target;
  }
  return from;
}

/**
 * userChanges lists when users join and leave in a ramping workload, in order; the last to join is the first to leave.
 */
export function* userChanges({ startVus, stages }: RampingVus): Generator<UserChange> {
  for (let user = 0; user < startVus; user += 1) yield { atMs: 0, user, change: 1 };
  let begin = 0;
  let from = startVus;
  for (const { durationMs, target } of stages) {
    const steps = Math.abs(target - from);
    for (let done = 1; done <= steps; done += 1) {
      const atMs = changeInstant(begin, durationMs, done, steps);
      yield target > from ? { atMs, user: from + done - 1, change: 1 } : { atMs, user: from - done, change: -1 };
    }
    begin += durationMs;
    from = target;
  }
}

function changeInstant(begin: number, durationMs: number, done: number, steps: number): number {
  return begin + (durationMs * done) / steps;
}
