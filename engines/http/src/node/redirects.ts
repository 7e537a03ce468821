import type { HeaderList } from '@touchstone/engine-assert/core';
import { HttpError } from '../core/http-error.ts';
import type { PreparedRequest } from '../core/prepare-request.ts';
import type { Hop, PeerCertificateInfo, Phases, ReceivedResponse, SentRequest } from '../core/result.ts';
import type { RequestAuthenticator } from './authentication/authenticator.ts';
import type { LazyCookies } from './lazy-cookies.ts';
import { type ExchangeContext, type HopOutcome, type HopRequest, sendRequest } from './transport/exchange.ts';
import type { ExchangeStop } from './transport/exchange-stop.ts';
import type { HttpVersion } from './transport/lines.ts';
import type { PhaseTimeouts } from './transport/phase-limits.ts';

/** Outcome of a whole exchange, including redirects. */
export interface ExchangeOutcome {
  sent: SentRequest;
  response: ReceivedResponse | undefined;
  redirects: Hop[];
  timing: Phases;
  certificate: PeerCertificateInfo | undefined;
  /** `Set-Cookie` values of the hops before the last response. */
  earlierSetCookies: string[];
  durationMs: number;
  failure: HttpError | undefined;
}

export interface RedirectSettings {
  followRedirects: boolean;
  maxRedirects: number;
  verifyCertificate: boolean;
  httpVersion: HttpVersion;
  timeouts: PhaseTimeouts;
}

const idempotent = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']);
const maxAttempts = 3;

/**
 * followRedirects sends a request and follows redirects by the rules of RFC 9110 §15.4. It throws only if there are no
 * credentials to send.
 */
export async function followRedirects(
  request: PreparedRequest,
  settings: RedirectSettings,
  shared: {
    context: Omit<ExchangeContext, 'isFollowed'>;
    cookies: LazyCookies;
    stop: ExchangeStop;
    authenticator?: RequestAuthenticator | undefined;
  },
): Promise<ExchangeOutcome> {
  const { cookies, stop } = shared;
  let { authenticator } = shared;
  const context: ExchangeContext = {
    ...shared.context,
    isFollowed: (status, headers) => settings.followRedirects && redirectTarget(status, headers) !== undefined,
  };
  const redirects: Hop[] = [];
  const earlierSetCookies: string[] = [];
  const seen = new Set<string>();
  const { verifyCertificate, httpVersion, timeouts } = settings;
  let hop: HopRequest = { ...request, verifyCertificate, httpVersion, timeouts };
  let durationMs = 0;

  for (;;) {
    const headers = await cookies.addTo(hop.headers, hop.url);
    seen.add(visitKey(hop, headers));
    const setCookies: string[] = [];
    const keep = (response: ReceivedResponse | undefined) => {
      const lines = setCookiesOf(response);
      setCookies.push(...lines);
      return cookies.keep(lines, hop.url);
    };
    const { outcome, spentMs } = await sendAuthenticated({ ...hop, headers }, { authenticator, context, stop, keep });
    durationMs += spentMs;
    const { response } = outcome;
    const finish = (failure: HttpError | undefined): ExchangeOutcome => ({
      ...outcome,
      redirects,
      earlierSetCookies,
      durationMs,
      failure,
    });
    const location =
      response && settings.followRedirects ? redirectTarget(response.status, response.headers) : undefined;
    if (outcome.failure !== undefined || response === undefined || location === undefined)
      return finish(outcome.failure);

    redirects.push({
      method: hop.method,
      url: hop.url.href,
      status: response.status,
      location,
      durationMs: outcome.timing.totalMs,
    });
    if (redirects.length > settings.maxRedirects) {
      const message = `The server redirected more than ${settings.maxRedirects} times. Check the addresses, or raise the limit.`;
      return finish(new HttpError('TOO_MANY_REDIRECTS', message));
    }
    const next = nextHop(hop, response.status, location, request.secretHeaders);
    if (next instanceof HttpError) return finish(next);
    // The same request with the same cookies can only get the same response.
    if (seen.has(visitKey(next, await cookies.addTo(next.headers, next.url)))) {
      return finish(
        new HttpError('REDIRECT_LOOP', `The server redirects in a loop: ${next.url.href} was visited before.`),
      );
    }
    earlierSetCookies.push(...setCookies);
    // Credentials never follow to another origin, and aren't used again on the way back.
    if (leavesOrigin(hop.url, next.url)) authenticator = undefined;
    hop = next;
  }
}

interface SharedByAttempts {
  context: ExchangeContext;
  stop: ExchangeStop;
  keep: (response: ReceivedResponse | undefined) => Promise<void>;
}

/** Sends a request with its credentials, and again if the response leads to better ones. */
async function sendAuthenticated(
  hop: HopRequest,
  { authenticator, ...shared }: SharedByAttempts & { authenticator: RequestAuthenticator | undefined },
): Promise<{ outcome: HopOutcome; spentMs: number }> {
  if (authenticator === undefined) return await sendAttempts(hop, undefined, shared);
  if (!authenticator.ownsConnection) return await sendAttempts(hop, authenticator, shared);
  const connections = shared.context.connections.single();
  try {
    const own = { ...shared, context: { ...shared.context, connections } };
    return await sendAttempts({ ...hop, httpVersion: '1.1' }, authenticator, own);
  } finally {
    connections.close();
  }
}

