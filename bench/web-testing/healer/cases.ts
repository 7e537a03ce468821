import type { ElementPrint } from '@touchstone/engine-heal/core';

/** An element that was known in one version of a page, and what there is in another. */
export interface Case {
  known: ElementPrint;
  /** Of the prints of the page, those that are looked at. */
  candidates: number[];
  /** The element itself among the prints of the page; null: it is gone. */
  truth: number | null;
  /** What the locators that a recording keeps do in the other version, in their order: they find the element, another one, or none. */
  ways: ('right' | 'wrong' | 'none')[];
}

/** Two versions of a page. */
export interface PageCases {
  /** The package of the page. */
  family: string;
  page: string;
  /** Of a made change its severity; `versions`: two releases. */
  change: string;
  prints: ElementPrint[];
  cases: Case[];
}
