import type { Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'activity logs',
    visitor: 'administrator',
    openTo: 'everybody',
    path: () => '/help',
    async ready(page) {
      await page.getByRole('button', { name: /^Activity logs/ }).click();
      await page.getByRole('tab', { name: /^Notifications \d/ }).waitFor();
    },
  },
];
