/** Dialogs that users can close: each listens for Escape on the window, in opening order. */
const dialogs = '.mantine-Modal-content[role="dialog"], .mantine-Drawer-content[role="dialog"]';
const closeButtons = '.mantine-Modal-close, .mantine-Drawer-close';

/**
 * closeTopDialogOnEscape makes Escape close only the topmost of several open dialogs, until the returned function is
 * called. Call it before the first of them opens.
 */
export function closeTopDialogOnEscape(): () => void {
  const closeTop = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    const open = [...document.querySelectorAll(dialogs)];
    if (open.length < 2) return;
    // Fields with an open list close that first.
    if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true')
      return;
    event.stopImmediatePropagation();
    event.preventDefault();
    open.at(-1)?.querySelector<HTMLElement>(closeButtons)?.click();
  };
  window.addEventListener('keydown', closeTop, { capture: true });
  return () => window.removeEventListener('keydown', closeTop, { capture: true });
}
