import { headingOf, type Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'people of a workspace',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/people?project=${projectId}`,
    ready: (page) => page.getByRole('table', { name: 'People of the workspace' }).getByText('(you)').waitFor(),
  },
  {
    name: 'invite people',
    visitor: 'tester',
    path: ({ projectId }) => `/api-testing/people?project=${projectId}`,
    ready: async (page) => {
      await headingOf(page, 'People');
      await page.getByRole('button', { name: 'Invite people' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send invitations' }).waitFor();
    },
  },
  {
    name: 'invitations',
    visitor: 'tester',
    openTo: 'everybody',
    path: () => '/api-testing/collaboration-invite',
    alsoAt: ['/collaboration-invite'],
    ready: (page) => page.getByRole('heading', { name: 'No open invitations' }).waitFor(),
  },
];
