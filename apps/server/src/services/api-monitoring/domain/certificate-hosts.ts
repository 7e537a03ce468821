/**
 * isForHost returns whether a client certificate for a domain (`host` or `*.host`, each with an optional port) is
 * presented to an address.
 */
export function isForHost(domainName: string, address: string): boolean {
  const written = /https?:\/\/[^\s/?#]+/i.exec(address)?.[0];
  if (!written || !URL.canParse(written)) return false;
  const { hostname, port, protocol } = new URL(written);
  const at = port || (protocol === 'https:' ? '443' : '80');
  const [, wildcard, host = '', given] = /^(\*\.)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(domainName.toLowerCase()) ?? [];
  if (given !== undefined && given !== at) return false;
  return wildcard ? hostname.endsWith(`.${host}`) : hostname === host;
}
