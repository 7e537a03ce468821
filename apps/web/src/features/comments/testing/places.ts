import type { Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'comments on a step',
    visitor: 'tester',
    path: ({ runId }) => `/api-testing/report/${runId}`,
    ready: async (page) => {
      await page.getByRole('button', { name: /^Comment on / }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'New comment' }).waitFor();
    },
  },
];
