import type { FlowLink, FlowNode, Joint } from '@touchstone/engine-flow/core';
import { type Edge, MarkerType, type Node, type NodeHandle, Position } from '@xyflow/react';
import type { BlockPlace } from '../document/flow-document.ts';
import { jointKey } from '../document/flow-document.ts';
import type { BlockKind, BlockKinds } from '../kinds.ts';
import type { NodeRunState } from '../run-state.ts';
import { blockMeasures, blockSize, portTop } from './block-geometry.ts';
import { handleId } from './handles.ts';

/** Data that a block renders. */
export interface BlockData extends Record<string, unknown> {
  node: FlowNode;
  kind: BlockKind | undefined;
  path: string | undefined;
  problems: number;
  state: NodeRunState | undefined;
  isCurrent: boolean;
  isLinkSource: boolean;
}
export type Block = Node<BlockData, 'block'>;

/** Data that an edge renders: a link, or the path of a value. */
export type LinkEdge = Edge<{ link: FlowLink; isTaken: boolean }, 'link'>;
export type JointEdge = Edge<{ joint: Joint }, 'joint'>;
export type DrawnEdge = LinkEdge | JointEdge;

/** The parts of a block besides its node. */
export type BlockState = Pick<BlockData, 'problems' | 'state' | 'isCurrent' | 'isLinkSource'> & {
  isSelected: boolean;
  place: BlockPlace;
};

const same = (a: BlockState, b: BlockState): boolean =>
  a.place === b.place &&
  a.problems === b.problems &&
  a.state === b.state &&
  a.isCurrent === b.isCurrent &&
  a.isLinkSource === b.isLinkSource &&
  a.isSelected === b.isSelected;

/** BlockDrawer creates what the canvas draws; an unchanged block keeps its identity, so it isn't rendered again. */
export class BlockDrawer {
  private readonly kinds: BlockKinds;
  private readonly kept = new Map<string, { node: FlowNode; given: BlockState; block: Block }>();

  constructor(kinds: BlockKinds) {
    this.kinds = kinds;
  }

  draw(node: FlowNode, given: BlockState): Block {
    const before = this.kept.get(node.id);
    if (before?.node === node && same(before.given, given)) return before.block;
    const kind = this.kinds.find(node.kind);
    const path = kind?.look?.pathOf?.(node);
    const { place, isSelected, ...data } = given;
    const size = blockSize(node, place, path !== undefined);
    const block: Block = {
      id: node.id,
      type: 'block',
      position: { x: place.x, y: place.y },
      ...size,
      measured: size,
      handles: handlesOf(node, path !== undefined, size.height),
      selected: isSelected,
      data: { node, kind, path, ...data },
    };
    this.kept.set(node.id, { node, given, block });
    return block;
  }
}

/** Where links and values end at a block, so that edges of unrendered blocks have their ends. */
function handlesOf(node: FlowNode, hasPath: boolean, height: number): NodeHandle[] {
  const { width, head } = blockMeasures;
  const at = (x: number, y: number) => ({ x: x - 4, y: y - 4, width: 8, height: 8 });
  const ports = (side: 'inputs' | 'outputs'): NodeHandle[] =>
    node[side].map(({ name }, index) => ({
      id: handleId({ type: 'port', side, port: name }),
      type: side === 'inputs' ? 'target' : 'source',
      position: side === 'inputs' ? Position.Left : Position.Right,
      ...at(side === 'inputs' ? 0 : width, portTop(index, hasPath)),
    }));
  if (node.kind === 'comment') return [];
  return [
    { id: 'before', type: 'target', position: Position.Left, ...at(0, head / 2) },
    { id: 'after:success', type: 'source', position: Position.Right, ...at(width, head / 2) },
    { id: 'after:error', type: 'source', position: Position.Bottom, ...at(width / 2, height) },
    ...ports('inputs'),
    ...ports('outputs'),
  ];
}

const marker = (color: string) => ({ type: MarkerType.ArrowClosed, color, width: 16, height: 16 });
const markers = { success: marker('var(--ink-3)'), error: marker('var(--fail)') };

/** linkEdge creates the edge of a link. */
export const linkEdge = (link: FlowLink, isSelected: boolean, isTaken: boolean): LinkEdge => ({
  id: `link ${link.id}`,
  type: 'link',
  source: link.from,
  target: link.to,
  sourceHandle: `after:${link.on}`,
  targetHandle: 'before',
  selected: isSelected,
  markerEnd: markers[link.on],
  data: { link, isTaken },
});

/** jointEdge creates the edge of a value. */
export const jointEdge = (joint: Joint, isSelected: boolean): JointEdge => ({
  id: `joint ${jointKey(joint)}`,
  type: 'joint',
  source: joint.from.node,
  target: joint.to.node,
  sourceHandle: handleId({ type: 'port', side: 'outputs', port: joint.from.port }),
  targetHandle: handleId({ type: 'port', side: 'inputs', port: joint.to.port }),
  selected: isSelected,
  data: { joint },
});
