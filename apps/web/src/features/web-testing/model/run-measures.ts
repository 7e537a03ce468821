import type { ScriptStepResult } from '@touchstone/contracts/web-testing';

/** A run's times under one name. */
export interface MeasureSummary {
  name: string;
  count: number;
  minMs: number;
  maxMs: number;
  /** Id of the step with the longest time. */
  slowest: string;
}

/** measuresOf summarizes the measurements of a run's steps by name, in order of appearance. */
export function measuresOf(steps: readonly Pick<ScriptStepResult, 'stepId' | 'measure'>[]): MeasureSummary[] {
  const found = new Map<string, MeasureSummary>();
  for (const { stepId, measure } of steps) {
    if (!measure) continue;
    const { name, ms } = measure;
    const known = found.get(name);
    const isSlowest = !known || ms > known.maxMs;
    found.set(name, {
      name,
      count: (known?.count ?? 0) + 1,
      minMs: Math.min(known?.minMs ?? ms, ms),
      maxMs: Math.max(known?.maxMs ?? ms, ms),
      slowest: isSlowest ? stepId : known.slowest,
    });
  }
  return [...found.values()];
}
