/** Display writes any value of an assertion as text: strings as they are, the rest as JSON. */
export function displayValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}

export interface Difference {
  before: string;
  changed: string;
  after: string;
}

/** differenceOf finds the middle in which two texts differ, after their common beginning and before their common end. */
export function differenceOf(expected: string, actual: string): [Difference, Difference] {
  const most = Math.min(expected.length, actual.length);
  let start = 0;
  while (start < most && expected[start] === actual[start]) start += 1;
  let end = 0;
  while (end < most - start && expected[expected.length - 1 - end] === actual[actual.length - 1 - end]) end += 1;
  const cut = (text: string): Difference => ({
    before: text.slice(0, start),
    changed: text.slice(start, text.length - end),
    after: text.slice(text.length - end),
  });
  return [cut(expected), cut(actual)];
}
