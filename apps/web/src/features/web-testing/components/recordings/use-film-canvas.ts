import type { Film, FilmFrame } from '@touchstone/engine-browser/core';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * useFilmCanvas draws a picture of a film, dropping older ones if they arrive faster than they can be drawn; other
 * sizes are scaled to fit.
 */
export function useFilmCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  { width, height }: Pick<Film, 'width' | 'height'>,
  frame: FilmFrame | undefined,
): void {
  const wanted = useRef<FilmFrame>(undefined);
  const isDrawing = useRef(false);
  useEffect(() => {
    wanted.current = frame;
    if (isDrawing.current) return;
    const draw = async () => {
      isDrawing.current = true;
      while (wanted.current) {
        const { bytes } = wanted.current;
        wanted.current = undefined;
        const blob = new Blob([bytes as BlobPart], { type: 'image/jpeg' });
        const image = await createImageBitmap(blob).catch(() => undefined);
        const context = image && canvas.current?.getContext('2d');
        if (!context) continue;
        const scale = Math.min(width / image.width, height / image.height);
        const [w, h] = [image.width * scale, image.height * scale];
        context.clearRect(0, 0, width, height);
        context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
        image.close();
      }
      isDrawing.current = false;
    };
    void draw();
  }, [canvas, frame, width, height]);
}
