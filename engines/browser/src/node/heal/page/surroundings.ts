import type { textReader } from './text-reader.ts';

/**
 * In the page: describes an element's surroundings. What is learned about a shared ancestor is cached for the next
 * element.
 */
export function surroundings({ plain, within, parentOf }: ReturnType<typeof textReader>) {
  const signatures = new Map<Element, string>();
  const signatureOf = (element: Element): string => {
    const classes = [...element.classList].slice(0, 6).map((name) => `.${name}`);
    const id = element.id ? `#${element.id}` : '';
    return (element.localName + id + classes.join('')).slice(0, 200);
  };
  const partNames = new Map<Element, string>();
  const partNameOf = (element: Element): string => {
    const own = plain(element.getAttribute('aria-label'), 80);
    if (own !== '') return own;
    const headings = ':is(h1, h2, h3, h4, h5, h6, legend, caption, figcaption, [role=heading])';
    const heading = element.querySelector(
      `:scope > ${headings}, :scope > * > ${headings}, :scope > header ${headings}`,
    );
    const headingText = heading ? within(heading, 80) : '';
    if (headingText !== '') return headingText;
    if (element.localName === 'li') return within(element, 60);
    const cells = element.localName === 'tr' ? [...element.children] : [];
    return cells.map((cell) => within(cell, 60)).find((text) => text !== '') ?? '';
  };
  const once = (kept: Map<Element, string>, element: Element, read: (element: Element) => string): string => {
    const known = kept.get(element) ?? read(element);
    kept.set(element, known);
    return known;
  };
  const around = (element: Element): { within: string[]; path: string[] } => {
    const parts: string[] = [];
    const path: string[] = [];
    for (let at = parentOf(element); at && at !== document.documentElement && path.length < 12; at = parentOf(at)) {
      path.push(once(signatures, at, signatureOf));
      const name = parts.length < 4 && at !== document.body ? once(partNames, at, partNameOf) : '';
      if (name !== '' && !parts.includes(name)) parts.push(name);
    }
    return { within: parts, path };
  };
  /** The nearest text on one side: of a sibling, or of an ancestor's sibling. */
  const beside = (element: Element, side: 'previousSibling' | 'nextSibling'): string => {
    let above: Element | null = element;
    for (let level = 0; above && above !== document.body && level < 4; level += 1) {
      for (let at: Node | null = above[side]; at; at = at[side]) {
        const isText = at.nodeType === Node.TEXT_NODE;
        const text = isText ? plain(at.nodeValue, 80) : at instanceof Element ? within(at, 80) : '';
        if (text !== '') return text;
      }
      above = parentOf(above);
    }
    return '';
  };
  return { around, beside };
}
