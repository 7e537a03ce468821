import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

export const securityTours: readonly Tour[] = [
  tourOf({
    id: 'security',
    name: 'Security',
    steps: [
      {
        id: 'second-factor',
        title: 'A second factor',
        text: 'With an authenticator app, a password alone is no longer enough to sign in. Keep the recovery codes in a safe place.',
        attachTo: { element: 'main section[aria-label="Two-factor authentication"]', side: 'bottom' },
      },
      {
        id: 'sessions',
        title: 'Where you are signed in',
        text: 'End a session that you do not know, or that you forgot on another machine.',
        attachTo: { element: 'main section[aria-label="Open sessions"]', side: 'top' },
      },
      {
        id: 'password',
        title: 'Your password',
        text: 'Change it here.',
        attachTo: { element: 'main section[aria-label="Password"]', side: 'top' },
      },
    ],
  }),
];
