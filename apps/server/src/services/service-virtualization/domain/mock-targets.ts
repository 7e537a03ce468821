import { isIn, type PortRange } from './port-range.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** How an address identifies its mock. */
export type MockTarget = { pathKey: string } | { port: number };
/** Finds the mock that an address of this installation leads to; undefined if there is none. */
export type FindMockTarget = (url: URL) => MockTarget | undefined;

/**
 * mockTargetOf recognizes the addresses of mocks: below `/mock/` at the public address or the local server port, host
 * names in `domain`, and the mocks' own ports.
 */
export function mockTargetOf({
  publicUrl,
  port,
  domain,
  ports,
}: {
  publicUrl: string;
  port: number;
  domain?: string | undefined;
  ports?: PortRange | undefined;
}): FindMockTarget {
  const base = new URL(publicUrl);
  const path = base.pathname.replace(/\/+$/, '');
  const hosts = domain === undefined ? undefined : `.${domain.toLowerCase()}`;
  const below = ({ pathname }: URL, prefix: string) =>
    pathname.startsWith(`${prefix}/mock/`)
      ? /^[^/]+/.exec(pathname.slice(prefix.length + '/mock/'.length))?.[0]
      : undefined;
  const keyOf = (url: URL): string | undefined => {
    if (url.origin === base.origin) return below(url, path);
    if (loopback.test(url.hostname) && url.port === String(port)) return below(url, '');
    if (hosts === undefined || !url.hostname.endsWith(hosts) || url.port !== base.port) return undefined;
    const key = url.hostname.slice(0, -hosts.length);
    return key === '' || key.includes('.') ? undefined : key;
  };
  return (url) => {
    if (url.hostname === base.hostname || loopback.test(url.hostname)) {
      const own = Number(url.port);
      if (isIn(ports, own)) return { port: own };
    }
    const pathKey = keyOf(url);
    return pathKey === undefined ? undefined : { pathKey };
  };
}
