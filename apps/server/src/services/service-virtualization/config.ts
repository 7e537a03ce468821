import { z } from 'zod';
import type { SettingList, ValuesOf } from '../../platform/settings.ts';
import { portRangeOf } from './domain/port-range.ts';

export const virtualizationSettings = {
  MOCK_BODY_MB: {
    schema: z.coerce.number().positive().max(256).default(16),
    help: 'Largest body of a call to a mock',
  },
  MOCK_CALLS_PER_SECOND: {
    schema: z.coerce.number().int().min(0).max(1_000_000).default(2000),
    help: 'Calls a second that one mock answers; more get 429, so that no mock takes the process from the others. 0: any number',
  },
  MOCK_DOMAIN: {
    schema: z
      .string()
      .regex(/^(?:[a-z0-9-]+\.)*[a-z0-9-]+$/i, 'Write a domain such as mocks.example.org.')
      .optional(),
    help: 'Domain below which each mock has a host name of its own, KEY.mocks.example.org; its DNS entry (a wildcard) and the certificate lead to this server',
  },
  MOCK_IDLE_MINUTES: {
    schema: z.coerce.number().int().min(1).max(10_080).default(60),
    help: 'How long a mock that nobody calls stays in memory',
  },
  MOCK_PORTS: {
    schema: z
      .string()
      .trim()
      .refine((text) => text === '' || portRangeOf(text) !== undefined, 'Write a range of ports such as 20000-20050.')
      .transform(portRangeOf)
      .optional(),
    help: 'Ports that mocks may have as their own, on HOST, such as 20000-20050: each answers http and https, as HTTP/1.1 and HTTP/2',
  },
} as const satisfies SettingList;

/** VirtualizationSettings is the configuration of service virtualization. */
export type VirtualizationSettings = ValuesOf<typeof virtualizationSettings>;
