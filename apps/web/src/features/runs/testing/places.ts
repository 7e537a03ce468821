import type { Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'all runs',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/runs?project=${projectId}`,
    ready: (page) => page.getByRole('table', { name: 'Runs', exact: true }).getByRole('link').first().waitFor(),
  },
  {
    name: 'run of any kind',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ runId }) => `/runs/${runId}`,
    ready: (page) => page.getByRole('region', { name: 'Report' }).waitFor(),
  },
  {
    name: 'run beside an earlier one',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ runId }) => `/runs/${runId}/compare?with=${runId}&show=all`,
    ready: (page) => page.getByRole('list', { name: 'Steps' }).getByRole('button').first().waitFor(),
  },
];
