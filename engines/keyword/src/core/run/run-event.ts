import type { Locator, Step } from '../step.ts';
import type { Evidence, Healing, LogLine, Measure, PictureResult, Violation } from './driver.ts';

/** How a step ended. */
export type StepStatus = 'passed' | 'failed' | 'error' | 'skipped';

/** The step execution that an event is about. */
export interface StepPlace {
  step: Step;
  /** Number of this execution within the run, from 1. */
  sequence: number;
  /** Sequence of the container's execution; null at the top level. */
  parent: number | null;
  /** Ids of the steps around it, outermost first, including function calls. */
  path: string[];
  /** Round of the innermost loop, from 1; null outside of loops. */
  iteration: number | null;
}

/** One attempt of a step that was retried. */
export interface StepAttempt {
  status: StepStatus;
  message: string;
  durationMs: number;
}

/** The result of one execution of a step; secrets are masked in every text. */
export interface StepResult {
  status: StepStatus;
  durationMs: number;
  message: string;
  expected?: string;
  actual?: string;
  evidence?: Evidence[];
  log?: LogLine[];
  locatorUsed?: Locator;
  measure?: Measure;
  violations?: Violation[];
  picture?: PictureResult;
  healing?: Healing;
  /** For a passed step: its element's current fingerprint, if the driver was to learn it. */
  seen?: Record<string, unknown>;
  /** If there were several. */
  attempts?: StepAttempt[];
  /** Passed, but not at the first attempt. */
  isFlaky: boolean;
}

/** Events of the interpreter. A skipped step is only reported as finished. */
export type RunEvent =
  | (StepPlace & { type: 'stepStarted'; args: Record<string, string> })
  | (StepPlace & StepResult & { type: 'stepFinished' });

/** How a script ended; `stopped` means from outside. */
export interface RunResult {
  status: 'passed' | 'failed' | 'error' | 'stopped';
  message: string;
  /** The script's variables at its end, unmasked. */
  variables: Record<string, string>;
  counts: Record<StepStatus, number>;
  isFlaky: boolean;
  durationMs: number;
}
