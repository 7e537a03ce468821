import * as openid from 'openid-client';
import { type ClockCheck, dateHeader } from '../../../platform/clock-check.ts';
import { createTokenVerifier, type TokenVerifier } from './token-verifier.ts';

/** An upstream provider from the configuration. */
export interface UpstreamProvider {
  alias: string;
  displayName: string;
  imageUrl: string;
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  scope: string;
  /** Claim that states whether the email address was verified; default `email_verified`. */
  emailVerifiedClaim?: string;
}

export interface UpstreamPerson {
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

/** A user who has just signed in at the provider. */
export interface UpstreamSignIn {
  person: UpstreamPerson;
  /** The provider's session id; undefined if it doesn't send one. */
  sid: string | undefined;
  idToken: string;
}

interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

const timeoutSeconds = 10;

/** UpstreamClient is the relying party of one provider: authorization code with PKCE, state and nonce. */
export interface UpstreamClient {
  /** `again` makes the provider always ask for credentials. */
  authorizationUrl(redirectUri: string, checks: Checks, again: boolean): Promise<URL>;
  /** Exchanges the code in the provider's callback address. Throws if any check fails. */
  finish(callback: URL, checks: Checks): Promise<UpstreamSignIn>;
  /** Where a browser is sent to end its session at the provider; undefined if the provider has no such address. */
  signOutUrl(input: { idToken: string | undefined; returnTo: string }): Promise<URL | undefined>;
  /** Returns the person whom a verified token's claims describe. */
  toPerson(claims: { sub: string }): UpstreamPerson;
  verifier: TokenVerifier;
}

export const newChecks = (): Checks => ({
  state: openid.randomState(),
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
});

export function createUpstreamClient(provider: UpstreamProvider, checkClock?: ClockCheck): UpstreamClient {
  const { issuer, clientId, clientSecret, scope, emailVerifiedClaim = 'email_verified' } = provider;
  let discovered: Promise<openid.Configuration> | undefined;
  const discover = () => {
    discovered ??= openid
      .discovery(
        new URL(issuer),
        clientId,
        clientSecret,
        clientSecret ? undefined : openid.None(),
        // The configuration allows http only for loopback addresses.
        { timeout: timeoutSeconds, ...(issuer.startsWith('http:') && { execute: [openid.allowInsecureRequests] }) },
      )
      .catch((error: unknown) => {
        // The provider may be available again at the next attempt.
        discovered = undefined;
        throw error;
      });
    return discovered;
  };
  const personOf = (claims: { sub: string }) => toPerson(claims, emailVerifiedClaim);
  return {
    verifier: createTokenVerifier(
      clientId,
      async () => (await discover()).serverMetadata(),
      (address) => void checkClock?.(issuer, () => dateHeader(address)),
    ),
    toPerson: personOf,
    async signOutUrl({ idToken, returnTo }) {
      const configuration = await discover();
      if (!configuration.serverMetadata().end_session_endpoint) return undefined;
      return openid.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: returnTo,
        ...(idToken && { id_token_hint: idToken }),
      });
    },
    async authorizationUrl(redirectUri, { state, nonce, verifier }, again) {
      return openid.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login' }),
      });
    },
    async finish(callback, { state, nonce, verifier }) {
      const configuration = await discover();
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || !tokens.id_token) throw new Error('the provider gave no id token');
      const known = claims.email
        ? claims
        : { ...claims, ...(await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)) };
      const sid = typeof claims.sid === 'string' ? claims.sid : undefined;
      return { person: personOf({ ...known, sub: claims.sub }), sid, idToken: tokens.id_token };
    },
  };
}

function toPerson(claims: { sub: string } & Record<string, unknown>, emailVerifiedClaim: string): UpstreamPerson {
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string).trim() : '');
  const [first = '', ...rest] = text('name').split(' ');
  return {
    subject: claims.sub,
    email: text('email').toLowerCase() || undefined,
    // Some providers send booleans as text or number.
    emailVerified: [true, 'true', 1, '1'].includes(claims[emailVerifiedClaim] as boolean),
    firstName: text('given_name') || first,
    lastName: text('family_name') || rest.join(' '),
  };
}
