/** In the page: the innermost element at a point, including those in open shadow trees. */
export function elementAt([x, y]: [number, number]): Element | null {
  let element = document.elementFromPoint(x, y);
  for (let inner = element; inner; element = inner) {
    const next: Element | null = inner.shadowRoot?.elementFromPoint(x, y) ?? null;
    if (!next || next === inner) break;
    inner = next;
  }
  return element;
}

/** In the page: the focused element, including those in open shadow trees; null if there is none. */
export function focusedElement(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element === document.body || element === document.documentElement ? null : element;
}

/**
 * In the page: the element that a click is meant for: the label's control, the surrounding button or link, or the
 * element itself.
 */
export function meantElement(element: Element): Element {
  const interactive =
    'a[href], button, input, select, textarea, summary, option, label, [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option], [role=combobox], [contenteditable=""], [contenteditable=true]';
  const list = element.closest('select');
  if (list) return list;
  const found = element.closest(interactive);
  if (found instanceof HTMLLabelElement && found.control) return found.control;
  return found ?? element;
}
