import type { LivePicture } from '@touchstone/contracts/web-testing';
import { type RefObject, useEffect, useState } from 'react';
import type { LiveConnection } from '../../model/live/live-connection.ts';

/**
 * usePainted paints the pictures of a live browser on a canvas, dropping older ones if they arrive faster than they can
 * be painted; returns the page size.
 */
export function usePainted(
  canvas: RefObject<HTMLCanvasElement | null>,
  connection: LiveConnection,
): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    let next: LivePicture | undefined;
    let isPainting = false;
    let isOver = false;
    const paint = async () => {
      isPainting = true;
      while (next && !isOver) {
        const { bytes, width, height } = next;
        next = undefined;
        const image = await createImageBitmap(new Blob([bytes as BlobPart], { type: 'image/jpeg' })).catch(
          () => undefined,
        );
        const target = canvas.current;
        if (!image || !target || isOver) continue;
        if (target.width !== image.width || target.height !== image.height) {
          target.width = image.width;
          target.height = image.height;
        }
        target.getContext('2d')?.drawImage(image, 0, 0);
        image.close();
        setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
      }
      isPainting = false;
    };
    const leave = connection.onPicture((picture) => {
      next = picture;
      if (!isPainting) void paint();
    });
    return () => {
      isOver = true;
      leave();
    };
  }, [canvas, connection]);
  return size;
}
