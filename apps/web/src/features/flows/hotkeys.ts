import type { Hotkey } from '../../shared/hotkeys.ts';

const key = (keys: string, label: string): Hotkey => ({ keys, label, group: 'Workflow canvas', inPlace: true });

/** Keys of the canvas, handled while it has the focus. */
export const canvasKeys = {
  block: key('I', 'Insert a block'),
  link: key('T', 'Link the block to another'),
  errorLink: key('E', 'Link the block on error'),
  undo: key('mod+Z', 'Undo'),
  remove: key('Delete', 'Delete the selection'),
} as const;
