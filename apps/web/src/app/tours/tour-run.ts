import type { Tour, TourStep } from '../../shared/tours/tour.ts';

/** A position in a tour. */
export interface TourRun {
  steps: readonly TourStep[];
  index: number;
  /** Address at which each step was shown, so that going back works across screens. */
  places: Readonly<Record<string, string>>;
}

export const startRun = ({ steps }: Tour): TourRun => ({ steps, index: 0, places: {} });

/**
 * countSteps returns the current length of a tour: upcoming optional steps count only if their target is on the page.
 */
export const countSteps = ({ steps, index }: TourRun, isPresent: (step: TourStep) => boolean): number =>
  steps.filter((step, place) => place <= index || !step.isOptional || isPresent(step)).length;

/** isLastStep returns whether only optional steps without a target on the page follow the current one. */
export const isLastStep = ({ steps, index }: TourRun, isPresent: (step: TourStep) => boolean): boolean =>
  steps.slice(index + 1).every((step) => step.isOptional && !isPresent(step));

/** nextRun advances one step, skipping optional steps whose target is not on the page. */
export function nextRun({ steps, index, places }: TourRun, isPresent: (step: TourStep) => boolean): TourRun {
  const gone = steps.slice(index + 1).findIndex((step) => !step.isOptional || isPresent(step));
  const skipped = gone === -1 ? steps.length - index - 1 : gone;
  return { places, index: index + 1, steps: steps.toSpliced(index + 1, skipped) };
}

export const previousRun = (run: TourRun): TourRun => ({ ...run, index: Math.max(0, run.index - 1) });
