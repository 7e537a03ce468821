import { z } from 'zod';
import type { SettingList } from '../../platform/settings.ts';

export const notificationSettings = {
  NOTIFICATION_RETENTION_DAYS: {
    schema: z.coerce.number().int().min(30).default(90),
    help: 'How long notifications and ended broadcasts are kept',
  },
} as const satisfies SettingList;
