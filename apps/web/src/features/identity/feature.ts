import { LogOut, Mail, ShieldCheck } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { profileRoles } from '../account/index.ts';
import { SessionWatch } from './components/session-watch.tsx';
import { beginSession } from './model/begin-session.ts';
import { rememberPath } from './model/sign-in.ts';
import { endSessionQuietly, signOut } from './model/sign-out.ts';
import { identityPaths } from './paths.ts';
import { identityRoutes } from './routes.tsx';

export const identityFeature = defineFeature({
  id: 'identity',
  publicRoutes: identityRoutes,
  routes: [
    {
      path: identityPaths.security,
      roles: profileRoles,
      scope: 'person',
      lazy: async () => ({ Component: (await import('./pages/security.page.tsx')).SecurityPage }),
    },
    {
      // Shows administrators the mails kept without a mail server.
      path: identityPaths.outbox,
      roles: ['ROLE_ADMIN', 'ROLE_SUPERADMIN'],
      scope: 'person',
      lazy: async () => ({ Component: (await import('./pages/outbox.page.tsx')).OutboxPage }),
    },
  ],
  area: {
    id: 'account',
    items: [
      { label: 'Security', icon: ShieldCheck, path: identityPaths.security, group: 'Person' },
      { label: 'Outbox', icon: Mail, path: identityPaths.outbox, group: 'Organization' },
    ],
  },
  menus: [{ menus: ['profile'], label: 'Logout', icon: LogOut, run: () => void signOut(), rank: 'last' }],
  commands: [{ label: 'Logout', icon: LogOut, run: () => void signOut() }],
  session: {
    signInPath: identityPaths.login,
    signUpPath: identityPaths.signUp,
    begin: beginSession,
    rememberPath,
    end: endSessionQuietly,
    Watch: SessionWatch,
  },
  tours: async () => (await import('./tours.ts')).identityTours,
});
