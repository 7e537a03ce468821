import { challengeOf, randomToken } from '../../../shared/session/pkce.ts';
import { clientId } from '../../../shared/session/session-keys.ts';

const flowKey = 'touchstone.sign-in';
const pathKey = 'touchstone.return-to';
const redirectUri = (): string => `${location.origin}/callback`;

/** rememberPath stores the path that the user requested before signing in. */
export function rememberPath(path: string): void {
  if (!path.startsWith('/login') && !path.startsWith('/callback')) sessionStorage.setItem(pathKey, path);
}

/** takePath returns the stored path once; only paths of this application. */
export function takePath(): string | null {
  const path = sessionStorage.getItem(pathKey);
  sessionStorage.removeItem(pathKey);
  return path?.startsWith('/') && !path.startsWith('//') ? path : null;
}

let leaving = false;
// The browser may keep a page in the back/forward cache and show it again.
if (typeof window !== 'undefined') window.addEventListener('pageshow', () => (leaving = false));

/** leaveFor leaves this page for another address; a sign-in started in the meantime doesn't interfere. */
export function leaveFor(url: string): void {
  leaving = true;
  location.assign(url);
}

export interface SignInOptions {
  providerAlias?: string;
  /** Asks for the password in any case. */
  again?: boolean;
}

/**
 * beginFlow stores the proof that this browser started the sign-in; returns the URL of the issuer's authorization
 * endpoint (code flow with PKCE).
 */
export function beginFlow(options: SignInOptions = {}): string {
  const verifier = randomToken();
  const state = randomToken();
  sessionStorage.setItem(flowKey, JSON.stringify({ verifier, state }));
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri(),
    scope: 'openid profile email offline_access',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state,
    ...(options.again ? { prompt: 'login' } : {}),
    ...(options.providerAlias ? { kc_idp_hint: options.providerAlias } : {}),
  });
  return `/services/identity/authorize?${query}`;
}

/** startSignIn leaves this page for the issuer. */
export function startSignIn(options?: SignInOptions): void {
  if (!leaving) location.assign(beginFlow(options));
}

/** readCallback validates the issuer's callback and returns the form for the token endpoint. */
export function readCallback(
  params: URLSearchParams,
): { code: string; code_verifier: string; redirect_uri: string } | { error: string } {
  const flow = JSON.parse(sessionStorage.getItem(flowKey) ?? 'null') as { verifier: string; state: string } | null;
  const refused = params.get('error_description') ?? params.get('error');
  if (refused) return { error: refused };
  const code = params.get('code');
  if (!flow || !code || params.get('state') !== flow.state)
    return { error: 'This sign-in was started in another tab or is no longer valid. Please sign in again.' };
  sessionStorage.removeItem(flowKey);
  return { code, code_verifier: flow.verifier, redirect_uri: redirectUri() };
}
