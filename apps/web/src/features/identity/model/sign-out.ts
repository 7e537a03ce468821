import { session } from '../../../shared/session/browser-session.ts';
import { endSession } from '../api/identity.queries.ts';

/** signOut ends the session on the server and here; a server that does not answer is no reason to stay signed in. */
export async function signOut(): Promise<void> {
  const { account } = session.getState();
  if (account) await endSession(account.email).catch((error: unknown) => console.error(error));
  session.signOut();
  sessionStorage.clear();
  location.assign('/login');
}
