import type { FlowNode } from '@touchstone/engine-flow/core';
import type { BlockPlace } from '../document/flow-document.ts';

/** Dimensions of a block; the style sheet of blocks must match them. */
export const blockMeasures = {
  width: 232,
  head: 40,
  path: 20,
  sectionHead: 20,
  row: 20,
  foot: 6,
  maxRows: 12,
} as const;
const comment = { width: 200, height: 96 } as const;

/** A size in canvas pixels. */
export interface BlockSize {
  width: number;
  height: number;
}

/**
 * blockSize returns the size of a drawn block; computed from the node alone, so that blocks can be connected without
 * rendering.
 */
export function blockSize(node: FlowNode, place: BlockPlace | undefined, hasPath: boolean): BlockSize {
  if (node.kind === 'comment') return { width: place?.width ?? comment.width, height: place?.height ?? comment.height };
  const { width, head, path, sectionHead, row, foot, maxRows } = blockMeasures;
  const rows = Math.min(Math.max(node.inputs.length, node.outputs.length), maxRows);
  const sections = rows === 0 ? 0 : sectionHead + rows * row + foot;
  return { width, height: head + (hasPath ? path : 0) + sections };
}

/** portTop returns the vertical centre of a port; ports beyond the last row share it. */
export function portTop(index: number, hasPath: boolean): number {
  const { head, path, sectionHead, row, maxRows } = blockMeasures;
  return head + (hasPath ? path : 0) + sectionHead + Math.min(index, maxRows - 1) * row + row / 2;
}
