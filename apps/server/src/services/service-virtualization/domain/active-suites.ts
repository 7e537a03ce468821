interface PlacedSuite {
  id: string;
  parentId: string | null;
  isEnabled: boolean;
}

/** activeSuites returns the suites that are enabled together with all their ancestors. */
export function activeSuites(suites: readonly PlacedSuite[]): Set<string> {
  const active = new Set<string>();
  const byParent = Map.groupBy(suites, ({ parentId }) => parentId);
  const waiting = [...(byParent.get(null) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!next.isEnabled) continue;
    active.add(next.id);
    waiting.push(...(byParent.get(next.id) ?? []));
  }
  return active;
}

/** suitesBelow returns the ids of a suite and its descendants. */
export function suitesBelow(suites: readonly Omit<PlacedSuite, 'isEnabled'>[], suiteId: string): string[] {
  const byParent = Map.groupBy(suites, ({ parentId }) => parentId);
  const found = [suiteId];
  for (let at = 0; at < found.length; at += 1) found.push(...(byParent.get(found[at] ?? '') ?? []).map(({ id }) => id));
  return found;
}

/** depthOf returns the depth of a suite: itself and its ancestors. */
export function depthOf(suites: readonly Omit<PlacedSuite, 'isEnabled'>[], suiteId: string | null): number {
  const byId = new Map(suites.map((suite) => [suite.id, suite]));
  let depth = 0;
  for (let at = suiteId; at !== null && depth < suites.length; at = byId.get(at)?.parentId ?? null) depth += 1;
  return depth;
}

/** heightOf returns the number of levels of a suite, including itself. */
export function heightOf(suites: readonly Omit<PlacedSuite, 'isEnabled'>[], suiteId: string): number {
  const own = depthOf(suites, suiteId);
  return Math.max(...suitesBelow(suites, suiteId).map((id) => depthOf(suites, id) - own + 1));
}
