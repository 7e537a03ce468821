import type { Locator, Step } from '../step.ts';
import type { Evidence, Healing, LogLine, Measure, PictureResult, Violation } from './driver.ts';

/** How a step ended. */
export type StepStatus = 'passed' | 'failed' | 'error' | 'skipped';

/** Which execution of a step an event is about. */
export interface StepPlace {
  step: Step;
  /** Number of this execution within the run, from 1. */
  sequence: number;
  /** That of the container's execution; null at the top. */
  parent: number | null;
  /** Ids of the steps that hold it, from the outermost inwards; calls of functions are among them. */
  path: string[];
  /** Round of the innermost loop, from 1; null outside of loops. */
  iteration: number | null;
}

/** One attempt of a step that was tried again. */
export interface StepAttempt {
  status: StepStatus;
  message: string;
  durationMs: number;
}

/** What came of one execution of a step; secrets are masked in every text. */
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
  /** Of a step that passed: what is known of its element now, where the driver was to learn it. */
  seen?: Record<string, unknown>;
  /** Where there were several. */
  attempts?: StepAttempt[];
  /** Passed, but not at the first attempt. */
  isFlaky: boolean;
}

/** What the interpreter reports. Skipped steps are reported as finished only. */
export type RunEvent =
  | (StepPlace & { type: 'stepStarted'; args: Record<string, string> })
  | (StepPlace & StepResult & { type: 'stepFinished' });

/** How a script ended: `stopped` from outside. */
export interface RunResult {
  status: 'passed' | 'failed' | 'error' | 'stopped';
  message: string;
  /** Variables of the script as they were at its end, unmasked. */
  variables: Record<string, string>;
  counts: Record<StepStatus, number>;
  isFlaky: boolean;
  durationMs: number;
}
