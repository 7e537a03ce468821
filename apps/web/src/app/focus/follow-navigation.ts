import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Closing menus and dialogs give the focus back to their button within this time. */
const settleMs = 300;

const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/**
 * focusHeading moves the focus to the heading of a page as soon as it is drawn, again when the page draws another one, and for a moment when a
 * closing menu takes it away. It ends with the first input of the user, or when the page puts the focus somewhere itself. Answers how to stop.
 */
export function focusHeading(main: HTMLElement): () => void {
  const end = new AbortController();
  const drawn = new MutationObserver(focus);
  const stop = () => end.abort();
  const { signal } = end;
  let settled = false;
  function focus() {
    const { activeElement } = document;
    const heading = main.querySelector<HTMLElement>('h1');
    if (!heading || activeElement === heading) return;
    const isPageChoice = activeElement !== main && main.contains(activeElement);
    if (isPageChoice || isDialogOpen() || (settled && activeElement !== document.body)) {
      stop();
      return;
    }
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    setTimeout(() => {
      settled = true;
    }, settleMs);
  }
  signal.addEventListener('abort', () => drawn.disconnect());
  for (const event of ['keydown', 'pointerdown']) document.addEventListener(event, stop, { signal, capture: true });
  document.addEventListener('focusin', focus, { signal });
  drawn.observe(main, { childList: true, subtree: true });
  focus();
  return stop;
}

/** useFollowNavigation lets the focus follow to the page that was opened; the first page of a visit leaves it to the browser. */
export function useFollowNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    return main.current ? focusHeading(main.current) : undefined;
  }, [pathname, main]);
}
