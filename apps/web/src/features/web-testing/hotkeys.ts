import type { Hotkey } from '../../shared/hotkeys.ts';

/** Keys of the web script editor. */
export const webTestingKeys = {
  dryRun: { keys: 'mod+Enter', label: 'Dry run', group: 'Web script' },
  saveSteps: { keys: 'mod+S', label: 'Save the steps', group: 'Web script' },
} as const satisfies Record<string, Hotkey>;
