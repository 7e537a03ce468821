/**
 * isTopDialog tells whether no other dialog is open over one that opens some: Escape reaches them all, and closes those above alone.
 */
export const isTopDialog = (): boolean => document.querySelectorAll('[role="dialog"]').length < 2;
