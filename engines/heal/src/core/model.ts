import type { Level, Trait } from './traits.ts';

/** What is known in advance of how traits of elements change. */
export interface Model {
  /** How likely each level is for the same element in a later version of its page. */
  same: Record<Trait, Partial<Record<Level, number>>>;
  /** The same for another element of the page; the page itself says more. */
  other: Record<Trait, Partial<Record<Level, number>>>;
  /** How much of the evidence of a trait counts beside the others, which often say the same. */
  scale: Record<Trait, number>;
  /** How much it says against an element that another one is more alike in a trait. */
  relative: Record<Trait, number>;
  /** Natural logarithm of the odds that an element whose locators find nothing is gone. */
  gone: number;
  /** How log odds that come of all this have to be read: evidence of traits that say the same counts more than once (Platt, 1999). */
  reading: { slope: number; offset: number };
}
