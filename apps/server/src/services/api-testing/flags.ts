import { pageFlags } from '@touchstone/contracts/feature-flags';
import type { FlagList } from '../feature-flags/index.ts';

export const apiTestingFlags: FlagList = {
  isNewAPIDesignEnabled: {
    description: 'API projects open in the new design',
    value: pageFlags.isNewAPIDesignEnabled,
  },
};
