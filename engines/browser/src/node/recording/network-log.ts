import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import type { Har, HarContent, HarEntry, HarPage, HarPostData, HarTimings } from '../../core/har.ts';
import { inTime } from '../browser-pool.ts';
import {
  hidden,
  maxBodyBytes,
  onlyTexts,
  pairsOf,
  readPostData,
  shownHeaders,
  shownUrl,
  socketEntry,
  textTypes,
  tooLarge,
  unknownRequest,
} from './har-parts.ts';
import type { SecretFilter } from './secret-filter.ts';
import { type ObservedSocket, observeSockets } from './socket-log.ts';

/** Maximum number of requests, and of bytes in all their bodies together. */
const usualLimits: { entries: number; bodyBytes: number } = { entries: 5000, bodyBytes: 10 * 1024 * 1024 };

type Sizes = Awaited<ReturnType<Request['sizes']>>;

/** What is known of a request. */
interface Seen {
  at: Date;
  request: Request;
  pageref: string | undefined;
  response?: Response;
  endedAt?: number;
  body?: HarContent;
  headers?: HarEntry['request']['headers'];
  answerHeaders?: HarEntry['response']['headers'];
  version?: string;
  sizes?: Sizes;
}

/**
 * NetworkLog records a browser's requests and responses as an HTTP archive without secrets, cookies and credentials.
 */
export class NetworkLog {
  readonly #filter: SecretFilter;
  readonly #limits: typeof usualLimits;
  readonly #seen = new Map<Request, Seen>();
  readonly #sockets = new Map<string, { socket: ObservedSocket; pageref: string }>();
  readonly #pages = new Map<Page, HarPage>();
  readonly #reading = new Set<Promise<unknown>>();
  readonly #context: BrowserContext;
  #leftOut = 0;
  #bodyBytes = 0;

