/** Structural equality as `deep.equal` means it: types, NaN, dates, regular expressions, maps, sets; cycles end. */
export function deepEqual(left: unknown, right: unknown, seen: [unknown, unknown][] = []): boolean {
  if (Object.is(left, right)) return true;
  if (left === right) return true;
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return false;
  if (Object.prototype.toString.call(left) !== Object.prototype.toString.call(right)) return false;
  if (seen.some(([a, b]) => a === left && b === right)) return true;
  const below: [unknown, unknown][] = [...seen, [left, right]];
  if (left instanceof Date && right instanceof Date) return Object.is(left.getTime(), right.getTime());
  if (left instanceof RegExp || left instanceof Error) return String(left) === String(right);
  if (left instanceof Map && right instanceof Map) return deepEqual([...left], [...right], below);
  if (left instanceof Set && right instanceof Set) return deepEqual([...left], [...right], below);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => deepEqual(item, right[index], below));
  }
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(right, key) &&
      deepEqual((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key], below),
  );
}
