import type { FlowProblem } from '@touchstone/engine-flow/core';
import type { DraggedKind } from '../../model/canvas/dragged-kind.ts';
import type { BlockPlace } from '../../model/document/flow-document.ts';
import type { FlowEditor } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';
import type { NodeRunState } from '../../model/run-state.ts';

/** What the canvas is given. */
export interface FlowCanvasProps {
  editor: FlowEditor;
  kinds: BlockKinds;
  problems: readonly FlowProblem[];
  /** States of the nodes of the run that is shown. */
  states?: ReadonlyMap<string, NodeRunState> | undefined;
  isReadOnly?: boolean;
  /** Opens the details of what is selected. */
  onOpen?: () => void;
  /** Opens the list of what can be added. */
  onAdd?: () => void;
  /** Adds what was dropped at a place. */
  onDropKind?: (chosen: DraggedKind, place: BlockPlace) => void;
}
