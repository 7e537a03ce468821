import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const tabs = {
  id: 'tabs',
  title: 'Users and teams',
  text: 'Users sign in and have a role. Teams bring them together: projects that are shared belong to a team.',
  attachTo: { element: 'main [role="tablist"]', side: 'bottom' },
} as const;

export const userTours: readonly Tour[] = [
  tourOf({
    id: 'account-users',
    name: 'Users',
    needs: 'main table[aria-label="Users"]',
    steps: [
      tabs,
      {
        id: 'filter',
        title: 'Find a user',
        text: 'By name or e-mail, and by role and status beside it.',
        attachTo: { element: 'main input[aria-label="Filter users"]', side: 'bottom' },
      },
      {
        id: 'invite',
        title: 'Invite colleagues',
        text: 'They get an e-mail and choose their password themselves. Several addresses at once are fine.',
        attachTo: { element: 'main [data-tour="invite"]', side: 'bottom' },
      },
      {
        id: 'list',
        title: 'Change one',
        text: 'Open a user to change name, role and teams. The menu at the end of a row deactivates or deletes.',
        attachTo: { element: 'main table[aria-label="Users"]', side: 'top' },
      },
      {
        id: 'account',
        title: 'The rest of the account',
        text: 'Licences, renewal and billing of your organization.',
        attachTo: { element: 'nav[aria-label="Account"]', side: 'right' },
      },
    ],
  }),
  tourOf({
    id: 'account-teams',
    name: 'Teams',
    needs: 'main table[aria-label="Teams"]',
    steps: [
      tabs,
      {
        id: 'list',
        title: 'Your teams',
        text: 'Open a team to see its members and to add others.',
        attachTo: { element: 'main table[aria-label="Teams"]', side: 'top' },
      },
    ],
  }),
];

export const profileTours: readonly Tour[] = [
  tourOf({
    id: 'profile',
    name: 'Profile',
    steps: [
      {
        id: 'person',
        title: 'About you',
        text: 'Name and telephone number as colleagues see them.',
        attachTo: { element: 'main section[aria-label="Personal details"]', side: 'right' },
      },
      {
        id: 'password',
        title: 'Your password',
        text: 'Changing it ends your other sessions.',
        attachTo: { element: 'main section[aria-label="Password"]', side: 'top' },
      },
      {
        id: 'scheme',
        title: 'Light or dark',
        text: 'Saved with your account, for every device.',
        attachTo: { element: 'main section[aria-label="Colour scheme"]', side: 'top' },
      },
    ],
  }),
];
