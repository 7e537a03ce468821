const maxLength = 255;

/** freeCopyName gives `name`, or `name 2`, `name 3` … where it is taken, within the characters and length that names may have; case does not matter. */
export function freeCopyName(name: string, taken: Iterable<string>): string {
  const lower = new Set([...taken].map((other) => other.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : ` ${n}`;
    const candidate = name.slice(0, maxLength - suffix.length).trimEnd() + suffix;
    if (!lower.has(candidate.toLowerCase())) return candidate;
  }
}
