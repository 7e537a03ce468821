import { headingOf, type Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'API workflows',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/api-workflow-list?project=${projectId}`,
    alsoAt: [
      '/api-testing/process',
      '/api-testing/process-menu',
      '/api-testing/manage',
      '/api-testing/chaining',
      '/api-testing/chain-connection',
      '/api-testing/connection',
    ],
    ready: (page) => headingOf(page, 'API Workflow'),
  },
];
