import type { Role } from '@touchstone/contracts';
import { type MiddlewareFunction, redirect } from 'react-router';
import { endSessionQuietly, isWelcomeDue } from '../features/identity/index.ts';
import { onboardingPaths } from '../features/onboarding/index.ts';
import { organizationPaths } from '../features/organizations/index.ts';
import { enterChosenOrganization } from '../shared/organization/enter-organization.ts';
import { session } from '../shared/session/browser-session.ts';
import { endedMark } from '../shared/session/ended-mark.ts';
import { rememberPath } from '../shared/session/sign-in.ts';
import { toast } from '../shared/toasts.ts';

/** requireSession lets a route through when the user is signed in, silently renewed if need be, else remembers the way and goes to sign-in. */
export const requireSession: MiddlewareFunction = async ({ request }) => {
  // The dialog about its end stands over every page, and leads to sign-in and back.
  if (session.getState().status === 'expired') return;
  if (endedMark.get()) {
    // The page was loaded anew instead of signing in: what is left of the session must not come back.
    await endSessionQuietly();
    endedMark.clear();
  } else if (await session.ensure()) return;
  const url = new URL(request.url);
  rememberPath(url.pathname + url.search);
  throw redirect('/login');
};

/** What belongs to the person, not to an organization. */
const ownPages = [organizationPaths.dashboard, '/profile', '/account/security', '/help', '/outbox'];

/** requireOrganization sends those who look after every organization to choose one before they enter other areas; it stands below requireSession. */
export const requireOrganization: MiddlewareFunction = async ({ request }) => {
  const { pathname } = new URL(request.url);
  if (await enterChosenOrganization()) return;
  if (ownPages.some((page) => pathname === page || pathname.startsWith(`${page}/`))) return;
  throw redirect(organizationPaths.dashboard);
};

/** requireWelcome shows the welcome to those who are new to the public edition, and to nobody else; it stands below requireSession. */
export const requireWelcome: MiddlewareFunction = async ({ request }) => {
  const isThere = new URL(request.url).pathname === onboardingPaths.welcome;
  const isDue = await isWelcomeDue();
  if (isDue && !isThere) throw redirect(onboardingPaths.welcome);
  if (isThere && !isDue) throw redirect('/dashboard');
};

/** requireRole sends everybody back one page, or to the dashboard, whose role is not in the list; it stands below requireSession. */
export const requireRole =
  (...roles: Role[]): MiddlewareFunction =>
  ({ request }) => {
    const role = session.getState().account?.role;
    if (role && roles.includes(role)) return;
    toast('warning', 'Your role has no access to this page.');
    // While a page is being opened, the address is still that of the page before.
    const { pathname, search } = window.location;
    throw redirect(pathname === new URL(request.url).pathname ? '/dashboard' : pathname + search);
  };
