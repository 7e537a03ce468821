const maxLength = 255;

/**
 * freeCopyName returns `name`, or `name 2`, `name 3` … if it is taken, within the allowed characters and length of
 * names; ignores case.
 */
export function freeCopyName(name: string, taken: Iterable<string>): string {
  const lower = new Set([...taken].map((other) => other.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : ` ${n}`;
    const candidate = name.slice(0, maxLength - suffix.length).trimEnd() + suffix;
    if (!lower.has(candidate.toLowerCase())) return candidate;
  }
}
