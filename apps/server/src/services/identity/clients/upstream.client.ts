import * as openid from 'openid-client';

/** An upstream provider as the configuration names it. */
export interface UpstreamProvider {
  alias: string;
  displayName: string;
  imageUrl: string;
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  scope: string;
}

export interface UpstreamPerson {
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

const timeoutSeconds = 10;

/** UpstreamClient is the relying party of one provider: authorization code with PKCE, state and nonce. */
export interface UpstreamClient {
  authorizationUrl(redirectUri: string, checks: Checks): Promise<URL>;
  /** Exchanges the code of the address that the provider sent the browser to. Throws when anything is not as it must be. */
  finish(callback: URL, checks: Checks): Promise<UpstreamPerson>;
}

export const newChecks = (): Checks => ({
  state: openid.randomState(),
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
});

export function createUpstreamClient(provider: UpstreamProvider): UpstreamClient {
  const { issuer, clientId, clientSecret, scope } = provider;
  let discovered: Promise<openid.Configuration> | undefined;
  const discover = () => {
    discovered ??= openid
      .discovery(
        new URL(issuer),
        clientId,
        clientSecret,
        clientSecret ? undefined : openid.None(),
        // The configuration lets http pass for loopback addresses only.
        { timeout: timeoutSeconds, ...(issuer.startsWith('http:') && { execute: [openid.allowInsecureRequests] }) },
      )
      .catch((error: unknown) => {
        // The provider may be back at the next try.
        discovered = undefined;
        throw error;
      });
    return discovered;
  };
  return {
    async authorizationUrl(redirectUri, { state, nonce, verifier }) {
      return openid.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
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
      if (!claims) throw new Error('the provider gave no id token');
      const known = claims.email
        ? claims
        : { ...claims, ...(await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)) };
      return toPerson(claims.sub, known);
    },
  };
}

function toPerson(subject: string, claims: Record<string, unknown>): UpstreamPerson {
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string).trim() : '');
  const [first = '', ...rest] = text('name').split(' ');
  return {
    subject,
    email: text('email').toLowerCase() || undefined,
    emailVerified: claims.email_verified === true,
    firstName: text('given_name') || first,
    lastName: text('family_name') || rest.join(' '),
  };
}
