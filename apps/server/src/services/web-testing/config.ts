import { z } from 'zod';
import type { SettingList, ValuesOf } from '../../platform/settings.ts';

export const webTestingSettings = {
  BROWSER_SLOTS: {
    schema: z.coerce.number().int().min(1).max(64).default(2),
    help: 'Scripts that one runner runs in browsers at the same time; each needs about 300 MB. Further ones wait for a place',
  },
  RECORDING_BROWSERS: {
    schema: z.coerce.number().int().min(0).max(64).default(2),
    help: 'Browsers that one process keeps open for people who record steps, beside those of runs; each needs about 300 MB',
  },
} as const satisfies SettingList;

/** WebTestingSettings is what web testing reads of the configuration. */
export type WebTestingSettings = ValuesOf<typeof webTestingSettings>;
