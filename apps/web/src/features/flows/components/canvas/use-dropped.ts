import { useReactFlow } from '@xyflow/react';
import type { DragEvent } from 'react';
import { draggedKind } from '../../model/canvas/dragged-kind.ts';
import type { FlowEditor } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';

/** useDropped adds what is dragged from the list of blocks and scripts, where it is dropped. */
export function useDropped(editor: FlowEditor, kinds: BlockKinds) {
  const { screenToFlowPosition } = useReactFlow();
  return {
    onDragOver: (event: DragEvent) => {
      if (!draggedKind.isIn(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDrop: (event: DragEvent) => {
      const dragged = draggedKind.read(event.dataTransfer);
      const kind = dragged && kinds.find(dragged.kind);
      if (!kind) return;
      event.preventDefault();
      const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY });
      editor.add(kind, { x: Math.round(x), y: Math.round(y) }, dragged.given);
    },
  };
}
