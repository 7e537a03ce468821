/**
 * stableText returns JSON with sorted fields, so that equal values have equal text whatever the order of their fields.
 * Undefined fields are dropped.
 */
export const stableText = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
