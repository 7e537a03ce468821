import type { FlowProblem, Port } from '@touchstone/engine-flow/core';
import type { FlowPlace } from '../../../../shared/flows/flow-node-look.ts';
import type { FlowEditor } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';
import type { NodeRunDetail } from '../../model/run-state.ts';
import type { Library } from '../panels/block-list.tsx';
import type { NamedId } from '../panels/context-dialog.tsx';
import type { PortsOf } from '../panels/node-details.tsx';

/** What the workbench is given. */
export interface WorkbenchProps {
  editor: FlowEditor;
  kinds: BlockKinds;
  /** Where the workflow lives. */
  place: FlowPlace;
  /** Scripts that can be put on the canvas. */
  library: Library;
  problems: readonly FlowProblem[];
  states?: ReadonlyMap<string, NodeRunDetail> | undefined;
  /** Runs the shown run again from a block; absent where nobody may. */
  onRerun?: ((nodeId: string) => void) | undefined;
  environments: readonly NamedId[];
  databases: readonly NamedId[];
  isReadOnly: boolean;
  portsOf: PortsOf;
  /** Inputs that what the chosen node runs can take. */
  offeredOf: (nodeId: string) => readonly Port[];
}
