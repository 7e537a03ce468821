import type { FlowNode } from '@touchstone/engine-flow/core';

/** DraggedKind is what is dragged onto the canvas: a kind, and what the new node is given. */
export interface DraggedKind {
  kind: string;
  given?: Partial<Pick<FlowNode, 'name' | 'settings' | 'inputs' | 'outputs'>>;
}

const mediaType = 'application/x-touchstone-block';

/** draggedKind carries a kind through a drag; its data can be read only when it is dropped. */
export const draggedKind = {
  write: (data: DataTransfer, dragged: DraggedKind): void => {
    data.setData(mediaType, JSON.stringify(dragged));
    data.effectAllowed = 'copy';
  },
  isIn: (data: DataTransfer): boolean => data.types.includes(mediaType),
  read: (data: DataTransfer): DraggedKind | undefined => {
    const text = data.getData(mediaType);
    return text === '' ? undefined : (JSON.parse(text) as DraggedKind);
  },
};

/** referenceOf is what a node runs, by its settings: a script, a suite or a workflow. */
export function referenceOf(settings: Record<string, unknown>): string | undefined {
  const { scriptId, suiteId, workflowId } = settings;
  return [scriptId, suiteId, workflowId].find((id): id is string => typeof id === 'string' && id !== '');
}

/** projectOf is the workspace of what a node runs: its own where that is another than the workspace of the workflow. */
export function projectOf(node: { settings: Record<string, unknown> } | undefined, ofWorkflow: string): string {
  const own = node?.settings.projectId;
  return typeof own === 'string' && own !== '' ? own : ofWorkflow;
}
