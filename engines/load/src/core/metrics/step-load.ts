import type { LoadStage, RampingVus } from '../plan.ts';

/** StepLoad is a load as entered on the performance page: from a first to a last number of users in equal steps. */
export interface StepLoad {
  /** Virtual users of the first step; default 1. */
  startLoad?: number;
  /** Virtual users of the last step; default 100. */
  endLoad?: number;
  /** Users that each step adds (or removes, if the load falls). */
  stepSize: number;
  /** Duration of the whole load in milliseconds, divided evenly over its steps, or of each step. */
  durationMs?: number;
  stepDurationMs?: number;
}

/** Default of `endLoad`. */
export const defaultEndLoad = 100;

/** stepLoad returns the workload of steps: it keeps each number of users for its time, then jumps to the next. */
export function stepLoad({ startLoad = 1, endLoad = defaultEndLoad, stepSize, ...time }: StepLoad): RampingVus {
  const levels = levelsOf(startLoad, endLoad, stepSize);
  const stepMs = time.stepDurationMs ?? (time.durationMs ?? 0) / levels.length;
  const stages: LoadStage[] = [];
  for (const [index, level] of levels.entries()) {
    if (index > 0) stages.push({ durationMs: 0, target: level });
    stages.push({ durationMs: stepMs, target: level });
  }
  return { type: 'ramping-vus', startVus: startLoad, stages };
}

function levelsOf(startLoad: number, endLoad: number, stepSize: number): number[] {
  const step = Math.max(1, Math.abs(stepSize)) * Math.sign(endLoad - startLoad);
  const levels = [startLoad];
  if (step === 0) return levels;
  for (let level = startLoad + step; step > 0 ? level < endLoad : level > endLoad; level += step) levels.push(level);
  return [...levels, endLoad];
}
