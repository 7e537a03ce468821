import { memberPath } from './member-path.ts';

/** JsonChange is one difference between two JSON values. `path` is a JSONPath such as `$.items[0].id`. */
export type JsonChange =
  | { kind: 'added'; path: string; after: unknown }
  | { kind: 'removed'; path: string; before: unknown }
  | { kind: 'changed'; path: string; before: unknown; after: unknown };

/**
 * jsonDiff lists where `after` differs from `before`: empty if and only if they are equal as JSON (member order doesn't
 * matter). Arrays are compared index by index. Lists at most `limit` changes (default 1000).
 */
export function jsonDiff(before: unknown, after: unknown, { limit = 1000 }: { limit?: number } = {}): JsonChange[] {
  const changes: JsonChange[] = [];
  // A stack instead of recursion: the depth of a response is up to its server.
  const open: Pair[] = [['$', before, after]];
  while (open.length > 0 && changes.length < limit) {
    const [path, left, right] = open.pop()!;
    if (Object.is(left, right) || left === right) continue;
    if (pushParts(open, path, left, right)) continue;
    if (left === absent) changes.push({ kind: 'added', path, after: right });
    else if (right === absent) changes.push({ kind: 'removed', path, before: left });
    else changes.push({ kind: 'changed', path, before: left, after: right });
  }
  return changes;
}

type Pair = [path: string, before: unknown, after: unknown];

const absent = Symbol('absent');

/** Adds the parts of two lists or two objects, so that the first one is processed first; false for other values. */
function pushParts(open: Pair[], path: string, left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    for (let index = Math.max(left.length, right.length) - 1; index >= 0; index -= 1) {
      open.push([`${path}[${index}]`, itemOf(left, index), itemOf(right, index)]);
    }
    return true;
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].reverse();
  for (const name of names) open.push([memberPath(path, name), itemOf(left, name), itemOf(right, name)]);
  return true;
}

function itemOf(holder: object, name: PropertyKey): unknown {
  return Object.hasOwn(holder, name) ? (holder as Record<PropertyKey, unknown>)[name] : absent;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
