import { type MiddlewareFunction, redirect } from 'react-router';
import { endSessionQuietly } from '../features/identity/index.ts';
import { session } from '../shared/session/browser-session.ts';
import { endedMark } from '../shared/session/ended-mark.ts';
import { rememberPath } from '../shared/session/sign-in.ts';

/** requireSession lets a route through when the user is signed in, silently renewed if need be, else remembers the way and goes to sign-in. */
export const requireSession: MiddlewareFunction = async ({ request }) => {
  if (endedMark.get()) {
    // The page was loaded anew instead of signing in: what is left of the session must not come back.
    await endSessionQuietly();
    endedMark.clear();
  } else if (await session.ensure()) return;
  const url = new URL(request.url);
  rememberPath(url.pathname + url.search);
  throw redirect('/login');
};
