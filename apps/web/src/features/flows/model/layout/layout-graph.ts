import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { BlockSize } from '../canvas/block-geometry.ts';
import type { BlockPlace, FlowDocument } from '../document/flow-document.ts';

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '88',
  'elk.spacing.nodeNode': '40',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
};

/** layoutGraph returns the input of the layout engine: connected blocks, with their links and values in order. */
export function layoutGraph({ flow }: FlowDocument, sizeOf: (id: string) => BlockSize): ElkNode {
  const connected = new Set<string>();
  const edges = [
    ...flow.links.map(({ from, to }) => ({ from, to })),
    ...flow.joints.map(({ from, to }) => ({ from: from.node, to: to.node })),
  ];
  for (const { from, to } of edges) connected.add(from).add(to);
  return {
    id: 'flow',
    layoutOptions: options,
    children: flow.nodes.filter(({ id }) => connected.has(id)).map(({ id }) => ({ id, ...sizeOf(id) })),
    edges: edges.map(({ from, to }, index) => ({ id: `e${index}`, sources: [from], targets: [to] })),
  };
}

/** placesOf reads the positions from the layout engine; unconnected blocks stay. */
export function placesOf({ children = [] }: ElkNode, layout: FlowDocument['layout']): Record<string, BlockPlace> {
  return Object.fromEntries(
    children.map(({ id, x = 0, y = 0 }) => [id, { ...layout[id], x: Math.round(x), y: Math.round(y) }]),
  );
}
