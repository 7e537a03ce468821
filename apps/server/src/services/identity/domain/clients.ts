/** The page of the product: authorization code with PKCE, refresh token in a cookie. */
export const webClientId = 'touchstone-web';
/** Command line and automation: password grant. */
export const commandLineClientId = 'touchstone-cli';

/** Two tabs may refresh at once; for this long, the previous token of the cookie remains valid. */
export const webRefreshGraceMs = 10_000;

export const issuerPath = '/services/identity';
export const accessTokenSeconds = 300;
/** A session ends after this time, however often it was refreshed. */
export const sessionSeconds = 14 * 24 * 3600;

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** originsOf returns the origins of this server's pages; on loopback, the spellings of the host are equivalent. */
export function originsOf(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (!loopbackHosts.includes(url.hostname)) return [url.origin];
  const port = url.port ? `:${url.port}` : '';
  return [...new Set([url.origin, ...loopbackHosts.slice(0, 2).map((host) => `${url.protocol}//${host}${port}`)])];
}

/** The external issuer's alias among the upstream providers: if configured, it is the only one. */
export const externalIssuerAlias = 'issuer';
export const brokerPath = (alias: string) => `${issuerPath}/broker/${alias}`;
