import type { Hotkey } from '../../shared/hotkeys.ts';

/** Keys of the page of a workflow. */
export const flowKeysOfPage = {
  save: { keys: 'mod+S', label: 'Save the workflow', group: 'Workflow' },
  run: { keys: 'mod+Enter', label: 'Run the workflow', group: 'Workflow' },
} as const satisfies Record<string, Hotkey>;

const key = (keys: string, label: string): Hotkey => ({ keys, label, group: 'Workflow', inPlace: true });

/** Keys of the canvas, which answers them while it has the focus. */
export const canvasKeys = {
  block: key('N', 'Add a block'),
  link: key('L', 'Link the block to another'),
  errorLink: key('E', 'Link the block on error'),
  undo: key('mod+Z', 'Undo'),
  remove: key('Delete', 'Delete the selection'),
} as const;
