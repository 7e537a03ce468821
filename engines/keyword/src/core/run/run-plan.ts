import type { Clock } from '@touchstone/kernel';
import type { KeywordFunction, Step } from '../step.ts';
import type { Driver } from './driver.ts';
import type { RunEvent } from './run-event.ts';

/** Limits of a run: rounds of one loop, nested function calls, step executions in total. */
export const runLimits = { iterations: 10_000, functionDepth: 50, executions: 200_000 } as const;

/** What is executed. */
export interface RunPlan {
  steps: readonly Step[];
  /** Default timeout of a step, in milliseconds. */
  timeoutMs: number;
}

/** Dependencies of a run. */
export interface RunPorts {
  driver: Driver;
  /** Variables visible to scripts and functions; a function sees none of its caller's others. */
  variables: Record<string, string>;
  /** Computes values on demand; used after `variables`. */
  lookup?: (name: string) => string | undefined;
  /** Receives each variable as the script sets it, so that current values can be read during the run. */
  own?: Map<string, string>;
  functions: readonly KeywordFunction[];
  /** The data table that `forEach` iterates over. */
  rows: readonly Record<string, string>[];
  /** Values that no report may show. */
  secrets?: readonly string[];
  /** Awaited, so a slow reader slows the run. */
  report: (event: RunEvent) => void | Promise<void>;
  signal?: AbortSignal;
  clock?: Clock;
}
