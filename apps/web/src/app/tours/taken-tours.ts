const storageKey = 'touchstone.tours';
type Taken = Record<string, string[]>;

function read(): Taken {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Taken) : {};
  } catch {
    return {};
  }
}

/** takenTours remembers in this browser which tours a user has completed. */
export const takenTours = {
  of: (login: string): readonly string[] => read()[login] ?? [],
  add(login: string, tourId: string): void {
    const taken = read();
    taken[login] = [...new Set([...(taken[login] ?? []), tourId])];
    try {
      localStorage.setItem(storageKey, JSON.stringify(taken));
    } catch {
      // Storage is full or blocked: the tour keeps being offered.
    }
  },
};
