export type TourSide = 'top' | 'right' | 'bottom' | 'left';

/** A button of a step: next, back, or end of the tour. */
export interface TourButton {
  text: string;
  type: 'next' | 'back' | 'complete';
}

export interface TourStep {
  /** A step with the id `delay` waits a moment longer for its target, such as after a change of screens. */
  id: string;
  title: string;
  text: string;
  /** Selector of the target, and the side of it on which the step is shown. */
  attachTo: { element: string; side: TourSide };
  /** Whether the target can be used while the step is shown. */
  canClickTarget: boolean;
  /** What the user does on the page to advance; the button does the same, so a tour may continue on another screen. */
  advanceOn?: { selector: string; event: 'click' };
  buttons: readonly TourButton[];
  /** Skipped for users who don't have its target; never the first step of a screen. */
  isOptional?: boolean;
}

export interface Tour {
  id: string;
  name: string;
  /** Selector that must be on the page for this tour to apply; a page has one tour with data and one without. */
  needs?: string;
  steps: readonly TourStep[];
}

/** TourPage is a page with tours; their texts load when one is started. */
export interface TourPage {
  /** Matches the full path of the page. */
  path: RegExp;
  tourIds: readonly string[];
  load: () => Promise<readonly Tour[]>;
}

type StepDraft = Omit<TourStep, 'canClickTarget' | 'buttons'> & Partial<TourStep>;
const back: TourButton = { text: 'Back', type: 'back' };
const next: TourButton = { text: 'Next', type: 'next' };
export const complete: TourButton = { text: 'Done', type: 'complete' };

/**
 * tourOf adds the defaults to each step: its buttons, and a target that can't be clicked unless it advances the tour.
 */
export function tourOf({ steps, ...tour }: Omit<Tour, 'steps'> & { steps: readonly StepDraft[] }): Tour {
  const last = steps.length - 1;
  return {
    ...tour,
    steps: steps.map((step, index) => ({
      canClickTarget: step.advanceOn !== undefined,
      buttons: [...(index > 0 ? [back] : []), index < last ? next : complete],
      ...step,
    })),
  };
}

/** tourPageAt returns the entry for a page's path; undefined if it has no tour. */
export const tourPageAt = (pages: readonly TourPage[], pathname: string): TourPage | undefined =>
  pages.find(({ path }) => path.test(pathname.replace(/(.)\/$/, '$1')));
