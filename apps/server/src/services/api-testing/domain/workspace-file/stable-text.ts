/** stableText is JSON with sorted fields: equal for equal values, whatever the order of their fields. What is undefined is left out. */
export const stableText = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
