import type { Level, Trait } from './traits.ts';

/** Prior knowledge of how elements' traits change. */
export interface Model {
  /** Probability of each level for the same element in a later version of its page. */
  same: Record<Trait, Partial<Record<Level, number>>>;
  /** Probability of each level for another element of the page; the page itself says more. */
  other: Record<Trait, Partial<Record<Level, number>>>;
  /** How much a trait's evidence counts beside the others, with which it often overlaps. */
  scale: Record<Trait, number>;
  /** How much it counts against an element that another one is more alike in a trait. */
  relative: Record<Trait, number>;
  /** Natural logarithm of the odds that an element whose locators find nothing is gone. */
  gone: number;
  /** Calibrates the resulting log odds: evidence of overlapping traits counts more than once (Platt, 1999). */
  reading: { slope: number; offset: number };
}
