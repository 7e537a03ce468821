import type { FlowProblem, Port } from '@touchstone/engine-flow/core';
import type { FlowPlace } from '../../../../shared/flows/flow-node-look.ts';
import type { FlowEditor } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';
import type { NodeRunDetail } from '../../model/run-state.ts';
import type { Library } from '../panels/block-list.tsx';
import type { NamedId } from '../panels/context-dialog.tsx';
import type { PortsOf } from '../panels/node-details.tsx';

/** Props of the workbench. */
export interface WorkbenchProps {
  editor: FlowEditor;
  kinds: BlockKinds;
  /** Where the workflow lives. */
  place: FlowPlace;
  /** Scripts that can be put on the canvas. */
  library: Library;
  problems: readonly FlowProblem[];
  states?: ReadonlyMap<string, NodeRunDetail> | undefined;
  /** Reruns the displayed run from a block; absent if not permitted. */
  onRerun?: ((nodeId: string) => void) | undefined;
  environments: readonly NamedId[];
  databases: readonly NamedId[];
  isReadOnly: boolean;
  portsOf: PortsOf;
  /** Inputs that the target of a node accepts. */
  offeredOf: (nodeId: string) => readonly Port[];
}
