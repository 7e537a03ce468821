/** How the records found are compared with the expected ones. */
export type RecordMatch = 'any' | 'all' | 'exact';

const normal = (record: string): string => record.trim().replace(/\.$/, '').toLowerCase();

/**
 * matchRecords explains why a name's records aren't the expected ones; undefined if they are. Ignores case and a
 * trailing dot.
 */
export function matchRecords(
  found: readonly string[],
  expected: readonly string[],
  match: RecordMatch,
): string | undefined {
  if (found.length === 0) return 'There is no record.';
  if (expected.length === 0) return undefined;
  const present = new Set(found.map(normal));
  const missing = expected.filter((record) => !present.has(normal(record)));
  if (match === 'any')
    return missing.length < expected.length
      ? undefined
      : `None of the expected records is there. Found: ${listed(found)}.`;
  if (missing.length > 0) return `Missing: ${listed(missing)}. Found: ${listed(found)}.`;
  if (match === 'all') return undefined;
  const wanted = new Set(expected.map(normal));
  const further = found.filter((record) => !wanted.has(normal(record)));
  return further.length > 0 ? `Not expected: ${listed(further)}.` : undefined;
}

const listed = (records: readonly string[]): string => {
  const text = records.join(', ');
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
};
