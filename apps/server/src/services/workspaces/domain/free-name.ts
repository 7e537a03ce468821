/** freeName returns `name`, or `name (2)`, `name (3)` … if it is taken; ignores case. It stays within `maxLength`. */
export function freeName(name: string, taken: readonly string[], maxLength = 255): string {
  const lower = new Set(taken.map((other) => other.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : ` (${n})`;
    const candidate = name.slice(0, maxLength - suffix.length) + suffix;
    if (!lower.has(candidate.toLowerCase())) return candidate;
  }
}

/**
 * freeVariableName returns `name`, or `name_2`, `name_3` … if it is taken: names of variables have no spaces, and case
 * matters.
 */
export function freeVariableName(name: string, taken: readonly string[], maxLength = 255): string {
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : `_${n}`;
    const candidate = name.slice(0, maxLength - suffix.length) + suffix;
    if (!taken.includes(candidate)) return candidate;
  }
}
