import type { ScriptSummary } from '@touchstone/contracts/api-testing';
import { type DragEvent, useState } from 'react';
import type { TreeRow } from '../../model/tree/script-tree.ts';
import { draggedOf, dropOn, type TreeMove } from '../../model/tree/tree-move.ts';

/** Dragged is the dragged items: scripts, or one folder with its contents. */
export type Dragged = Pick<TreeMove, 'scriptIds' | 'folders'>;
interface Target {
  row: TreeRow;
  isBehind: boolean;
}

const isSame = (left: TreeRow, right: TreeRow): boolean =>
  left.kind === 'folder'
    ? right.kind === 'folder' && left.path === right.path
    : right.kind === 'script' && left.script.scriptId === right.script.scriptId;

interface Drops {
  onMove: (move: TreeMove) => void;
  /** Dropped for another suite, which is still to be selected. */
  onMoveAway: (dragged: Dragged) => void;
}

/** useTreeDrag makes tree rows draggable: onto a folder, before or after a script, or to another suite. */
export function useTreeDrag(scripts: readonly ScriptSummary[], selected: ReadonlySet<string>, drops: Drops) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const [isOverFoot, setOverFoot] = useState(false);
  const end = () => {
    setDragged(null);
    setTarget(null);
    setOverFoot(false);
  };
  const targetAt = (event: DragEvent, row: TreeRow): Target => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return { row, isBehind: event.clientY > top + height / 2 };
  };
  return {
    isDragging: dragged !== null,
    /** Whether the drag is over the other-suite target. */
    isOverFoot,
    awayProps: {
      onDragOver(event: DragEvent) {
        event.preventDefault();
        setTarget(null);
        setOverFoot(true);
      },
      onDragLeave: () => setOverFoot(false),
      onDrop(event: DragEvent) {
        event.preventDefault();
        end();
        if (dragged) drops.onMoveAway(dragged);
      },
    },
    /** Where on the row the drop would go. */
    markOf(row: TreeRow): 'into' | 'before' | 'behind' | undefined {
      if (!target || !isSame(target.row, row)) return undefined;
      if (row.kind === 'folder') return 'into';
      return target.isBehind ? 'behind' : 'before';
    },
    propsOf: (row: TreeRow) => ({
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', row.kind === 'folder' ? row.path : row.script.scriptName);
        setDragged(draggedOf(row, selected));
      },
      onDragOver(event: DragEvent) {
        if (!dragged) return;
        const next = targetAt(event, row);
        if (!dropOn(scripts, dragged, next)) return setTarget(null);
        event.preventDefault();
        if (!target || !isSame(target.row, row) || target.isBehind !== next.isBehind) setTarget(next);
      },
      onDrop(event: DragEvent) {
        const move = dragged && dropOn(scripts, dragged, targetAt(event, row));
        event.preventDefault();
        end();
        if (move) drops.onMove(move);
      },
      onDragEnd: end,
    }),
  };
}
export type TreeDrag = ReturnType<typeof useTreeDrag>;
