import { session } from '../../../shared/session/browser-session.ts';
import { endedMark } from '../../../shared/session/ended-mark.ts';
import { isPublicPath } from './public-paths.ts';

/** beginSession asks for a token, where somebody signed in with this browser, while the page is being drawn. The guards wait for the same answer. */
export function beginSession(): void {
  const { pathname } = location;
  if (pathname === '/' || isPublicPath(pathname) || endedMark.get()) return;
  void session.ensure().catch(() => undefined);
}
