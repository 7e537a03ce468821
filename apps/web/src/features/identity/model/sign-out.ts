import { forgetActivity } from '../../../shared/session/browser-idle-watch.ts';
import { session } from '../../../shared/session/browser-session.ts';
import { endSession } from '../api/identity.queries.ts';

/** endSessionQuietly ends the session on the server and here; a server that does not answer is no reason to stay signed in. */
export async function endSessionQuietly(): Promise<void> {
  try {
    // A page that was loaded anew holds no token, though the server may still know the session.
    if ((await session.ensure()) || (await session.refresh()))
      await endSession(session.getState().account?.email ?? '');
  } catch (error) {
    console.error(error);
  }
  forgetActivity();
  session.signOut();
}

export async function signOut(): Promise<void> {
  await endSessionQuietly();
  sessionStorage.clear();
  location.assign('/login');
}
