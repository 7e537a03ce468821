/** Set on the parts that wait for the place of one above them; `global.css` hides them. */
const waits = 'data-waits';

/**
 * settling is the ref of a column whose parts are read one by one: as long as a part has a blank and so may
 * grow, the parts below it are hidden, so that nothing is seen to move. It counts children itself, since
 * Chromium keeps the style of `:has() ~ *` when the sibling that matched is taken away.
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
