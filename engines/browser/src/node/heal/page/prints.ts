import type { ElementPrint } from '@touchstone/engine-heal/core';
import { describer } from './describer.ts';
import { surroundings } from './surroundings.ts';
import { textReader } from './text-reader.ts';

/** A print, and where the element is: the number of the child at each level, with -1 where a shadow tree begins. */
export interface PlacedPrint {
  print: ElementPrint;
  at: number[];
}

/** What is looked for. */
export interface Likeness {
  tag: string;
  text: string;
  classes: string[];
  /** Whether people do something with it, such as clicking it. */
  isActive: boolean;
  /** How many elements are described at most. */
  most: number;
}

/** What parts of these functions give each other in the page. */
type Describe = ReturnType<typeof describer>;
type Texts = ReturnType<typeof textReader>;

/** In the page: finds the elements that may be the one that is looked for, those of shadow trees too. */
function finder(texts: Texts, describe: Describe) {
  const active =
    'a, button, input, select, textarea, summary, label, option, [role], [onclick], [tabindex], [contenteditable], [data-toggle], [data-bs-toggle]';
  const invisible = /^(?:script|style|head|meta|link|title|br|noscript|template)$/;
  const placeOf = (element: Element): number[] => {
    const place: number[] = [];
    for (let at = element; at !== document.documentElement; ) {
      const parent = at.parentNode as ParentNode & Node;
      place.unshift([...parent.children].indexOf(at));
      if (parent instanceof ShadowRoot) place.unshift(-1);
      at = parent instanceof ShadowRoot ? parent.host : (parent as Element);
    }
    return place;
  };
  return (root: Element, like: Likeness): PlacedPrint[] => {
    const isAlike = (element: Element): boolean => {
      if (element.localName === like.tag || (like.isActive && element.matches(active))) return true;
      if (element.children.length > 3) return false;
      if (like.classes.some((name) => element.classList.contains(name))) return true;
      return like.text !== '' && texts.within(element, 200) === like.text;
    };
    const found: Element[] = [];
    const collect = (tree: Element | ShadowRoot): void => {
      for (const element of tree.querySelectorAll('*')) {
        if (found.length >= like.most) return;
        const isCandidate = !invisible.test(element.localName) && isAlike(element);
        if (isCandidate && element.getClientRects().length > 0) found.push(element);
        if (element.shadowRoot) collect(element.shadowRoot);
      }
    };
    collect(root);
    return found.map((element) => ({ print: describe(element), at: placeOf(element) }));
  };
}

const tools = `const texts = (${textReader})(); const describe = (${describer})(texts, (${surroundings})(texts));`;

/** In the page: what is known of an element. */
export const printOf = new Function('element', `${tools} return describe(element);`) as (
  element: Element,
) => ElementPrint;

/** In the page: the elements below another one that may be the one that is looked for. */
export const printsLike = new Function('root', 'like', `${tools} return (${finder})(texts, describe)(root, like);`) as (
  root: Element,
  like: Likeness,
) => PlacedPrint[];

/** In the page: the element at a place that `printsLike` gave. */
export function elementAt(root: Element, at: number[]): Element | null {
  let element: Element | null = root;
  let tree: ParentNode = root;
  for (const step of at) {
    const next: ParentNode | null = step === -1 ? (element?.shadowRoot ?? null) : (tree.children[step] ?? null);
    if (!next) return null;
    tree = next;
    if (step !== -1) element = next as Element;
  }
  return element;
}
