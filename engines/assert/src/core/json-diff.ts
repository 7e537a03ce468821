import { deepEquals } from './compare.ts';
import { show } from './show.ts';

/**
 * JsonDifference is one place where two JSON values differ; `expected` or `actual` is undefined if the place does not
 * exist.
 */
export interface JsonDifference {
  path: string;
  expected: unknown;
  actual: unknown;
}

/** diffJson lists the smallest places where two JSON values differ, at most `limit`; none if they are equal. */
export function diffJson(expected: unknown, actual: unknown, limit = 20): JsonDifference[] {
  const differences: JsonDifference[] = [];
  collect('$', expected, actual, { differences, limit });
  return differences;
}

/** describeDifference describes briefly where and how two values first differ. */
export function describeDifference(expected: unknown, actual: unknown): string {
  const [first, ...rest] = diffJson(expected, actual);
  if (first === undefined || first.path === '$') return '';
  const more = rest.length > 0 ? ` and ${rest.length} more` : '';
  return `${first.path}: expected ${show(first.expected)}, got ${show(first.actual)}${more}`;
}

function collect(
  path: string,
  expected: unknown,
  actual: unknown,
  into: { differences: JsonDifference[]; limit: number },
): void {
  if (into.differences.length >= into.limit || deepEquals(expected, actual)) return;
  const bothLists = Array.isArray(expected) && Array.isArray(actual);
  if (!bothLists && !(isRecord(expected) && isRecord(actual))) {
    into.differences.push({ path, expected, actual });
    return;
  }
  const [left, right] = [Object(expected) as Record<string, unknown>, Object(actual) as Record<string, unknown>];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const at = (value: Record<string, unknown>) => (Object.hasOwn(value, key) ? value[key] : undefined);
    const step = bothLists ? `[${key}]` : /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    collect(`${path}${step}`, at(left), at(right), into);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
