import type { FlowProblem } from '@touchstone/engine-flow/core';
import type { DraggedKind } from '../../model/canvas/dragged-kind.ts';
import type { BlockPlace } from '../../model/document/flow-document.ts';
import type { FlowEditor } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';
import type { NodeRunState } from '../../model/run-state.ts';

/** Props of the canvas. */
export interface FlowCanvasProps {
  editor: FlowEditor;
  kinds: BlockKinds;
  problems: readonly FlowProblem[];
  /** Node states of the displayed run. */
  states?: ReadonlyMap<string, NodeRunState> | undefined;
  isReadOnly?: boolean;
  /** Opens the details of the selection. */
  onOpen?: () => void;
  /** Opens the list of blocks to add. */
  onAdd?: () => void;
  /** Adds a dropped kind at a place. */
  onDropKind?: (chosen: DraggedKind, place: BlockPlace) => void;
}
