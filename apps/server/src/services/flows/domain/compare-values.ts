import type { ValueDifference } from '@touchstone/contracts/flows';

/** Maximum number of differences listed per node. */
export const maxDifferences = 50;
/** Longer strings, and lists and objects whose JSON is longer, are truncated. */
const maxShown = 2000;

/**
 * compareValues lists the differences between two JSON values, by path (`outputs.order.id`, `outputs.rows[2]`), at most
 * `most`.
 */
export function compareValues(path: string, before: unknown, after: unknown, most = maxDifferences): ValueDifference[] {
  const found: ValueDifference[] = [];
  collect(path, before, after, found, most);
  return found;
}

function collect(path: string, before: unknown, after: unknown, found: ValueDifference[], most: number): void {
  if (found.length >= most || Object.is(before, after)) return;
  const [left, right] = [partsOf(before), partsOf(after)];
  if (!left || !right || Array.isArray(before) !== Array.isArray(after)) {
    found.push({
      path,
      ...(before !== undefined && { before: shown(before) }),
      ...(after !== undefined && { after: shown(after) }),
    });
    return;
  }
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const step = Array.isArray(before) ? `[${name}]` : `${path === '' ? '' : '.'}${name}`;
    collect(`${path}${step}`, left.get(name), right.get(name), found, most);
    if (found.length >= most) return;
  }
}

/** The members of an object or list; undefined for other values. */
const partsOf = (value: unknown): Map<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;

/** A value for display: a long one is truncated, which turns it into a string. */
function shown(value: unknown): NonNullable<ValueDifference['before']> | null {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= maxShown) return value as ValueDifference['before'] as never;
  return `${text.slice(0, maxShown)}…`;
}
