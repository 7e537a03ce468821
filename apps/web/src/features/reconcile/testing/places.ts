import { headingOf, type Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'reconciliations',
    visitor: 'tester',
    path: ({ projectId }) => `/api-testing/reconciliations?project=${projectId}`,
    ready: (page) => headingOf(page, 'Reconciliations'),
  },
  {
    name: 'new reconciliation',
    visitor: 'tester',
    path: ({ projectId }) => `/api-testing/reconciliations/new?project=${projectId}`,
    ready: (page) => headingOf(page, 'New reconciliation'),
  },
  {
    name: 'a reconciliation result that is gone',
    visitor: 'tester',
    path: ({ projectId }) =>
      `/api-testing/reconciliation-result/01900000-0000-7000-8000-000000000000?project=${projectId}`,
    ready: (page) => headingOf(page, 'Reconciliation result'),
  },
];
