/**
 * createHostRewrite reads calls to host names of mocks, `<key>.<domain>`, as calls to `/mock/<key>`. The product's own host name is never one
 * of them. Undefined where a call is to no such name.
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

/** A proxy's client names the whole address; `OPTIONS *` names none. */
function pathOf(url: string): string {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) return '/';
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
