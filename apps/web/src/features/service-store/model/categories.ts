interface Entry {
  category: string;
  name: string;
}

/** byCategory groups entries by category, both in alphabetical order; underscores become spaces. */
export function byCategory<T extends Entry>(entries: readonly T[]): { category: string; entries: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const category = entry.category.replaceAll('_', ' ');
    groups.set(category, [...(groups.get(category) ?? []), entry]);
  }
  return [...groups]
    .map(([category, members]) => ({ category, entries: members.sort((a, b) => a.name.localeCompare(b.name)) }))
    .sort((a, b) => a.category.localeCompare(b.category));
}