  constructor(context: BrowserContext, filter: SecretFilter, limits: Partial<typeof usualLimits> = {}) {
    this.#context = context;
    this.#filter = filter;
    this.#limits = { ...usualLimits, ...limits };
    context.on('request', this.#requestStarted);
    context.on('response', this.#answered);
    context.on('requestfinished', this.#ended);
    context.on('requestfailed', this.#ended);
  }

  /** Includes WebSockets, starting with the next page. */
  async observeSockets(): Promise<void> {
    await observeSockets(this.#context, (page, socket) => this.#addSocket(page, socket));
  }

  /** Stops listening. */
  stop(): void {
    this.#context.off('request', this.#requestStarted);
    this.#context.off('response', this.#answered);
    this.#context.off('requestfinished', this.#ended);
    this.#context.off('requestfailed', this.#ended);
  }

  /** Returns everything so far; waits up to `waitMs` for bodies that an open browser is still receiving. */
  async finish(waitMs: number): Promise<Har> {
    this.stop();
    if (waitMs > 0) await inTime(Promise.all(this.#reading), waitMs);
    const entries = [...this.#seen.values()].map((seen) => this.#entry(seen));
    const endedAt = Date.now();
    for (const { socket, pageref } of this.#sockets.values())
      entries.push({ pageref, ...socketEntry(socket, shownUrl(socket.url, this.#filter), endedAt) });
    entries.sort((a, b) => a.startedDateTime.localeCompare(b.startedDateTime));
    const browser = this.#context.browser();
    const more = this.#leftOut;
    return {
      log: {
        version: '1.2',
        creator: { name: 'Touchstone', version: '1' },
        browser: { name: browser?.browserType().name() ?? '', version: browser?.version() ?? '' },
        pages: [...this.#pages.values()],
        entries,
        ...(more > 0 && { comment: `${more} further request${more === 1 ? ' is' : 's are'} left out.` }),
      },
    };
  }

  readonly #requestStarted = (request: Request): void => {
    if (!/^https?:/i.test(request.url())) return;
    if (this.#seen.size + this.#sockets.size >= this.#limits.entries) {
      this.#leftOut += 1;
      return;
    }
    this.#seen.set(request, { at: new Date(), request, pageref: this.#pageOf(request) });
  };

  /** Workers belong to no page. */
  #pageOf(request: Request): string | undefined {
    let page: Page;
    try {
      page = request.frame().page();
    } catch {
      return undefined;
    }
    return this.#idOf(page, request.url());
  }

  #idOf(page: Page, url: string): string {
    const known = this.#pages.get(page);
    if (known) return known.id;
    const id = `page_${this.#pages.size + 1}`;
    const title = shownUrl(url, this.#filter);
    this.#pages.set(page, { id, title, startedDateTime: new Date().toISOString(), pageTimings: {} });
    return id;
  }

  #addSocket(page: Page, socket: ObservedSocket): void {
    const { id, url } = socket;
    const known = this.#sockets.get(id);
    if (known) known.socket = socket;
    else if (this.#seen.size + this.#sockets.size >= this.#limits.entries) this.#leftOut += 1;
    else this.#sockets.set(id, { socket, pageref: this.#idOf(page, url) });
  }

  readonly #answered = (response: Response): void => {
    const seen = this.#seen.get(response.request());
    if (seen) seen.response = response;
  };

  readonly #ended = (request: Request): void => {
    const seen = this.#seen.get(request);
    if (!seen) return;
    seen.endedAt = Date.now();
    const work = this.#read(seen).catch(() => undefined);
    this.#reading.add(work);
    void work.finally(() => this.#reading.delete(work));
  };

  /** Leaving a page discards its bodies, so they are requested immediately. */
  async #read(seen: Seen): Promise<void> {
    const { request, response } = seen;
    const parts = [
      request.headersArray().then((headers) => {
        seen.headers = shownHeaders(headers, this.#filter);
      }),
      response?.headersArray().then((headers) => {
        seen.answerHeaders = shownHeaders(headers, this.#filter);
      }),
      response?.httpVersion().then((version) => {
        seen.version = version;
      }),
      response && this.#readBody(seen, response),
    ];
    await Promise.allSettled(parts);
  }

  async #readBody(seen: Seen, response: Response): Promise<void> {
    const sizes = await seen.request.sizes();
    seen.sizes = sizes;
    const mimeType = this.#filter.clean(response.headers()['content-type'] ?? '') ?? '';
    const size = Math.max(0, sizes.responseBodySize);
    const without = (comment: string) => {
      seen.body = { size, mimeType, comment };
    };
    if (size === 0 || (response.status() >= 300 && response.status() < 400)) seen.body = { size, mimeType };
    else if (!textTypes.test(mimeType)) without(onlyTexts);
    else if (size > maxBodyBytes) without(tooLarge);
    else if (this.#bodyBytes + size > this.#limits.bodyBytes)
      without('The bodies before it fill the space that a log has.');
    else {
      this.#bodyBytes += size;
      const bytes = await response.body();
      this.#bodyBytes += bytes.length - size;
      // Text is not truncated: a secret across its end would not be found.
      const text = bytes.length > maxBodyBytes ? undefined : this.#filter.clean(bytes.toString('utf8'));
      if (bytes.length > maxBodyBytes) without(tooLarge);
      else if (text === undefined) without('Left out, because it holds a secret.');
      else seen.body = { size: bytes.length, mimeType, text };
    }
  }

  #entry(seen: Seen): HarEntry {
    const { request, response, at, sizes, endedAt, pageref } = seen;
    const url = shownUrl(request.url(), this.#filter);
    const timings = timingsOf(request, endedAt === undefined ? 0 : endedAt - at.getTime());
    const postData = this.#postData(request);
    const version = seen.version ?? 'HTTP/1.1';
    const reason = request.failure()?.errorText ?? (endedAt === undefined ? 'No answer until the end.' : undefined);
    const target = response?.headers().location ?? '';
    return {
      ...(pageref && { pageref }),
      startedDateTime: at.toISOString(),
      time: [timings.blocked, timings.dns, timings.connect, timings.send, timings.wait, timings.receive].reduce(
        (sum, ms) => sum + Math.max(0, ms),
        0,
      ),
      request: {
        method: request.method(),
        url,
        httpVersion: version,
        cookies: [],
        headers: seen.headers ?? [],
        queryString: pairsOf(url.split('#')[0]?.split('?').slice(1).join('?') ?? ''),
        ...(postData && { postData }),
        headersSize: sizes?.requestHeadersSize ?? -1,
        bodySize: sizes?.requestBodySize ?? -1,
      },
      response: {
        status: response?.status() ?? 0,
        statusText: this.#filter.clean(response?.statusText() ?? '') ?? hidden,
        httpVersion: version,
        cookies: [],
        headers: seen.answerHeaders ?? [],
        content: seen.body ?? { size: 0, mimeType: '' },
        redirectURL: shownUrl(target, this.#filter),
        headersSize: sizes?.responseHeadersSize ?? -1,
        bodySize: sizes?.responseBodySize ?? -1,
        ...(reason !== undefined && { _error: reason }),
      },
      cache: {},
      timings,
      _resourceType: request.resourceType(),
    };
  }

  #postData(request: Request): HarPostData | undefined {
    const bytes = request.postDataBuffer();
    const { 'content-type': mimeType = '', 'content-length': length = '0' } = request.headers();
    if (bytes && bytes.length > 0) return readPostData(mimeType, bytes, this.#filter);
    if (Number(length) === 0) return undefined;
    return { mimeType: this.#filter.clean(mimeType) ?? '', params: [], text: '', comment: unknownRequest };
  }
}

/** If the browser reports no timings, as for a failed request, all time counts as waiting. */
function timingsOf(request: Request, elapsedMs: number): HarTimings {
  const timing = request.timing();
  const between = (from: number, to: number): number => (from < 0 || to < 0 ? -1 : Math.max(0, to - from));
  const none = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0 };
  if (timing.requestStart < 0 || timing.responseStart < 0) return { ...none, wait: elapsedMs, receive: 0 };
  const first = [timing.domainLookupStart, timing.connectStart, timing.requestStart].find((at) => at >= 0) ?? 0;
  return {
    blocked: first,
    dns: between(timing.domainLookupStart, timing.domainLookupEnd),
    connect: between(timing.connectStart, timing.connectEnd),
    ssl: between(timing.secureConnectionStart, timing.connectEnd),
    send: 0,
    wait: between(timing.requestStart, timing.responseStart),
    receive: Math.max(0, between(timing.responseStart, timing.responseEnd)),
  };
}
