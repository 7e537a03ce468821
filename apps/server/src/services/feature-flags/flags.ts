import { pageFlags } from '@touchstone/contracts/feature-flags';
import type { FlagList } from './domain/flags.ts';

/** pageOnlyFlags flags used only by the page, which no other service declares. */
export const pageOnlyFlags: FlagList = {
  isDesktopTestingEnabled: {
    description: 'Desktop testing: its services, downloads and team configuration',
    value: pageFlags.isDesktopTestingEnabled,
  },
  isSessionRecordingEnabled: {
    description: 'Calls tell the server from which page they come; it stands in the log of calls',
    value: pageFlags.isSessionRecordingEnabled,
  },
};
