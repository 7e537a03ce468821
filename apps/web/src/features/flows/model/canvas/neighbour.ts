/** Box is the position and size of a block. */
export interface Box {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Direction of an arrow key. */
export type Way = 'left' | 'right' | 'up' | 'down';

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/**
 * neighbour returns the block that an arrow key moves to: the nearest in its direction, with sideways distance counting
 * twice.
 */
export function neighbour(boxes: readonly Box[], from: string, way: Way): string | undefined {
  const start = boxes.find(({ id }) => id === from);
  if (start === undefined) return boxes[0]?.id;
  const at = middle(start);
  let best: { id: string; distance: number } | undefined;
  for (const box of boxes) {
    if (box.id === from) continue;
    const { x, y } = middle(box);
    const [along, aside] = {
      left: [at.x - x, Math.abs(at.y - y)],
      right: [x - at.x, Math.abs(at.y - y)],
      up: [at.y - y, Math.abs(at.x - x)],
      down: [y - at.y, Math.abs(at.x - x)],
    }[way] as [number, number];
    if (along <= 0 || aside > 2 * along) continue;
    const distance = along + 2 * aside;
    if (best === undefined || distance < best.distance) best = { id: box.id, distance };
  }
  return best?.id;
}
