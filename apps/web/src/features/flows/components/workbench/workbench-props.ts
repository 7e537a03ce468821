import type { FlowProblem, Port } from '@touchstone/engine-flow/core';
import type { DraggedKind } from '../../model/canvas/dragged-kind.ts';
import type { FlowEditor } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';
import type { NodeRunDetail } from '../../model/run-state.ts';
import type { NamedId } from '../panels/context-dialog.tsx';

/** What the workbench is given. */
export interface WorkbenchProps {
  editor: FlowEditor;
  kinds: BlockKinds;
  projectId: string;
  problems: readonly FlowProblem[];
  states?: ReadonlyMap<string, NodeRunDetail> | undefined;
  environments: readonly NamedId[];
  databases: readonly NamedId[];
  variables: readonly string[];
  isReadOnly: boolean;
  /** Inputs and outputs of what a node runs. */
  portsOf: (chosen: DraggedKind) => Promise<{ inputs: Port[]; outputs: Port[] } | undefined>;
  /** Inputs that what the chosen node runs can take. */
  offeredOf: (nodeId: string) => readonly Port[];
}
