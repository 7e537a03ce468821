import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Within this time, closing menus and dialogs return the focus to their button. */
const settleMs = 300;

const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/**
 * focusHeading moves the focus to the heading of a page as soon as it is rendered, again when the page renders another
 * one, and briefly when a closing menu takes the focus away. Stops at the user's first input, or when the page sets the
 * focus itself. Returns a function that stops it.
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

/**
 * useFollowNavigation moves the focus to the opened page after a navigation; the first page of a visit is left to the
 * browser.
 */
export function useFollowNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    return main.current ? focusHeading(main.current) : undefined;
  }, [pathname, main]);
}
