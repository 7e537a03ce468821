import type { StepTrace } from '@touchstone/contracts/runs';
import type { RunViewer } from './run-kind.ts';

/** The step that is asked about; the caller may see its run. */
export interface TracedStep {
  runId: string;
  stepId: string;
  /** What it called, as far as its report says. */
  address: string | undefined;
}

/** FindStepTraces tells what a step of a run caused in a service, as far as the caller may see it; an empty list where nothing. */
export type FindStepTraces = (caller: RunViewer, step: TracedStep) => Promise<StepTrace[]>;
