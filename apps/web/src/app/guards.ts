import { type MiddlewareFunction, redirect } from 'react-router';
import { session } from '../shared/session/browser-session.ts';
import { rememberPath } from '../shared/session/sign-in.ts';

/** requireSession lets a route through when the user is signed in, silently renewed if need be, else remembers the way and goes to sign-in. */
export const requireSession: MiddlewareFunction = async ({ request }) => {
  if (await session.ensure()) return;
  const url = new URL(request.url);
  rememberPath(url.pathname + url.search);
  throw redirect('/login');
};
