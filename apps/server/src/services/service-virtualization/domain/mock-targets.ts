const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Finds the key of the mock that an address of this installation names; undefined where it names none. */
export type FindMockKey = (url: URL) => string | undefined;

/**
 * mockKeyOf reads the addresses of mocks: below `/mock/` of the public address, or on the port of the server on this machine, and host
 * names of mocks in `domain`.
 */
export function mockKeyOf({
  publicUrl,
  port,
  domain,
}: {
  publicUrl: string;
  port: number;
  domain?: string | undefined;
}): FindMockKey {
  const base = new URL(publicUrl);
  const path = base.pathname.replace(/\/+$/, '');
  const hosts = domain === undefined ? undefined : `.${domain.toLowerCase()}`;
  const below = ({ pathname }: URL, prefix: string) =>
    pathname.startsWith(`${prefix}/mock/`)
      ? /^[^/]+/.exec(pathname.slice(prefix.length + '/mock/'.length))?.[0]
      : undefined;
  return (url) => {
    if (url.origin === base.origin) return below(url, path);
    if (loopback.test(url.hostname) && url.port === String(port)) return below(url, '');
    if (hosts === undefined || !url.hostname.endsWith(hosts) || url.port !== base.port) return undefined;
    const key = url.hostname.slice(0, -hosts.length);
    return key === '' || key.includes('.') ? undefined : key;
  };
}
