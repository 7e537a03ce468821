import type { Tour, TourStep } from '../../shared/tours/tour.ts';

/** Where somebody is in a tour. */
export interface TourRun {
  steps: readonly TourStep[];
  index: number;
  /** Address at which each step was shown, so that the way back leads over screens. */
  places: Readonly<Record<string, string>>;
}

export const startRun = ({ steps }: Tour): TourRun => ({ steps, index: 0, places: {} });

/** countSteps gives the length of a tour as it is now: optional steps to come count where their target is on the page. */
export const countSteps = ({ steps, index }: TourRun, isThere: (step: TourStep) => boolean): number =>
  steps.filter((step, place) => place <= index || !step.isOptional || isThere(step)).length;

/** isLastStep tells whether nothing comes after the present step but optional ones whose target is not on the page. */
export const isLastStep = ({ steps, index }: TourRun, isThere: (step: TourStep) => boolean): boolean =>
  steps.slice(index + 1).every((step) => step.isOptional && !isThere(step));

/** nextRun goes a step on and leaves out the optional ones whose target is not on the page. */
export function nextRun({ steps, index, places }: TourRun, isThere: (step: TourStep) => boolean): TourRun {
  const gone = steps.slice(index + 1).findIndex((step) => !step.isOptional || isThere(step));
  const skipped = gone === -1 ? steps.length - index - 1 : gone;
  return { places, index: index + 1, steps: steps.toSpliced(index + 1, skipped) };
}

export const previousRun = (run: TourRun): TourRun => ({ ...run, index: Math.max(0, run.index - 1) });
