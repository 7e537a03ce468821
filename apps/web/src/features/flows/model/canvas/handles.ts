import type { PortSide } from '../document/flow-document.ts';

/** End is an end of a connection at a block: its control flow, or one of its ports. */
export type End =
  | { type: 'before' }
  | { type: 'after'; on: 'success' | 'error' }
  | { type: 'port'; side: PortSide; port: string };

/** handleId returns the handle id of an end on the canvas. */
export const handleId = (end: End): string =>
  end.type === 'port' ? `${end.side}:${end.port}` : end.type === 'before' ? 'before' : `after:${end.on}`;

/** endOf parses the format of `handleId`. */
export function endOf(id: string | null | undefined): End | undefined {
  if (id === 'before') return { type: 'before' };
  if (id === 'after:success') return { type: 'after', on: 'success' };
  if (id === 'after:error') return { type: 'after', on: 'error' };
  const [, side, port] = /^(inputs|outputs):(.+)$/s.exec(id ?? '') ?? [];
  return side && port ? { type: 'port', side: side as PortSide, port } : undefined;
}
