/** The panes that F6 cycles through: those of the frame, and those a page divides itself into. */
const selector = '[data-pane]';
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"], [contenteditable="true"]';

/** The last focused element of each pane. */
const lastIn = new WeakMap<Element, WeakRef<HTMLElement>>();

const isReachable = (element: HTMLElement) => element.tabIndex >= 0 && element.checkVisibility();

/** A pane that contains panes isn't one itself. */
function panes(): Element[] {
  return [...document.querySelectorAll(selector)].filter(
    (pane) => pane.checkVisibility() && pane.querySelector(selector) === null,
  );
}

function target(pane: Element): HTMLElement | undefined {
  const last = lastIn.get(pane)?.deref();
  if (last?.isConnected && pane.contains(last) && isReachable(last)) return last;
  return [...pane.querySelectorAll<HTMLElement>(focusable)].find(isReachable);
}

/**
 * goToPane moves the focus to the next (1) or previous (-1) pane with a focusable element, to the element focused there
 * last.
 */
export function goToPane(step: 1 | -1): void {
  const targets = panes().flatMap((pane) => {
    const element = target(pane);
    return element ? [{ pane, element }] : [];
  });
  const at = targets.findIndex(({ pane }) => pane.contains(document.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : targets.length - 1) : (at + step + targets.length) % targets.length;
  targets[next]?.element.focus();
}

/** followPanes remembers the last focused element of each pane; returns a function that stops it. */
export function followPanes(): () => void {
  const remember = ({ target: element }: FocusEvent) => {
    if (!(element instanceof HTMLElement)) return;
    const pane = element.closest(selector);
    if (pane) lastIn.set(pane, new WeakRef(element));
  };
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}
