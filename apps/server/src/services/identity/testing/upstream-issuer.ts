import { createServer } from 'node:http';
import { freePort } from '@touchstone/testing';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export interface UpstreamAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

/** A second OpenID provider on its own port, which signs in the user chosen by the test. */
export interface UpstreamIssuer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The next user to sign in there; without one, the provider rejects the sign-in. */
  account: UpstreamAccount | undefined;
  /** Signs a token of this issuer; it is valid for five minutes. */
  sign(claims: JWTPayload, type?: string): Promise<string>;
  stop(): Promise<void>;
}

/** startUpstreamIssuer starts the provider; `ours` is the address of our own server. */
export async function startUpstreamIssuer(ours: string, alias = 'acme'): Promise<UpstreamIssuer> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ['touchstone', 'a secret between the two'];
  const accounts = new Map<string, UpstreamAccount>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = 'upstream';
  const sign: UpstreamIssuer['sign'] = (claims, typ = 'JWT') =>
    new SignJWT({ iss: issuer, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid, typ })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
  const upstream: UpstreamIssuer = {
    issuer,
    clientId,
    clientSecret,
    sign,
    account: undefined,
    stop: async () => undefined,
  };
  const broker = `${ours}/services/identity/broker/${alias}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${broker}/endpoint`],
        post_logout_redirect_uris: [`${ours}/login`],
        backchannel_logout_uri: `${broker}/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } as never] },
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = form;
        },
      },
    },
    // Without its dispatcher, which rejects the loopback address that tests use.
    fetch: (url, options) => {
      const { dispatcher: _, ...rest } = (options ?? {}) as RequestInit & { dispatcher?: unknown };
      return globalThis.fetch(url, rest);
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...accounts.get(sub), sub }) }),
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
  });
  const callback = provider.callback();
  const server = createServer((req, res) => {
    if (!req.url?.startsWith('/interaction/')) return void callback(req, res);
    const { account } = upstream;
    if (account) accounts.set(account.sub, account);
    const result = account ? { login: { accountId: account.sub } } : { error: 'access_denied' };
    return void provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  upstream.stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return upstream;
}
