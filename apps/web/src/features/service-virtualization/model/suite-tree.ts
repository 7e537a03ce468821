import type { MockSuite } from '@touchstone/contracts/service-virtualization';

/** A suite with its position in the tree. */
export interface TreeSuite {
  suite: MockSuite;
  depth: number;
  /** Number of assets in it and below it. */
  total: number;
  /** Names from the top down to the suite. */
  path: string;
}

/** suiteTree lists suites as a fully expanded tree: each before its children, by name. */
export function suiteTree(suites: readonly MockSuite[]): TreeSuite[] {
  const byParent = Map.groupBy(suites, ({ parentId }) => parentId);
  const known = new Set(suites.map(({ suiteId }) => suiteId));
  const walk = (suite: MockSuite, depth: number, above: string): TreeSuite[] => {
    const path = above ? `${above} / ${suite.name}` : suite.name;
    const below = (byParent.get(suite.suiteId) ?? []).flatMap((child) => walk(child, depth + 1, path));
    const own = below.filter((each) => each.depth === depth + 1);
    const total = suite.assetCount + own.reduce((sum, each) => sum + each.total, 0);
    return [{ suite, depth, total, path }, ...below];
  };
  return suites
    .filter(({ parentId }) => parentId === null || !known.has(parentId))
    .flatMap((suite) => walk(suite, 0, ''));
}

/** idsBelow returns a suite and all suites below it, which it can't be moved to. */
export function idsBelow(tree: readonly TreeSuite[], suiteId: string): ReadonlySet<string> {
  const at = tree.findIndex(({ suite }) => suite.suiteId === suiteId);
  const found = new Set<string>();
  for (const { suite, depth } of tree.slice(Math.max(at, 0))) {
    if (found.size > 0 && depth <= tree[at]!.depth) break;
    found.add(suite.suiteId);
  }
  return found;
}
