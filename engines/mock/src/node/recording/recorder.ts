import type { MockEngine } from '../../core/engine/mock-engine.ts';
import {
  type RecordedExchange,
  type RecordingOptions,
  stubsOfRecording,
} from '../../core/import/recording/recording.ts';
import type { JournalEntry } from '../../core/journal/journal.ts';
import type { RequestView } from '../../core/request/request-view.ts';
import type { RequestPattern, Stub } from '../../core/stub.ts';
import type { IncomingAnswer } from '../send-request.ts';
import { decodedAnswer, decodedBody } from './decoded-body.ts';

const exchangeLimit = 20_000;

/** Where requests go during a recording, and what is kept of them. */
export interface RecordingOrder {
  target: string;
  /** Stubs answer the requests they match; only the rest goes upstream. */
  isPartial: boolean;
  /** Whether this call is kept; other calls go upstream too. */
  accepts?: (request: RequestView) => boolean;
  /**
   * Stores an exchange; the response waits for it. Without it, exchanges stay in memory until the recording is stopped.
   */
  keep?: (exchange: RecordedExchange, entry: JournalEntry) => Promise<void>;
}

/** How to start and stop recordings that are stored elsewhere. */
export interface RecordingKeeper {
  /** The status under WireMock's name. */
  status(): Promise<'NeverStarted' | 'Recording' | 'Stopped'>;
  /** Throws if it cannot start. */
  start(target: string, options: RecordingOptions, isPartial: boolean): Promise<void>;
  /** Returns the stubs made from the recording. */
  stop(): Promise<Stub[]>;
}

/** Recorder keeps an upstream's responses and makes stubs from them. */
export class Recorder implements RecordingKeeper {
  readonly #engine: MockEngine;
  #order: RecordingOrder | undefined;
  #options: RecordingOptions = {};
  #exchanges: RecordedExchange[] = [];
  #wasStarted = false;

  constructor(engine: MockEngine) {
    this.#engine = engine;
  }

  /** Where requests go; undefined if nothing is being recorded. */
  get order(): RecordingOrder | undefined {
    return this.#order;
  }

  async status(): Promise<'NeverStarted' | 'Recording' | 'Stopped'> {
    if (this.#order !== undefined) return 'Recording';
    return this.#wasStarted ? 'Stopped' : 'NeverStarted';
  }

  /** Number of exchanges in memory since the last start. */
  get count(): number {
    return this.#exchanges.length;
  }

  /** Routes requests according to an order until the next call; undefined ends it. */
  follow(order: RecordingOrder | undefined): void {
    this.#order = order;
  }

  /** Starts forwarding requests to an address and keeping the responses in memory. */
  async start(target: string, options: RecordingOptions = {}, isPartial = false): Promise<void> {
    this.follow({ target, isPartial });
    this.#options = options;
    this.#exchanges = [];
    this.#wasStarted = true;
  }

  /** Stops recording and returns the stubs made from the exchanges in memory. */
  async stop(): Promise<Stub[]> {
    this.follow(undefined);
    return stubsOfRecording(this.chosen(this.#exchanges, this.#options.filters), this.#options);
  }

  /** Makes stubs from the proxied requests still in the journal. */
  snapshot(options: RecordingOptions = {}): Stub[] {
    const { ids, allowNonProxied, ...pattern } = options.filters ?? {};
    const wanted = Array.isArray(ids) ? new Set(ids) : undefined;
    const isProxied = ({ by, stub }: JournalEntry) => by === 'upstream' || stub?.response.proxyBaseUrl !== undefined;
    const exchanges = this.#engine.journal
      .list()
      .toReversed()
      .filter((entry) => (allowNonProxied === true || isProxied(entry)) && (wanted?.has(entry.id) ?? true))
      .filter(({ answer }) => answer.fault === undefined && answer.events === undefined)
      .map(({ request, answer: { status, headers, body } }) =>
        exchangeOf(request, { status, headers, body: typeof body === 'string' ? Buffer.from(body) : body }),
      );
    const filters = Object.keys(pattern).length > 0 ? pattern : undefined;
    return stubsOfRecording(this.chosen(exchanges, filters), options);
  }

  /** Keeps a response of the upstream if it is being recorded. Rejects if it could not be stored. */
  async record(entry: JournalEntry, answer: IncomingAnswer, order: RecordingOrder): Promise<void> {
    const { request } = entry;
    if (order.accepts !== undefined && !order.accepts(request)) return;
    const exchange = exchangeOf(request, answer);
    if (order.keep !== undefined) return order.keep(exchange, entry);
    if (this.#exchanges.length < exchangeLimit) this.#exchanges.push(exchange);
  }

  /** Exchanges that a request pattern matches. */
  chosen(exchanges: readonly RecordedExchange[], filters: RequestPattern | undefined): RecordedExchange[] {
    const matcher = filters === undefined ? undefined : this.#engine.compile(filters).matcher;
    return exchanges.filter(({ request }) => matcher?.test(request) ?? true);
  }
}

function exchangeOf(
  request: RequestView,
  { status, headers, body }: Pick<IncomingAnswer, 'status' | 'headers' | 'body'>,
): RecordedExchange {
  const plainRequestBody = decodedBody(request.request.headers, request.request.body);
  return { request, status, ...decodedAnswer(headers, body), ...(plainRequestBody && { plainRequestBody }) };
}
