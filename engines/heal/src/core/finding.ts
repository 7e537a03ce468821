/** How one trait of an element compares with what was known of the element that is looked for. */
export interface TraitEvidence {
  /** Such as `text`, `role` or `id`. */
  trait: string;
  was: string;
  is: string;
  /** From 0, nothing in common, to 1, the same. */
  likeness: number;
  /** How much it speaks for the same element, or, below 0, against it: the natural logarithm of the ratio of both probabilities. */
  weight: number;
}

/** An element that may be the one that is looked for. */
export interface Match {
  /** Its place among the candidates. */
  index: number;
  /** That it is the same element, from 0 to 1. */
  probability: number;
  /** Those that say most first. */
  evidence: TraitEvidence[];
}

/** `same`: surely the first one; `unsure`: a person has to say; `gone`: nothing like it is there. */
export type Verdict = 'same' | 'unsure' | 'gone';

/** What the candidates of a page came to. */
export interface Finding {
  verdict: Verdict;
  /** The likeliest first, at most 5. */
  matches: Match[];
}
