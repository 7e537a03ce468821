const shown = new WeakSet<object>();

/** Errors that a place of the page shows; the others are told by a message. */
export const shownErrors = {
  add: (error: unknown): void => {
    if (typeof error === 'object' && error !== null) shown.add(error);
  },
  has: (error: object): boolean => shown.has(error),
};
