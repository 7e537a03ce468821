import { headingOf, type Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'orchestration projects',
    visitor: 'tester',
    openTo: 'everybody',
    path: () => '/test-orchestration/projects',
    ready: (page) => page.getByRole('link', { name: 'Order to cash', exact: true }).waitFor(),
  },
  {
    name: 'orchestration project',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ folderKey }) => `/test-orchestration/project/${folderKey}`,
    ready: (page) => page.getByRole('link', { name: 'Nightly', exact: true }).waitFor(),
  },
  {
    name: 'new orchestration workflow',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ folderKey }) => `/test-orchestration/new-work-flow?folder=${folderKey}`,
    ready: (page) => page.getByRole('radio', { name: 'Checkout' }).waitFor(),
  },
  {
    name: 'orchestration workflow',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ workflowId }) => `/test-orchestration/work-flow/${workflowId}`,
    ready: (page) => headingOf(page, 'Nightly'),
  },
  {
    name: 'orchestration schedules',
    visitor: 'tester',
    openTo: 'everybody',
    path: () => '/test-orchestration/schedules',
    ready: (page) => page.getByText('No upcoming schedules').waitFor(),
  },
  {
    name: 'orchestration reports',
    visitor: 'tester',
    openTo: 'everybody',
    path: () => '/test-orchestration/reports',
    ready: (page) =>
      page
        .getByRole('list', { name: 'Executed scripts' })
        .getByRole('button', { name: /Passed/ })
        .first()
        .waitFor(),
  },
];
