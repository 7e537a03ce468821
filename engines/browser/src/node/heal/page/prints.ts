import type { ElementPrint } from '@touchstone/engine-heal/core';
import { describer } from './describer.ts';
import { surroundings } from './surroundings.ts';
import { textReader } from './text-reader.ts';

/** A print and its element's path: its index among all elements of the document, or of each shadow tree around it. */
export interface PlacedPrint {
  print: ElementPrint;
  at: number[];
}

/** Criteria for candidates. */
export interface CandidateCriteria {
  tag: string;
  text: string;
  classes: string[];
  /** Whether people interact with it, such as by clicking. */
  isActive: boolean;
  /** Maximum number of elements to describe. */
  most: number;
}

/** Values passed between these functions in the page. */
type Describe = ReturnType<typeof describer>;
type Texts = ReturnType<typeof textReader>;

/** In the page: finds the elements that may be the wanted one, including those in shadow trees. */
function finder(texts: Texts, describe: Describe) {
  const active =
    'a, button, input, select, textarea, summary, label, option, [role], [onclick], [tabindex], [contenteditable], [data-toggle], [data-bs-toggle]';
  const invisible = /^(?:script|style|head|meta|link|title|br|noscript|template)$/;
  return (root: Element, like: CandidateCriteria): PlacedPrint[] => {
    const isAlike = (element: Element): boolean => {
      if (element.localName === like.tag || (like.isActive && element.matches(active))) return true;
      if (element.children.length > 3) return false;
      if (like.classes.some((name) => element.classList.contains(name))) return true;
      return like.text !== '' && texts.within(element, 200) === like.text;
    };
    const found: { element: Element; at: number[] }[] = [];
    const collect = (tree: Element | ShadowRoot, above: number[]): void => {
      for (const [index, element] of tree.querySelectorAll('*').entries()) {
        if (found.length >= like.most) return;
        const isCandidate = !invisible.test(element.localName) && isAlike(element);
        if (isCandidate && element.getClientRects().length > 0) found.push({ element, at: [...above, index] });
        if (element.shadowRoot) collect(element.shadowRoot, [...above, index]);
      }
    };
    collect(root, []);
    return found.map(({ element, at }) => ({ print: describe(element), at }));
  };
}

const tools = `const texts = (${textReader})(); const describe = (${describer})(texts, (${surroundings})(texts));`;

/** In the page: describes an element. */
export const printOf = new Function('element', `${tools} return describe(element);`) as (
  element: Element,
) => ElementPrint;

/** In the page: the elements below a root that may be the wanted one. */
export const printsLike = new Function('root', 'like', `${tools} return (${finder})(texts, describe)(root, like);`) as (
  root: Element,
  like: CandidateCriteria,
) => PlacedPrint[];

/** In the page: the element at an index path returned by `printsLike`. */
export function elementAt(root: Element, at: number[]): Element | null {
  let element: Element | null = root;
  for (const [level, index] of at.entries()) {
    const tree: Element | ShadowRoot | null = level === 0 ? element : (element?.shadowRoot ?? null);
    element = tree?.querySelectorAll('*')[index] ?? null;
  }
  return element;
}
