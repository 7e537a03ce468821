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

/**
 * Pages that need a reconciliation run, which the audit doesn't create; covered in both colour schemes by the
 * reconciliation journey.
 */
export const unseen: readonly string[] = ['/api-testing/reconciliation-result/:runId'];
