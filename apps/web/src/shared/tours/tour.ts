export type TourSide = 'top' | 'right' | 'bottom' | 'left';

/** A button of a step: on to the next, back to the one before, or to the end of the tour. */
export interface TourButton {
  text: string;
  type: 'next' | 'back' | 'complete';
}

export interface TourStep {
  /** A step with the id `delay` waits a moment longer for its target, such as after the change of a screen. */
  id: string;
  title: string;
  text: string;
  /** Selector of the target and the side of it where the step stands. */
  attachTo: { element: string; side: TourSide };
  /** Whether the target can be used while the step is shown. */
  canClickTarget: boolean;
  /** What the user does on the page to go on; the button does the same, so a tour may continue on another screen. */
  advanceOn?: { selector: string; event: 'click' };
  buttons: readonly TourButton[];
  /** The step is left out for those who do not have its target; never the first step of a screen. */
  isOptional?: boolean;
}

export interface Tour {
  id: string;
  name: string;
  /** The tour is meant for the page when this is on it; a page with and without data has a tour for each. */
  needs?: string;
  steps: readonly TourStep[];
}

/** TourPage is a page that has tours; their texts are loaded when one is started. */
export interface TourPage {
  /** Matches the whole path of the page. */
  path: RegExp;
  tourIds: readonly string[];
  load: () => Promise<readonly Tour[]>;
}

type StepDraft = Omit<TourStep, 'canClickTarget' | 'buttons'> & Partial<TourStep>;
const back: TourButton = { text: 'Back', type: 'back' };
const next: TourButton = { text: 'Next', type: 'next' };
export const complete: TourButton = { text: 'Done', type: 'complete' };

/** tourOf gives each step what most of them have: its buttons, and a target that is only looked at. */
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

/** tourPageAt is the entry of the page of a path; undefined where there is no tour. */
export const tourPageAt = (pages: readonly TourPage[], pathname: string): TourPage | undefined =>
  pages.find(({ path }) => path.test(pathname.replace(/(.)\/$/, '$1')));
