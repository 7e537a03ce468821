import type { Role } from '@touchstone/contracts';
import { type LoaderFunction, type MiddlewareFunction, redirect } from 'react-router';
import { session } from '../shared/session/browser-session.ts';
import { endedMark } from '../shared/session/ended-mark.ts';
import { toast } from '../shared/toasts.ts';
import type { House } from './compose-features.ts';

/**
 * requireSession lets a route through if the user is signed in, renewing the session silently if needed; otherwise
 * remembers the path and redirects to sign-in.
 */
export const requireSession =
  ({ session: rules }: House): MiddlewareFunction =>
  async ({ request }) => {
    // The session-expired dialog covers every page, and leads to sign-in and back.
    if (session.getState().status === 'expired') return;
    if (endedMark.get()) {
      // The page was reloaded instead of signing in: the rest of the session must not be revived.
      await rules.end();
      endedMark.clear();
    } else if (await session.ensure()) return;
    const url = new URL(request.url);
    rules.rememberPath(url.pathname + url.search);
    throw redirect(rules.signInPath);
  };

/** askGuards lets each feature's guard redirect the user; runs below requireSession. */
export const askGuards =
  ({ guards, pageAt, homePath }: House): MiddlewareFunction =>
  async ({ request }) => {
    const { pathname } = new URL(request.url);
    const scope = pageAt(pathname)?.scope ?? 'organization';
    for (const guard of guards) {
      const elsewhere = await guard({ pathname, scope }, homePath);
      if (elsewhere !== undefined) throw redirect(elsewhere);
    }
  };

/**
 * requireRole sends users without one of the roles back to the page they came from. If there is none, because the
 * address was opened directly, the frame shows a refusal in place of the page. Runs below requireSession.
 */
export const requireRole =
  (roles: readonly Role[]): LoaderFunction =>
  ({ request }) => {
    const role = session.getState().account?.role;
    if (role && roles.includes(role)) return null;
    // While a page is opening, the address is still that of the previous page.
    const { pathname, search } = window.location;
    if (pathname === new URL(request.url).pathname) throw new Response(null, { status: 403 });
    toast('warning', 'Your role has no access to this page.');
    return redirect(pathname + search);
  };
