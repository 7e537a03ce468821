import { isIn, type PortRange } from './port-range.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** What an address says of the mock that it leads to. */
export type MockTarget = { pathKey: string } | { port: number };
/** Finds the mock that an address of this installation names; undefined where it names none. */
export type FindMockTarget = (url: URL) => MockTarget | undefined;

/**
 * mockTargetOf reads the addresses of mocks: below `/mock/` of the public address, or on the port of the server on this machine, host
 * names of mocks in `domain`, and ports of their own.
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
