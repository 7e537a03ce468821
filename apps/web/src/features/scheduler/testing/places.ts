import { headingOf, type Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'scheduled tests',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/schedulers?project=${projectId}`,
    ready: (page) => page.getByRole('switch', { name: 'Nightly orders is active' }).waitFor(),
  },
  {
    name: 'schedule a test',
    visitor: 'tester',
    path: ({ projectId }) => `/api-testing/schedulers?project=${projectId}&tab=completed`,
    ready: async (page) => {
      await headingOf(page, 'Scheduled Tests');
      await page.getByRole('button', { name: 'Schedule a test' }).click();
      await page.getByRole('dialog').getByRole('list').getByRole('listitem').nth(4).waitFor();
    },
  },
];
