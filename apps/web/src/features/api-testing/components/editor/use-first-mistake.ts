import { type RefObject, useEffect } from 'react';

const mistake = '[aria-invalid="true"]';

/**
 * useFirstMistake moves the focus to the first invalid field each time `reveals` changes, as soon as that field
 * renders. A user who types or clicks before that keeps the focus.
 */
export function useFirstMistake(container: RefObject<HTMLElement | null>, reveals: number): void {
  useEffect(() => {
    const root = container.current;
    if (!root || reveals === 0) return;
    const stop = new AbortController();
    const observer = new MutationObserver(() => check());
    stop.signal.addEventListener('abort', () => observer.disconnect());
    const check = () => {
      const field = root.querySelector<HTMLElement>(mistake);
      if (!field) return;
      field.focus();
      stop.abort();
    };
    observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-invalid'] });
    for (const type of ['keydown', 'pointerdown'])
      root.addEventListener(type, () => stop.abort(), { signal: stop.signal });
    check();
    return () => stop.abort();
  }, [container, reveals]);
}
