import { Browser } from './browser.ts';
import { beginFlow, type Flow } from './sign-in.ts';
import type { UpstreamAccount, UpstreamIssuer } from './upstream-issuer.ts';

/** Where a browser ended up after passing through both issuers. */
export interface UpstreamWay {
  browser: Browser;
  /** The browser's cookies at the other issuer. */
  theirs: Browser;
  flow: Flow;
  url: URL;
  hops: string[];
  page: string;
  query: URLSearchParams;
}

const base = '/services/identity';

/** signInUpstream follows the redirects between both issuers, as a browser does, to our first page. */
export async function signInUpstream(
  origin: string,
  upstream: UpstreamIssuer,
  options: { account: UpstreamAccount | undefined; hint?: string; prompt?: string; again?: UpstreamWay },
): Promise<UpstreamWay> {
  const { account, hint, prompt, again } = options;
  upstream.account = account;
  const browser = again?.browser ?? new Browser(origin);
  const theirs = again?.theirs ?? new Browser(upstream.issuer);
  const flow = await beginFlow(origin, { ...(hint && { kc_idp_hint: hint }), ...(prompt && { prompt }) });
  let url = new URL(flow.authorizationPath, origin);
  const hops: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    if (url.origin === origin && !url.pathname.startsWith(base)) break;
    hops.push(url.href);
    const answer = await (url.origin === origin ? browser : theirs).send(url.href);
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${url} leads nowhere: ${answer.status} ${answer.text}`);
    url = new URL(location, url);
  }
  return { browser, theirs, flow, url, hops, page: url.pathname, query: url.searchParams };
}
