import { z } from 'zod';
import type { SettingList, ValuesOf } from '../../platform/settings.ts';

export const runSettings = {
  RUNNER_CONCURRENCY: {
    schema: z.coerce.number().int().min(1).max(100).default(4),
    help: 'Runs at once in one runner process',
  },
  RUNNER_LABELS: {
    schema: z
      .string()
      .default('')
      .transform((text) => [...new Set(text.split(',').map((label) => label.trim()))].filter(Boolean))
      .pipe(z.array(z.string().max(60)).max(20)),
    help: 'Labels of this runner, parted by commas. Runs that ask for a label are executed only by runners that have it',
  },
  RETENTION_DAYS: { schema: z.coerce.number().int().min(1).default(90), help: 'How long finished runs are kept' },
} as const satisfies SettingList;

/** RunSettings is the configuration of the runs core. */
export type RunSettings = ValuesOf<typeof runSettings>;
