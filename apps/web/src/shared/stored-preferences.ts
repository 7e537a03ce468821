/** Where the preferences of this browser lie in local storage. */
export const preferencesKey = 'touchstone.preferences';

/** readStoredPreferences gives what is stored, whoever wrote it; nothing where that is unreadable. */
export function readStoredPreferences(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(preferencesKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