async function sendAttempts(
  hop: HopRequest,
  authenticator: RequestAuthenticator | undefined,
  { context, stop, keep }: SharedByAttempts,
): Promise<{ outcome: HopOutcome; spentMs: number }> {
  let spentMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    const signed = authenticator === undefined ? hop : { ...hop, ...(await authenticator.sign(hop)) };
    const received = authenticator?.ownsConnection
      ? await sendRequest(signed, context, stop)
      : await sendFresh(signed, context, stop);
    const outcome = authenticator?.hidesCredentials ? withoutCredentials(received) : received;
    spentMs += outcome.timing.totalMs;
    await keep(outcome.response);
    const isComplete = outcome.failure === undefined && outcome.response !== undefined;
    if (!isComplete || authenticator === undefined) return { outcome, spentMs };
    const verdict = await learnFrom(authenticator, outcome.response!, hop);
    if (verdict instanceof HttpError) return { outcome: { ...outcome, failure: verdict }, spentMs };
    if (!verdict || attempt >= maxAttempts) return { outcome, spentMs };
  }
}

const withoutCredentials = (outcome: HopOutcome): HopOutcome => ({
  ...outcome,
  sent: {
    ...outcome.sent,
    headers: outcome.sent.headers.map(([name, value]) =>
      name.toLowerCase() === 'authorization' ? [name, value.replace(/ .*$/s, ' ••••••')] : [name, value],
    ),
  },
});

/** A response that can't be trusted fails the exchange but is still shown. */
async function learnFrom(
  authenticator: RequestAuthenticator,
  response: ReceivedResponse,
  request: HopRequest,
): Promise<boolean | HttpError> {
  try {
    return await authenticator.learn(response, request);
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

function setCookiesOf(response: ReceivedResponse | undefined): string[] {
  return (response?.headers ?? []).filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => value);
}

/** A server may close a kept-alive connection just as it is reused; a request that is safe to repeat is sent again. */
async function sendFresh(hop: HopRequest, context: ExchangeContext, stop: ExchangeStop): Promise<HopOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendRequest(hop, context, stop);
    const isRepeated = outcome.isUnprocessed || (outcome.wasStale && idempotent.has(hop.method));
    if (!isRepeated || attempt >= maxAttempts) return outcome;
  }
}

function redirectTarget(status: number, headers: HeaderList): string | undefined {
  if (status !== 301 && status !== 302 && status !== 303 && status !== 307 && status !== 308) return undefined;
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  return location === '' ? undefined : location;
}

/**
 * redirectedRequest returns the request that follows a redirect; undefined if there is none. Throws PROTOCOL if the
 * location leads nowhere.
 */
export function redirectedRequest(
  request: Pick<PreparedRequest, 'method' | 'url' | 'headers' | 'body'>,
  response: { status: number; headers: HeaderList; secretHeaders: readonly string[] },
): Pick<PreparedRequest, 'method' | 'url' | 'headers' | 'body'> | undefined {
  const { status, headers, secretHeaders } = response;
  const location = redirectTarget(status, headers);
  if (location === undefined) return undefined;
  const hop: HopRequest = { ...request, verifyCertificate: true, httpVersion: 'auto', timeouts: {} };
  const next = nextHop(hop, status, location, secretHeaders);
  if (next instanceof HttpError) throw next;
  return next;
}

function nextHop(
  hop: HopRequest,
  status: number,
  location: string,
  secretHeaders: readonly string[],
): HopRequest | HttpError {
  let url: URL;
  try {
    url = new URL(location, hop.url);
  } catch {
    return new HttpError(
      'PROTOCOL',
      `The server redirects to ${JSON.stringify(location)}, which is not a valid address.`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return new HttpError('PROTOCOL', `The server redirects to ${url.protocol}//, which is not HTTP.`);
  }
  url.hash = '';
  url.username = '';
  url.password = '';
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  const leaves = leavesOrigin(hop.url, url);
  const headers = hop.headers.filter(([name]) => {
    const lower = name.toLowerCase();
    if (leaves && secretHeaders.includes(lower)) return false;
    if (lower === 'host') return !leaves;
    return !(becomesGet && /^(content-.*|transfer-encoding|expect)$/.test(lower));
  });
  if (leaves) headers.unshift(['Host', url.host]);
  return { ...hop, url, headers, ...(becomesGet ? { method: 'GET', body: { kind: 'none' } as const } : {}) };
}

/** Compares scheme, host and port: a redirect from https to http must not send the credentials in plain text. */
const leavesOrigin = (from: URL, to: URL): boolean => from.origin !== to.origin;

function visitKey(hop: HopRequest, headers: HeaderList): string {
  const cookie = headers.find(([name]) => name.toLowerCase() === 'cookie')?.[1] ?? '';
  return `${hop.method} ${hop.url.href} ${cookie}`;
}
