import { z } from 'zod';
import type { SettingList } from '../../platform/settings.ts';

export const performanceSettings = {
  LOAD_USERS_PER_RUNNER: {
    schema: z.coerce.number().int().min(1).max(1_000_000).default(2000),
    help: 'Virtual users after which a performance run is divided over one more runner, unless the run says how many',
  },
} as const satisfies SettingList;
