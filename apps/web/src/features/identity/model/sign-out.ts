import { forgetActivity } from '../../../shared/session/browser-idle-watch.ts';
import { session } from '../../../shared/session/browser-session.ts';
import { forgetPrivateStorage } from '../../../shared/session/private-storage.ts';
import { endSession } from '../api/identity.queries.ts';
import { leaveFor } from './sign-in.ts';

/**
 * endSessionQuietly ends the session on the server and here, even if the server doesn't respond. Returns where the
 * browser signs out of the external issuer, if there is one.
 */
export async function endSessionQuietly(): Promise<string | undefined> {
  let redirectTo: string | undefined;
  try {
    // A reloaded page has no token, though the server may still know the session.
    if ((await session.ensure()) || (await session.refresh()))
      ({ redirectTo } = await endSession(session.getState().account?.email ?? ''));
  } catch (error) {
    console.error(error);
  }
  forgetActivity();
  session.signOut();
  return redirectTo;
}

/** Ends the session and goes to sign-in, or to the external issuer's sign-out. */
export async function signOut(): Promise<void> {
  const redirectTo = await endSessionQuietly();
  forgetPrivateStorage();
  leaveFor(redirectTo ?? '/login');
}
