/** focused returns a ref that focuses a rendered element if the focused button has been removed. */
export const focused = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus();
};
