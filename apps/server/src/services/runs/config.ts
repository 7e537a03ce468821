import { z } from 'zod';
import type { SettingList, ValuesOf } from '../../platform/settings.ts';

export const runSettings = {
  RUNNER_CONCURRENCY: {
    schema: z.coerce.number().int().min(1).max(100).default(4),
    help: 'Runs at once in one runner process',
  },
  RETENTION_DAYS: { schema: z.coerce.number().int().min(1).default(90), help: 'How long finished runs are kept' },
} as const satisfies SettingList;

/** RunSettings is what the core of runs reads of the configuration. */
export type RunSettings = ValuesOf<typeof runSettings>;
