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

/** Pages that need a run of a reconciliation, which the audit does not make; the journey of reconciliations looks at it in both schemes. */
export const unseen: readonly string[] = ['/api-testing/reconciliation-result/:runId'];
