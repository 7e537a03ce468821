import { baseKinds, type FlowNode, type NodeKind } from '@touchstone/engine-flow/core';
import { formatDuration } from '@touchstone/kernel';
import type { FlowNodeKind } from './flow-kind.ts';

/** engineKind returns a kind of the flow engine. */
export function engineKind(name: string): NodeKind {
  const kind = baseKinds.find((one) => one.kind === name);
  if (!kind) throw new Error(`The flow engine has no nodes of kind ${name}.`);
  return kind;
}

const service = 'workflow';
const control = (kind: string, title: string, description: string): FlowNodeKind => ({
  node: engineKind(kind),
  title,
  description,
  group: 'control',
  service,
  hasOwnPorts: false,
});

const waitText = ({ settings: { durationMs } }: FlowNode): string =>
  typeof durationMs === 'number' ? `for ${formatDuration(durationMs)}` : 'Wait';

/** controlKinds are the kinds that control a workflow; executed by the flow engine itself. */
export const controlKinds: readonly FlowNodeKind[] = [
  control('start', 'Start', 'The run begins here.'),
  { ...control('data-hub', 'Data hub', 'Named values for the nodes after it.'), group: 'data', hasOwnPorts: true },
  control('decision', 'Decision', 'Continues along each link whose condition is true.'),
  control('join', 'Join', 'Waits for all, any or a number of the incoming branches.'),
  { ...control('wait', 'Wait', 'Continues after a set time.'), subtitle: waitText },
  control('stop', 'Stop', 'Ends the whole run at once.'),
  control('comment', 'Comment', 'A note on the canvas. It is never executed.'),
];
