import type { ElementPrint } from '@touchstone/engine-heal/core';

/** An element known in one version of a page, and the elements of another version. */
export interface Case {
  known: ElementPrint;
  /** Of the prints of the page, the ones that are considered. */
  candidates: number[];
  /** The index of the element among the prints of the page; null if it was removed. */
  truth: number | null;
  /** What a recording's locators find in the other version, in their order: the element, another one, or none. */
  ways: ('right' | 'wrong' | 'none')[];
}

/** Two versions of a page. */
export interface PageCases {
  /** The package of the page. */
  family: string;
  page: string;
  /** For a synthetic change, its severity; `versions`: two releases. */
  change: string;
  prints: ElementPrint[];
  cases: Case[];
}
