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
  BROWSER_REMOTE_URL: {
    schema: z
      .string()
      .trim()
      .regex(/^(?:wss?|https?):\/\//, 'Begin the address with http://, https://, ws:// or wss://')
      .optional(),
    help: 'Scripts run in browsers of other machines: address of a Selenium Grid (http, https) or of a server of Playwright 1.64 (ws, wss). Of what those browsers contact only the addresses that steps open are checked here, so limit their network there',
  },
} as const satisfies SettingList;

/** WebTestingSettings are the configuration settings of web testing. */
export type WebTestingSettings = ValuesOf<typeof webTestingSettings>;
