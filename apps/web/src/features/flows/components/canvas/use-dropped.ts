import { useReactFlow } from '@xyflow/react';
import type { DragEvent } from 'react';
import { draggedKind } from '../../model/canvas/dragged-kind.ts';
import type { FlowCanvasProps } from './canvas-props.ts';

/** useDropped passes on blocks and scripts dragged from the list, with the drop position. */
export function useDropped(onDropKind: FlowCanvasProps['onDropKind']) {
  const { screenToFlowPosition } = useReactFlow();
  return {
    onDragOver: (event: DragEvent) => {
      if (!draggedKind.isIn(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDrop: (event: DragEvent) => {
      const dragged = draggedKind.read(event.dataTransfer);
      if (!dragged) return;
      event.preventDefault();
      const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY });
      onDropKind?.(dragged, { x: Math.round(x), y: Math.round(y) });
    },
  };
}
