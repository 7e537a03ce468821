/** Set on the parts that wait for a part above them; `global.css` hides them. */
const waits = 'data-waits';

/**
 * settling returns a ref of a column whose parts load one by one: while a part has a blank and so may grow, the parts
 * below it are hidden, so that nothing visibly moves. Iterates over the children in code, since Chromium keeps the
 * style of `:has() ~ *` after the matching sibling is removed.
 */
export function settling(column: HTMLElement | null): (() => void) | undefined {
  if (!column) return;
  const mark = () => {
    let isHeld = false;
    for (const part of column.children) {
      part.toggleAttribute(waits, isHeld);
      isHeld ||= part.hasAttribute('data-blank') || part.querySelector('[data-blank]') !== null;
    }
  };
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(column, { childList: true, subtree: true });
  return () => observer.disconnect();
}
