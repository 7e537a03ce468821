import type { Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'performance',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/performance?project=${projectId}`,
    ready: (page) => page.getByText('at most 100 virtual users').waitFor(),
  },
  {
    name: 'performance reports',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/performance-report-dashboard?project=${projectId}`,
    ready: (page) => page.getByRole('link', { name: 'Load of orders' }).waitFor(),
  },
  {
    name: 'performance report',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ performanceRunId }) => `/api-testing/performance-report-insights?run=${performanceRunId}`,
    ready: (page) => page.getByRole('row', { name: /Right/ }).waitFor(),
  },
];
