import { z } from 'zod';
import type { SettingList, ValuesOf } from '../../platform/settings.ts';

export const monitoringSettings = {
  RUNNER_REGION: {
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 lower-case letters, digits or hyphens')
      .default('default'),
    help: 'Region of this runner: monitors are checked in the regions that they name',
  },
  MONITOR_CHECKS: {
    schema: z.coerce.number().int().min(1).max(10_000).default(500),
    help: 'Checks of monitors that are under way at once in one runner process',
  },
  MONITOR_RESULT_DAYS: {
    schema: z.coerce.number().int().min(1).max(400).default(7),
    help: 'How long single checks of monitors are kept; hours and days of them stay for 400 days',
  },
} as const satisfies SettingList;

/** MonitoringSettings is the configuration of the monitoring service. */
export type MonitoringSettings = ValuesOf<typeof monitoringSettings>;
