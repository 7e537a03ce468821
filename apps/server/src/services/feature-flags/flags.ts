import { pageFlags } from '@touchstone/contracts/feature-flags';
import type { FlagList } from './domain/flags.ts';

/** pageOnlyFlags are those of the page that no other service brings. */
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
