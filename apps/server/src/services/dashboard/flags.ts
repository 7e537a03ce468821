import { pageFlags } from '@touchstone/contracts/feature-flags';
import type { FlagList } from '../feature-flags/index.ts';

export const dashboardFlags: FlagList = {
  isInsightDashboardEnabled: {
    description: 'Reporting opens the external insights dashboard',
    value: pageFlags.isInsightDashboardEnabled,
  },
};
