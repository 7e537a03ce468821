const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** isMockOf tells whether an address is below `/mock/` of an installation: by its public address, or on its port of this machine. */
export function isMockOf({ publicUrl, port }: { publicUrl: string; port: number }): (url: URL) => boolean {
  const base = new URL(publicUrl);
  const mocks = `${base.pathname.replace(/\/+$/, '')}/mock/`;
  return (url) =>
    (url.origin === base.origin && url.pathname.startsWith(mocks)) ||
    (loopback.test(url.hostname) && url.port === String(port) && url.pathname.startsWith('/mock/'));
}

/** pathKeyIn is the key of the mock that an address names; undefined where it is no address of a mock. */
export function pathKeyIn(address: string, isMock: (url: URL) => boolean): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !isMock(url)) return undefined;
  return /\/mock\/([^/]+)/.exec(url.pathname)?.[1];
}
