/** Which calls are recorded; a call that no rule excludes is recorded. */
export interface RecordRules {
  /** Only these methods; if empty, all. */
  methods: readonly string[];
  /**
   * Only paths that match one of these: `*` is any text within a segment, `**` any number of segments. If empty, all.
   */
  paths: readonly string[];
  /** Paths excluded even if they match `paths`. */
  exceptPaths: readonly string[];
}

/**
 * recordRules returns a function that decides whether a call is recorded. Its work is bounded by the lengths of path
 * and pattern.
 */
export function recordRules({ methods, paths, exceptPaths }: RecordRules): (method: string, path: string) => boolean {
  const [only, except] = [paths.map(segmentsOf), exceptPaths.map(segmentsOf)];
  const named = new Set(methods.map((method) => method.toUpperCase()));
  return (method, path) => {
    if (named.size > 0 && !named.has(method.toUpperCase())) return false;
    const segments = segmentsOf(path);
    const matches = (pattern: readonly string[]) => matchesPath(pattern, segments);
    return (only.length === 0 || only.some(matches)) && !except.some(matches);
  };
}

const segmentsOf = (path: string): string[] => path.replace(/^\/+|\/+$/g, '').split('/');

/** Matches a list with wildcards: after a mismatch the last wildcard takes one more item. */
function matchesList<Item>(
  pattern: readonly Item[],
  items: readonly Item[],
  joker: Item,
  isAlike: (pattern: Item, item: Item) => boolean,
): boolean {
  let [p, i, lastJoker, taken] = [0, 0, -1, 0];
  while (i < items.length) {
    if (p < pattern.length && pattern[p] !== joker && isAlike(pattern[p]!, items[i]!)) {
      p += 1;
      i += 1;
    } else if (p < pattern.length && pattern[p] === joker) {
      [lastJoker, taken] = [p, i];
      p += 1;
    } else if (lastJoker >= 0) {
      taken += 1;
      [p, i] = [lastJoker + 1, taken];
    } else return false;
  }
  while (p < pattern.length && pattern[p] === joker) p += 1;
  return p === pattern.length;
}

const matchesPath = (pattern: readonly string[], segments: readonly string[]): boolean =>
  matchesList(pattern, segments, '**', (one, segment) => matchesList([...one], [...segment], '*', (a, b) => a === b));
