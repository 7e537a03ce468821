import type { ReactNode } from 'react';
import { type DraggedKind, draggedKind } from '../../model/canvas/dragged-kind.ts';
import type { BlockKind } from '../../model/kinds.ts';
import classes from '../panels/panels.module.css';

/** LibraryGroup is a titled list of items that can be put on the canvas. */
export function LibraryGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div style={{ marginBottom: 12 }}>
      <h3 className="eyebrow">{title}</h3>
      <ul className={classes.list} aria-label={title} style={{ gap: 0 }}>
        {children}
      </ul>
    </div>
  );
}

interface ItemProps {
  kind: BlockKind;
  label: string;
  /** Depth in the tree. */
  depth?: number;
  chosen: DraggedKind;
  onAdd: (chosen: DraggedKind) => void;
}

/** LibraryItem is an item to drag onto the canvas, or to add by a click. */
export function LibraryItem({ kind, label, depth = 0, chosen, onAdd }: ItemProps) {
  const { icon: Icon, unavailable, description, colour } = kind;
  return (
    <button
      type="button"
      className={classes.item}
      style={indentOf(depth)}
      title={unavailable ?? description}
      disabled={unavailable !== null}
      draggable={unavailable === null}
      onDragStart={(event) => draggedKind.write(event.dataTransfer, chosen)}
      onClick={() => onAdd(chosen)}
    >
      <span className={classes.dot} data-colour={colour} aria-hidden />
      <Icon size={14} aria-hidden />
      <span className="grow ellipsis">{label}</span>
    </button>
  );
}

/** indentOf returns the indentation of an entry. */
export const indentOf = (depth: number) => ({ paddingLeft: 8 + 16 * depth });
