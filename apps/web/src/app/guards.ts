import type { Role } from '@touchstone/contracts';
import { type LoaderFunction, type MiddlewareFunction, redirect } from 'react-router';
import { session } from '../shared/session/browser-session.ts';
import { endedMark } from '../shared/session/ended-mark.ts';
import { toast } from '../shared/toasts.ts';
import type { House } from './compose-features.ts';

/** requireSession lets a route through when the user is signed in, silently renewed if need be, else remembers the way and goes to sign-in. */
export const requireSession =
  ({ session: rules }: House): MiddlewareFunction =>
  async ({ request }) => {
    // The dialog about its end stands over every page, and leads to sign-in and back.
    if (session.getState().status === 'expired') return;
    if (endedMark.get()) {
      // The page was loaded anew instead of signing in: what is left of the session must not come back.
      await rules.end();
      endedMark.clear();
    } else if (await session.ensure()) return;
    const url = new URL(request.url);
    rules.rememberPath(url.pathname + url.search);
    throw redirect(rules.signInPath);
  };

/** askGuards lets each guard of the features send the user elsewhere; it stands below requireSession. */
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
 * requireRole sends everybody whose role is not in the list back to the page that they came from. Where there is none, because the address was
 * opened as it is, the frame says so in place of the page. It stands below requireSession.
 */
export const requireRole =
  (roles: readonly Role[]): LoaderFunction =>
  ({ request }) => {
    const role = session.getState().account?.role;
    if (role && roles.includes(role)) return null;
    // While a page is being opened, the address is still that of the page before.
    const { pathname, search } = window.location;
    if (pathname === new URL(request.url).pathname) throw new Response(null, { status: 403 });
    toast('warning', 'Your role has no access to this page.');
    return redirect(pathname + search);
  };
