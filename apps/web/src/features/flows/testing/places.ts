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
      '/api-testing/connection',
    ],
    ready: (page) => headingOf(page, 'API Workflow'),
  },
  {
    name: 'Generate workflow',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/chain-connection?project=${projectId}`,
    ready: (page) => page.getByRole('button', { name: 'Find links' }).waitFor(),
  },
];
