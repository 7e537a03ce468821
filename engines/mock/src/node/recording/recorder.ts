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

/** Where requests go while a mock records, and what is kept of them. */
export interface RecordingOrder {
  target: string;
  /** Stubs answer what they match, and only the rest goes upstream. */
  isPartial: boolean;
  /** Whether this call is kept; the others go upstream as well. */
  accepts?: (request: RequestView) => boolean;
  /** Keeps an exchange; the answer waits for it. Without it, exchanges stay in memory until the recording is stopped. */
  keep?: (exchange: RecordedExchange, entry: JournalEntry) => Promise<void>;
}

/** What beginning and ending a recording means for whoever keeps recordings elsewhere. */
export interface RecordingKeeper {
  /** As WireMock names it. */
  status(): Promise<'NeverStarted' | 'Recording' | 'Stopped'>;
  /** Throws where it cannot begin. */
  start(target: string, options: RecordingOptions, isPartial: boolean): Promise<void>;
  /** The stubs of what was recorded. */
  stop(): Promise<Stub[]>;
}

/** Recorder keeps what comes back from an upstream and makes stubs of it. */
export class Recorder implements RecordingKeeper {
  readonly #engine: MockEngine;
  #order: RecordingOrder | undefined;
  #options: RecordingOptions = {};
  #exchanges: RecordedExchange[] = [];
  #wasStarted = false;

  constructor(engine: MockEngine) {
    this.#engine = engine;
  }

  /** Where requests go; undefined while nothing is recorded. */
  get order(): RecordingOrder | undefined {
    return this.#order;
  }

  async status(): Promise<'NeverStarted' | 'Recording' | 'Stopped'> {
    if (this.#order !== undefined) return 'Recording';
    return this.#wasStarted ? 'Stopped' : 'NeverStarted';
  }

  /** Exchanges in memory that were recorded since the last start. */
  get count(): number {
    return this.#exchanges.length;
  }

  /** Sends requests where an order says, from now on; undefined ends it. */
  follow(order: RecordingOrder | undefined): void {
    this.#order = order;
  }

  /** Begins to send requests to an address and to keep the answers in memory. */
  async start(target: string, options: RecordingOptions = {}, isPartial = false): Promise<void> {
    this.follow({ target, isPartial });
    this.#options = options;
    this.#exchanges = [];
    this.#wasStarted = true;
  }

  /** Ends recording and answers the stubs of what is in memory. */
  async stop(): Promise<Stub[]> {
    this.follow(undefined);
    return stubsOfRecording(this.chosen(this.#exchanges, this.#options.filters), this.#options);
  }

  /** Makes stubs of the proxied requests that the journal still has. */
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

  /** Keeps an answer of the upstream, where something is recorded. Rejects where it could not be kept. */
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
