import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import type { Block } from '../../model/canvas/drawn.ts';
import { boundsOf } from '../../model/canvas/overview.ts';

const margin = 48;

/** useFit fits all blocks into view, at most at full size; the promise resolves when the view is in place. */
export function useFit(blocks: readonly Block[]): (durationMs?: number) => Promise<void> {
  const { setViewport } = useReactFlow();
  const store = useStoreApi();
  const latest = useRef(blocks);
  useEffect(() => {
    latest.current = blocks;
  });
  return useCallback(
    async (duration = 120) => {
      const bounds = boundsOf(latest.current);
      const { width, height, minZoom } = store.getState();
      if (bounds === undefined || width === 0) return;
      const [wide, high] = [(width - 2 * margin) / bounds.width, (height - 2 * margin) / bounds.height];
      const zoom = Math.max(Math.min(wide, high, 1), minZoom);
      const x = width / 2 - (bounds.x + bounds.width / 2) * zoom;
      const y = height / 2 - (bounds.y + bounds.height / 2) * zoom;
      await setViewport({ x, y, zoom }, { duration });
    },
    [setViewport, store],
  );
}
