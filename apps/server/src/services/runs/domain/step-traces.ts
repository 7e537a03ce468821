import type { StepTrace } from '@touchstone/contracts/runs';
import type { RunViewer } from './run-kind.ts';

/** The step in question; the caller may see its run. */
export interface TracedStep {
  runId: string;
  stepId: string;
  /** The address it called, as far as its report shows. */
  address: string | undefined;
}

/** FindStepTraces finds what a step of a run caused in a service, as far as the caller may see it; empty if nothing. */
export type FindStepTraces = (caller: RunViewer, step: TracedStep) => Promise<StepTrace[]>;
