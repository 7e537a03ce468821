import type { FeatureRoute } from '../../shared/feature/feature.ts';

const invitations = async () => ({ Component: (await import('./pages/invitations.page.tsx')).InvitationsPage });

/** Collaboration pages, below the shell. Links in mails use the short address of the invitations. */
export const collaborationPageRoutes: readonly FeatureRoute[] = [
  {
    path: 'api-testing/people',
    lazy: async () => ({ Component: (await import('./pages/people.page.tsx')).PeoplePage }),
  },
  { path: 'api-testing/collaboration-invite', lazy: invitations, scope: 'person', area: null },
  { path: 'collaboration-invite', lazy: invitations, scope: 'person', area: null },
];
