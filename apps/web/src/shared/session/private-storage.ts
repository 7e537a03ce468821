/** Keys of local storage that begin so hold what a user wrote: they go when that user signs out. */
export const privatePrefix = 'touchstone.private:';

/** forgetPrivateStorage removes what the user who signs out wrote in this browser; what they chose, such as sizes of panes, stays. */
export function forgetPrivateStorage(): void {
  sessionStorage.clear();
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  for (const key of keys) if (key.startsWith(privatePrefix)) localStorage.removeItem(key);
}
