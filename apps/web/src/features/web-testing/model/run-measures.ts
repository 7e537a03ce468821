import type { ScriptStepResult } from '@touchstone/contracts/web-testing';

/** The times of a run under one name. */
export interface MeasureSummary {
  name: string;
  count: number;
  leastMs: number;
  mostMs: number;
  /** The step with the longest time. */
  slowest: string;
}

/** measuresOf sums up what the steps of a run measured, by name in order of appearance. */
export function measuresOf(steps: readonly Pick<ScriptStepResult, 'stepId' | 'measure'>[]): MeasureSummary[] {
  const found = new Map<string, MeasureSummary>();
  for (const { stepId, measure } of steps) {
    if (!measure) continue;
    const { name, ms } = measure;
    const known = found.get(name);
    const isSlowest = !known || ms > known.mostMs;
    found.set(name, {
      name,
      count: (known?.count ?? 0) + 1,
      leastMs: Math.min(known?.leastMs ?? ms, ms),
      mostMs: Math.max(known?.mostMs ?? ms, ms),
      slowest: isSlowest ? stepId : known.slowest,
    });
  }
  return [...found.values()];
}
