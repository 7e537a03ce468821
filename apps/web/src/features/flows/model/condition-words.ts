import type { FlowDocument } from './document/flow-document.ts';

/** nodesBefore returns the node and all nodes that run before it, nearest first. */
export function nodesBefore({ flow }: FlowDocument, id: string): string[] {
  const found = new Set([id]);
  for (const next of found) for (const { from, to } of flow.links) if (to === next) found.add(from);
  return [...found];
}

/** conditionWords returns the names available to a condition after a node: outputs of what ran before. */
export function conditionWords(document: FlowDocument, from: string): { label: string; detail: string }[] {
  const byId = new Map(document.flow.nodes.map((node) => [node.id, node]));
  return nodesBefore(document, from).flatMap((id) => {
    const node = byId.get(id);
    const usable = node?.outputs.filter(({ type }) => !['secret', 'file', 'table'].includes(type)) ?? [];
    return usable.map((port) => ({ label: `${id}.${port.name}`, detail: `${port.type} of ${node!.name}` }));
  });
}
