import type { Clock } from '@touchstone/kernel';
import type { KeywordFunction, Step } from '../step.ts';
import type { Driver } from './driver.ts';
import type { RunEvent } from './run-event.ts';

/** Bounds of a run: rounds of one loop, functions in one another, executions of steps altogether. */
export const runLimits = { iterations: 10_000, functionDepth: 50, executions: 200_000 } as const;

/** What is executed. */
export interface RunPlan {
  steps: readonly Step[];
  /** Time of a step that has none of its own, in milliseconds. */
  timeoutMs: number;
}

/** What a run works with. */
export interface RunPorts {
  driver: Driver;
  /** What scripts and functions see; a function sees nothing else that its caller has. */
  variables: Record<string, string>;
  /** Values that are made when they are asked for; asked after `variables`. */
  lookup?: (name: string) => string | undefined;
  /** Gets each variable that the script sets, when it sets it: what it came to can be read while it runs. */
  own?: Map<string, string>;
  functions: readonly KeywordFunction[];
  /** The data table that `forEach` goes through. */
  rows: readonly Record<string, string>[];
  /** Values that no report may show. */
  secrets?: readonly string[];
  /** Awaited, so a slow reader slows the run. */
  report: (event: RunEvent) => void | Promise<void>;
  signal?: AbortSignal;
  clock?: Clock;
}
