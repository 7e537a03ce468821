import { createServer } from 'node:http';
import { freePort } from '@touchstone/testing';
import Provider from 'oidc-provider';

export interface UpstreamAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

/** A second OpenID provider of its own, on its own port, that signs in whom the test says. */
export interface UpstreamIssuer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whoever signs in there next; without one the provider refuses. */
  account: UpstreamAccount | undefined;
  stop(): Promise<void>;
}

export async function startUpstreamIssuer(redirectUri: string): Promise<UpstreamIssuer> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ['touchstone', 'a secret between the two'];
  const accounts = new Map<string, UpstreamAccount>();
  const upstream: UpstreamIssuer = { issuer, clientId, clientSecret, account: undefined, stop: async () => undefined };
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
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
