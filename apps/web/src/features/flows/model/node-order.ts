import type { Flow, FlowNode } from '@touchstone/engine-flow/core';

/** inOrder sorts nodes topologically; nodes on a cycle come last. */
export function inOrder({ nodes, links }: Pick<Flow, 'nodes' | 'links'>): FlowNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  const after = new Map<string, string[]>();
  for (const { from, to } of links) {
    if (!byId.has(from) || !byId.has(to)) continue;
    open.set(to, (open.get(to) ?? 0) + 1);
    after.set(from, [...(after.get(from) ?? []), to]);
  }
  const ready = nodes.filter(({ id }) => open.get(id) === 0);
  const found = new Set<FlowNode>();
  for (const node of ready) {
    found.add(node);
    for (const to of after.get(node.id) ?? []) {
      const left = (open.get(to) ?? 0) - 1;
      open.set(to, left);
      const next = byId.get(to);
      if (left === 0 && next) ready.push(next);
    }
  }
  return [...found, ...nodes.filter((node) => !found.has(node))];
}
