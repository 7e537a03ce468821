import type { Hotkey } from '../../shared/hotkeys.ts';

/** Keys of the script editor and the report. */
export const apiTestingKeys = {
  send: { keys: 'mod+Enter', label: 'Send the request, or run', group: 'Script editor' },
  save: { keys: 'mod+S', label: 'Save the script', group: 'Script editor' },
  newScript: { keys: 'N', label: 'New request', group: 'Everywhere' },
  address: { keys: 'A', label: 'Go to the address', group: 'Script editor' },
  runSuite: { keys: 'R', label: 'Run the suite', group: 'Script editor' },
  tree: { keys: 'S', label: 'Go to the scripts', group: 'Script editor' },
  failedFirst: { keys: 'F', label: 'Failed first, or in order', group: 'Report' },
} as const satisfies Record<string, Hotkey>;
