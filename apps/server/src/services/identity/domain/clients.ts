/** The page of the product: authorization code with PKCE, refresh token in a cookie. */
export const webClientId = 'touchstone-web';
/** Command line and automation: password grant. */
export const commandLineClientId = 'touchstone-cli';

/** Two tabs may refresh at once; for this long the cookie's former token is still good. */
export const webRefreshGraceMs = 10_000;

export const issuerPath = '/services/identity';
export const accessTokenSeconds = 300;
/** A session ends after this long, however often it was refreshed. */
export const sessionSeconds = 14 * 24 * 3600;

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** originsOf is where pages of this server come from; on loopback the spellings of the host are equal. */
export function originsOf(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (!loopbackHosts.includes(url.hostname)) return [url.origin];
  const port = url.port ? `:${url.port}` : '';
  return [...new Set([url.origin, ...loopbackHosts.slice(0, 2).map((host) => `${url.protocol}//${host}${port}`)])];
}

/** The external issuer among the upstream providers: it is the only one where it is configured. */
export const externalIssuerAlias = 'issuer';
export const brokerPath = (alias: string) => `${issuerPath}/broker/${alias}`;
