import type { Page } from '@playwright/test';
import type { Place, PlaceIds } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  ...['Buy a pack', 'Transfer', 'History'].map((tab) => ({
    name: `virtual users: ${tab}`,
    visitor: 'tester' as const,
    openTo: 'everybody' as const,
    path: ({ projectId }: PlaceIds) => `/api-testing/workspace?project=${projectId}&wallet=packs`,
    async ready(page: Page) {
      const dialog = page.getByRole('dialog', { name: 'Virtual users' });
      await dialog.getByRole('region', { name: 'Private wallet' }).getByText('1,000').waitFor();
      await dialog.getByRole('tab', { name: tab }).click();
    },
  })),
];
