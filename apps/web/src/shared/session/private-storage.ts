/** Prefix of local storage keys for what a user wrote; removed when that user signs out. */
export const privatePrefix = 'touchstone.private:';

/** forgetPrivateStorage removes what the signing-out user wrote in this browser; choices such as pane sizes stay. */
export function forgetPrivateStorage(): void {
  sessionStorage.clear();
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  for (const key of keys) if (key.startsWith(privatePrefix)) localStorage.removeItem(key);
}
