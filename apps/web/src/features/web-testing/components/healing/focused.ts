/** focused gives what is drawn the focus, where the button that had it is gone. */
export const focused = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus();
};
