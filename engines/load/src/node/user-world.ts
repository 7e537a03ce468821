import type { Connections, FileSource } from '@touchstone/engine-http';
import type { DynamicValueSource } from '@touchstone/engine-http/core';
import type { LoadTimer } from '../core/load-timer.ts';
import type { LoadScenario } from '../core/plan.ts';
import type { CompiledStep } from './compile-step.ts';
import type { RequestOutcome } from './request-outcome.ts';

/** UserWorld is shared by the virtual users of a scenario. */
export interface UserWorld {
  readonly scenario: LoadScenario;
  readonly steps: readonly CompiledStep[];
  /** Whether iterations start at planned instants, from which times count. */
  readonly isOpenModel: boolean;
  readonly timer: LoadTimer;
  readonly general: GeneralOptions;
  /** `place` is the step's index in the scenario. */
  record(place: number, outcome: RequestOutcome, nowMs: number): void;
  /** Pause between two steps, in milliseconds. */
  drawPause(): number;
  iterationEnded(user: number, end: { failed: boolean; durationMs: number }): void;
  /** Moves steps to the general path from now on. */
  becomesGeneral(matches: (step: CompiledStep) => boolean, reason: string): void;
}

/** What the general path needs to make sessions. */
export interface GeneralOptions {
  random: () => number;
  userAgent: string | undefined;
  dynamicValues: DynamicValueSource | undefined;
  files: FileSource | undefined;
  /** A pool of connections for one virtual user. */
  openConnections(): Connections;
}
