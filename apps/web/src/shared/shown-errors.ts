const shown = new WeakSet<object>();

/** Errors that a component shows in place; others are shown as a toast. */
export const shownErrors = {
  add: (error: unknown): void => {
    if (typeof error === 'object' && error !== null) shown.add(error);
  },
  has: (error: object): boolean => shown.has(error),
};
