import type { FlowLink } from '@touchstone/engine-flow/core';
import { useReactFlow, useStore } from '@xyflow/react';
import { type PointerEvent, useEffect, useRef } from 'react';
import type { Block } from '../../model/canvas/drawn.ts';
import { boundsOf, drawOverview, overviewColours, type Viewport, viewOf } from '../../model/canvas/overview.ts';
import classes from './flow-canvas.module.css';

interface Props {
  blocks: readonly Block[];
  links: readonly FlowLink[];
}

/** Draws on a canvas element at the screen's pixel density. */
function paint(canvas: HTMLCanvasElement, blocks: readonly Block[], links: readonly FlowLink[], viewport: Viewport) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const context = canvas.getContext('2d');
  if (!context || width === 0) return undefined;
  const density = window.devicePixelRatio;
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  context.scale(density, density);
  drawOverview(context, blocks, links, viewport, overviewColours(canvas));
  return context;
}

/** OverviewLayer draws all blocks at once when they are too many and too small to read. */
export function OverviewLayer({ blocks, links }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a window of another size is drawn anew
  useEffect(() => {
    if (canvas.current) paint(canvas.current, blocks, links, { x, y, zoom });
  }, [blocks, links, x, y, zoom, width, height]);
  return <canvas ref={canvas} className={classes.overview} data-overview aria-hidden />;
}

/** MapPanel is a map of the whole workflow with its visible part, which is moved by pressing and dragging. */
export function MapPanel({ blocks, links }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const { setCenter } = useReactFlow();
  const place = (element: HTMLCanvasElement): Viewport => {
    const { x: left, y: top, width: wide, height: high } = boundsOf(blocks) ?? { x: 0, y: 0, width: 1, height: 1 };
    const scale = Math.min((element.clientWidth - 16) / wide, (element.clientHeight - 16) / high, 0.2);
    return {
      x: (element.clientWidth - wide * scale) / 2 - left * scale,
      y: (element.clientHeight - high * scale) / 2 - top * scale,
      zoom: scale,
    };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place follows from the blocks
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const map = place(element);
    const context = paint(element, blocks, links, map);
    if (!context) return;
    const view = viewOf({ x, y, zoom }, width, height);
    context.strokeStyle = overviewColours(element).selected;
    context.lineWidth = 1.5;
    context.strokeRect(
      map.x + view.x * map.zoom,
      map.y + view.y * map.zoom,
      view.width * map.zoom,
      view.height * map.zoom,
    );
  }, [blocks, links, x, y, zoom, width, height]);
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    const map = place(event.currentTarget);
    const box = event.currentTarget.getBoundingClientRect();
    void setCenter((event.clientX - box.left - map.x) / map.zoom, (event.clientY - box.top - map.y) / map.zoom, {
      zoom,
    });
  };
  return (
    <canvas
      ref={canvas}
      className={`${classes.map} nopan nowheel`}
      data-tour="canvas-map"
      role="img"
      aria-label="Overview of the workflow"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    />
  );
}
