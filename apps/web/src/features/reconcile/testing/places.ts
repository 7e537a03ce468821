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
];
