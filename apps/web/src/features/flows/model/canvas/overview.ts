import type { BlockColour } from '../../../../shared/flows/flow-node-look.ts';
import type { Block } from './drawn.ts';

/** The view of the canvas: offset in window pixels, and zoom factor. */
export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

/** A rectangle of the canvas. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** boundsOf returns the rectangle around all blocks. */
export function boundsOf(blocks: readonly Block[]): Bounds | undefined {
  if (blocks.length === 0) return undefined;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { position, width = 0, height = 0 } of blocks) {
    left = Math.min(left, position.x);
    top = Math.min(top, position.y);
    right = Math.max(right, position.x + width);
    bottom = Math.max(bottom, position.y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether a block is in view. */
const isInView = ({ position, width = 0, height = 0 }: Block, view: Bounds): boolean =>
  position.x < view.x + view.width &&
  position.x + width > view.x &&
  position.y < view.y + view.height &&
  position.y + height > view.y;

/** viewOf returns the visible part of the canvas. */
export const viewOf = ({ x, y, zoom }: Viewport, width: number, height: number): Bounds => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
});

/** Beyond this many blocks an overview is drawn: their text would be too small to read, and each costs time. */
export const maxDrawnBlocks = 80;

/** isCrowded returns whether the window shows more blocks than are drawn in full. */
export function isCrowded(blocks: readonly Block[], view: Bounds): boolean {
  if (blocks.length <= maxDrawnBlocks) return false;
  // The window hasn't been measured yet.
  if (view.width === 0) return true;
  let seen = 0;
  for (const block of blocks) {
    if (isInView(block, view)) seen += 1;
    if (seen > maxDrawnBlocks) return true;
  }
  return false;
}

/** blockAt returns the block at a point of the canvas; the last drawn one is on top. */
export const blockAt = (blocks: readonly Block[], point: { x: number; y: number }): Block | undefined =>
  blocks.findLast((block) => isInView(block, { ...point, width: 0.01, height: 0.01 }));

/** The colours of an overview, from the current style sheet. */
export interface OverviewColours {
  block: Record<BlockColour, string>;
  state: { passed: string; failed: string; running: string };
  line: string;
  error: string;
  selected: string;
  surface: string;
}

/** overviewColours reads the colours of the current colour scheme. */
export function overviewColours(element: Element): OverviewColours {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return {
    block: {
      control: value('--block-control'),
      api: value('--block-api'),
      web: value('--block-web'),
      load: value('--block-load'),
      data: value('--block-data'),
      message: value('--block-message'),
    },
    state: { passed: value('--pass'), failed: value('--fail'), running: value('--run') },
    line: value('--ink-3'),
    error: value('--fail'),
    selected: value('--accent'),
    surface: value('--raised'),
  };
}

interface Link {
  from: string;
  to: string;
  on: 'success' | 'error';
}

/** drawOverview draws blocks as rectangles and links as lines. */
export function drawOverview(
  context: CanvasRenderingContext2D,
  blocks: readonly Block[],
  links: readonly Link[],
  { x, y, zoom }: Viewport,
  colours: OverviewColours,
): void {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  context.lineWidth = 1;
  for (const on of ['success', 'error'] as const) {
    context.strokeStyle = on === 'error' ? colours.error : colours.line;
    context.globalAlpha = 0.5;
    context.beginPath();
    for (const link of links) {
      const [from, to] = [byId.get(link.from), byId.get(link.to)];
      if (link.on !== on || !from || !to) continue;
      context.moveTo(x + (from.position.x + (from.width ?? 0)) * zoom, y + (from.position.y + 20) * zoom);
      context.lineTo(x + to.position.x * zoom, y + (to.position.y + 20) * zoom);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
  for (const { position, width = 0, height = 0, data, selected } of blocks) {
    const [left, top, right, down] = [x + position.x * zoom, y + position.y * zoom, width * zoom, height * zoom];
    const status = data.state?.status;
    const ended =
      status === 'passed' || status === 'failed' || status === 'running' ? colours.state[status] : undefined;
    context.fillStyle = colours.surface;
    context.fillRect(left, top, right, down);
    context.fillStyle = ended ?? colours.block[data.kind?.colour ?? 'control'];
    context.globalAlpha = ended ? 0.9 : 0.45;
    context.fillRect(left, top, right, down);
    context.globalAlpha = 1;
    if (!selected) continue;
    context.strokeStyle = colours.selected;
    context.lineWidth = 2;
    context.strokeRect(left - 1, top - 1, right + 2, down + 2);
  }
}
