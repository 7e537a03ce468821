import type { Account, TokenResponse } from '@touchstone/contracts/identity';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { session } from '../browser-session.ts';

const account: Account = {
  userId: 'ada',
  email: 'ada@acme.test',
  login: 'ada@acme.test',
  name: 'Ada Admin',
  given_name: 'Ada',
  family_name: 'Admin',
  role: 'ROLE_ADMIN',
  plan: 'PRO',
  organization_id: 'acme',
  organization_name: 'Acme',
  firstLogin: false,
  identity_provider: null,
  teams: [],
  modeStatus: 'auto',
};
const token: TokenResponse = { access_token: 'token', token_type: 'Bearer', expires_in: 3600 };

/** The server's responses while a test signs in. */
export const signInHandlers: HttpHandler[] = [
  http.post('*/services/identity/token', () => HttpResponse.json(token)),
  http.get('*/services/identity/api/account', () => HttpResponse.json(account)),
];

/**
 * signIn signs the test's page in to a new session; tests of one worker share modules, so an earlier file's session is
 * ended.
 */
export async function signIn(): Promise<void> {
  session.signOut();
  await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: 'r' });
}
