import { session } from '../../../shared/session/browser-session.ts';
import { endedMark } from '../../../shared/session/ended-mark.ts';
import { isPublicPath } from './public-paths.ts';

/**
 * beginSession requests a token while the page renders, if a user has signed in with this browser. The guards await the
 * same response.
 */
export function beginSession(): void {
  const { pathname } = location;
  if (pathname === '/' || isPublicPath(pathname) || endedMark.get()) return;
  void session.ensure().catch(() => undefined);
}
