import { desktopFileNames } from '@touchstone/contracts/subscription';
import { httpUrl, namedUrls, type SettingList } from '../../platform/settings.ts';

export const subscriptionSettings = {
  INSIGHT_DASHBOARD_URL: {
    schema: httpUrl.optional(),
    help: 'Dashboard that "Reporting" opens in a new tab, where the flag isInsightDashboardEnabled is on',
  },
  DESKTOP_DOWNLOADS: {
    schema: namedUrls(desktopFileNames),
    help: 'Files of the Downloads panel, as NAME=URL; names: BRIDGE_WINDOWS, BRIDGE_MACOS, SPY_WINDOWS',
  },
} as const satisfies SettingList;
