import { EventEmitter } from 'node:events';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { StepFailure } from '../failures.ts';
import type { Mocked, Traffic } from '../guard-proxy.ts';
import { Exchange } from './exchange.ts';

type Matches = (url: URL) => boolean;
type Handle = (route: Route) => Promise<void>;

/**
 * SessionTraffic tracks a session's requests for a browser that doesn't report them, through the proxy that all of them
 * pass.
 */
export class SessionTraffic implements Traffic {
  readonly events = new EventEmitter();
  readonly headers: Record<string, string>;
  readonly acceptsAnyCertificate: boolean;
  readonly #routes: { matches: Matches; handle: Handle }[] = [];

  #lastFailure = '';
  /** The tab that requests are reported with. */
  page: () => Page = () => {
    throw new Error('No tab is open.');
  };

  constructor(options: { headers: Record<string, string>; acceptsAnyCertificate: boolean }) {
    this.headers = options.headers;
    this.acceptsAnyCertificate = options.acceptsAnyCertificate;
  }

  get hasMocks(): boolean {
    return this.#routes.length > 0;
  }

  /** Why the most recent request since the last call failed; empty if none did. */
  takeFailure(): string {
    const failure = this.#lastFailure;
    this.#lastFailure = '';
    return failure;
  }

  /** Answers requests in place of a server, the newest rule first. */
  readonly route: BrowserContext['route'] = async (matches, handle) => {
    if (typeof matches !== 'function') throw new StepFailure('error', 'A rule for addresses is a function here.');
    this.#routes.unshift({ matches: matches as Matches, handle: handle as Handle });
    return { dispose: async () => undefined, [Symbol.asyncDispose]: async () => undefined };
  };

  readonly #empty = new Set<string>();
  /** Answers an address with an empty page, without asking a server, until the returned function is called. */
  answerEmpty(url: string): () => void {
    this.#empty.add(url);
    return () => this.#empty.delete(url);
  }
  isEmpty(url: string): boolean {
    return this.#empty.has(url);
  }
  isOpenFor(origin: string): boolean {
    return [...this.#empty].some((url) => new URL(url).origin === origin);
  }

  async mock(url: string, method: string): Promise<Mocked | undefined> {
    const address = new URL(url);
    for (const { matches, handle } of this.#routes) {
      if (!matches(address)) continue;
      let answer: Mocked | undefined;
      const route = {
        request: () => ({ method: () => method, url: () => url }),
        fallback: async () => undefined,
        fulfill: async ({ status = 200, headers = {}, body = '' }: Partial<Mocked>) => {
          answer = { status, headers, body };
        },
      };
      await handle(route as unknown as Route);
      if (answer) return answer;
    }
    return undefined;
  }

  begin(url: string, message: ConstructorParameters<typeof Exchange>[1]): Exchange {
    const exchange = new Exchange(url, message, this.page);
    this.events.emit('request', exchange.request);
    return exchange;
  }
  answered(exchange: Exchange): void {
    this.events.emit('response', exchange.response);
    if (exchange.fileName !== undefined) this.events.emit('download', exchange);
  }
  ended({ request }: Exchange): void {
    this.#lastFailure = request.failure()?.errorText ?? this.#lastFailure;
    this.events.emit(request.failure() ? 'requestfailed' : 'requestfinished', request);
  }
}
