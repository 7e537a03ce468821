import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { MockEngine } from '../../core/engine/mock-engine.ts';
import { type RecordedExchange, type RecordingOptions, stubsOfRecording } from '../../core/import/recording.ts';
import type { JournalEntry } from '../../core/journal/journal.ts';
import type { Stub } from '../../core/stub.ts';
import type { IncomingAnswer } from '../send-request.ts';

const exchangeLimit = 20_000;
const sizeLimit = 64 * 1024 * 1024;

/** Recorder keeps what comes back from an upstream and makes stubs of it. */
export class Recorder {
  /** Where requests go while everything is recorded; undefined where nothing is. */
  target: string | undefined;
  /** Stubs answer what they match, and only the rest goes upstream. */
  isPartial = false;
  readonly #engine: MockEngine;
  #options: RecordingOptions = {};
  #exchanges: RecordedExchange[] = [];
  #wasStarted = false;

  constructor(engine: MockEngine) {
    this.#engine = engine;
  }

  /** As WireMock names it. */
  get status(): 'NeverStarted' | 'Recording' | 'Stopped' {
    if (this.target !== undefined) return 'Recording';
    return this.#wasStarted ? 'Stopped' : 'NeverStarted';
  }

  /** Exchanges that were recorded since the last start. */
  get count(): number {
    return this.#exchanges.length;
  }

  /** Begins to send requests to an address and to keep the answers. */
  start(target: string, options: RecordingOptions = {}, isPartial = false): void {
    this.target = target;
    this.isPartial = isPartial;
    this.#options = options;
    this.#exchanges = [];
    this.#wasStarted = true;
  }

  /** Ends recording; the stubs that were made answer at once, unless they are only proposed. */
  stop({ areProposed = false } = {}): Stub[] {
    this.target = undefined;
    return this.#take(this.#exchanges, this.#options, areProposed);
  }

  /** Makes stubs of the proxied requests that the journal still has. */
  snapshot(options: RecordingOptions = {}): Stub[] {
    const exchanges = this.#engine.journal
      .list()
      .toReversed()
      .filter(({ by, stub }) => by === 'upstream' || stub?.response.proxyBaseUrl !== undefined)
      .map(({ request, answer }) => ({
        request,
        status: answer.status,
        headers: answer.headers,
        body: decoded(answer.headers, typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body),
      }));
    return this.#take(exchanges, options);
  }

  /** Keeps an answer of the upstream, where something is recorded. */
  record({ request }: JournalEntry, { status, headers, body }: IncomingAnswer): void {
    if (this.target === undefined || this.#exchanges.length >= exchangeLimit) return;
    this.#exchanges.push({ request, status, headers, body: decoded(headers, body) });
  }

  #take(exchanges: readonly RecordedExchange[], options: RecordingOptions, areProposed = false): Stub[] {
    const { filters } = options;
    const matcher = filters === undefined ? undefined : this.#engine.compile(filters).matcher;
    const chosen = exchanges.filter(({ request }) => matcher?.test(request) ?? true);
    const stubs = stubsOfRecording(chosen, options);
    if (!areProposed) for (const stub of stubs) this.#engine.put(stub);
    return stubs;
  }
}

function decoded(headers: readonly [string, string][], body: Uint8Array): Uint8Array {
  const encoding = headers
    .find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
    .trim()
    .toLowerCase();
  const options = { maxOutputLength: sizeLimit };
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(body, options);
    if (encoding === 'br') return brotliDecompressSync(body, options);
    return encoding === 'deflate' ? inflateSync(body, options) : body;
  } catch {
    return body;
  }
}
