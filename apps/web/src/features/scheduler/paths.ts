interface Shown {
  project?: string | undefined;
  tab?: 'completed' | 'history';
  /** Part of a title. */
  q?: string;
  /** Whose history is shown. */
  job?: string;
  /** Opens the dialog for a further job. */
  create?: 'schedule';
}

/** Addresses of scheduled tests. */
export const schedulerPaths = {
  list: (shown: Shown = {}): string => {
    const given = Object.entries(shown).filter((entry): entry is [string, string] => Boolean(entry[1]));
    const query = new URLSearchParams(given).toString();
    return `/api-testing/schedulers${query && `?${query}`}`;
  },
};
