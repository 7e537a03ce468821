import type { FlowNode } from '@touchstone/engine-flow/core';

/** DraggedKind is a kind dragged onto the canvas, with the fields of the new node. */
export interface DraggedKind {
  kind: string;
  given?: Partial<Pick<FlowNode, 'name' | 'settings' | 'inputs' | 'outputs'>>;
}

const mediaType = 'application/x-touchstone-block';

/** draggedKind carries a kind through a drag, since its data can only be read on drop. */
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

/** referenceOf returns the id of what a node runs, from its settings: a script, suite or workflow. */
export function referenceOf(settings: Record<string, unknown>): string | undefined {
  const { scriptId, suiteId, workflowId } = settings;
  return [scriptId, suiteId, workflowId].find((id): id is string => typeof id === 'string' && id !== '');
}

/** projectOf returns the workspace of what a node runs, if it isn't the workflow's. */
export function projectOf(node: { settings: Record<string, unknown> } | undefined, ofWorkflow: string): string {
  const own = node?.settings.projectId;
  return typeof own === 'string' && own !== '' ? own : ofWorkflow;
}
