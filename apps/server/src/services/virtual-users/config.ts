import { z } from 'zod';
import { type SettingList, splitList } from '../../platform/settings.ts';

export const virtualUserSettings = {
  VIRTUAL_USER_PACKS: {
    schema: z
      .string()
      .default('100:10,500:45,1000:80,5000:350')
      .transform(splitList)
      .pipe(z.array(z.string().regex(/^[1-9]\d{0,6}:\d{1,7}(\.\d{1,2})?$/, 'must be COUNT:PRICE, such as 500:45'))),
    help: 'Packs of virtual users on offer, as COUNT:PRICE',
  },
} as const satisfies SettingList;
