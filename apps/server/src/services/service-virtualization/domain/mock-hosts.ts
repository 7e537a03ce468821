/**
 * createHostRewrite rewrites calls to host names of mocks, `<key>.<domain>`, to `/mock/<key>`. Never matches the
 * product's own host name. Undefined for other hosts.
 */
export function createHostRewrite(
  domain: string,
  publicUrl: string,
): (call: { url: string; host: string | undefined }) => string | undefined {
  const ending = `.${domain.toLowerCase()}`;
  const own = new URL(publicUrl).hostname.toLowerCase();
  return ({ url, host = '' }) => {
    const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
    if (!name.endsWith(ending) || name === own) return undefined;
    const key = name.slice(0, -ending.length);
    if (!/^[a-z0-9-]+$/.test(key)) return undefined;
    return `/mock/${key}${pathOf(url)}`;
  };
}

/** Proxy clients send an absolute URL; `OPTIONS *` has none. */
function pathOf(url: string): string {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) return '/';
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
