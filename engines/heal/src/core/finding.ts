/** How one trait of an element compares with the known element's. */
export interface TraitEvidence {
  /** Such as `text`, `role` or `id`. */
  trait: string;
  was: string;
  is: string;
  /** From 0 (nothing in common) to 1 (equal). */
  likeness: number;
  /**
   * Weight for the same element, or against it if below 0: the natural logarithm of the ratio of both probabilities.
   */
  weight: number;
}

/** An element that may be the known one. */
export interface Match {
  /** Its index among the candidates. */
  index: number;
  /** That it is the same element, from 0 to 1. */
  probability: number;
  /** The most significant first. */
  evidence: TraitEvidence[];
}

/** `same`: certainly the first one; `unsure`: a person must decide; `gone`: nothing similar exists. */
export type Verdict = 'same' | 'unsure' | 'gone';

/** The result for a page's candidates. */
export interface Finding {
  verdict: Verdict;
  /** The likeliest first, at most 5. */
  matches: Match[];
}
