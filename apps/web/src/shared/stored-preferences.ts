/** Local storage key of this browser's preferences. */
export const preferencesKey = 'touchstone.preferences';

/** readStoredPreferences returns the stored preferences, unvalidated; empty if unreadable. */
export function readStoredPreferences(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(preferencesKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
