import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { HttpError } from '../../core/http-error.ts';
import type { StreamResult } from '../../core/result.ts';

/** IncomingBody is a body being received; `isComplete` distinguishes its end from a broken connection. */
export interface IncomingBody {
  stream: Readable;
  isComplete: () => boolean;
}

/** Limits for reading a body. */
export interface ReadLimits {
  maxStoredBytes: number;
  maxDownloadBytes: number;
  /** Milliseconds after which a possibly endless body is ended; the part received by then is the body. */
  streamReadMs?: number | undefined;
  /**
   * Counts the events of a stream, and ends it after a number of them; `onBytes` receives the kept bytes as they
   * arrive.
   */
  events?:
    | {
        max: number | undefined;
        onBytes?: (bytes: Uint8Array) => void;
        until?: AbortSignal | undefined;
        /** Milliseconds since the request started. */
        elapsedMs: () => number;
      }
    | undefined;
}

/** The part of a body read so far. */
export class BodyReader {
  readonly #limits: ReadLimits;
  readonly #counter: EventCounter | undefined;
  #endedBy: StreamResult['endedBy'] = 'server';
  readonly #chunks: Uint8Array[] = [];
  #stored = 0;
  #sizeBytes = 0;
  #wireBytes = 0;
  #stoppedEarly = false;

  constructor(limits: ReadLimits) {
    this.#limits = limits;
    this.#counter = limits.events === undefined ? undefined : new EventCounter(limits.events);
  }

  /** What ended a body read as a stream; undefined for any other. */
  get stream(): StreamResult | undefined {
    if (this.#limits.streamReadMs === undefined && this.#counter === undefined) return undefined;
    return { endedBy: this.#endedBy, events: this.#counter?.count ?? 0, ...this.#counter?.times };
  }

  get bytes(): Uint8Array {
    // Always a copy: a chunk is a view of a much larger buffer that would stay in memory with it.
    return Buffer.concat(this.#chunks, this.#stored);
  }
  get sizeBytes(): number {
    return this.#sizeBytes;
  }
  get truncated(): boolean {
    return this.#stoppedEarly || this.#sizeBytes > this.#stored;
  }

  markIncomplete(): void {
    this.#stoppedEarly = true;
  }

  /** Reads to the end, or to the download limit; rejects if the connection breaks or the body can't be decompressed. */
  read({ stream: response, isComplete }: IncomingBody, encodings: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const chain: Transform[] = [];
      let isSettled = false;
      const until = this.#limits.events?.until;
      const settle = (error?: Error) => {
        if (isSettled) return;
        isSettled = true;
        clearTimeout(timer);
        until?.removeEventListener('abort', stopByUser);
        for (const transform of chain) transform.destroy();
        if (error === undefined) resolve();
        else reject(error);
      };
      const stop = () => {
        this.#stoppedEarly = true;
        settle();
        response.destroy();
      };
      const stopByUser = () => {
        this.#endedBy = 'user';
        stop();
      };
      if (until?.aborted) return stopByUser();
      until?.addEventListener('abort', stopByUser);
      const take = (chunk: Uint8Array) => {
        if (!isSettled && !this.#take(chunk)) stop();
      };
      if (this.#limits.streamReadMs !== undefined) {
        timer = setTimeout(() => {
          this.#endedBy = 'time';
          stop();
        }, this.#limits.streamReadMs);
      }
      const begin = (first: Uint8Array) => {
        for (const encoding of encodings) chain.push(decoderFor(encoding, first));
        let previous: Transform | undefined;
        for (const transform of chain) {
          transform.on('error', () => settle(brokenEncoding(encodings)));
          previous?.pipe(transform);
          previous = transform;
        }
        previous!.on('data', take);
        previous!.on('end', () => settle());
      };
      response.on('data', (chunk: Uint8Array) => {
        this.#wireBytes += chunk.length;
        if (encodings.length === 0) return take(chunk);
        if (this.#wireBytes > this.#limits.maxDownloadBytes) return stop();
        if (chain.length === 0) begin(chunk);
        const entry = chain[0]!;
        if (!isSettled && !entry.write(chunk)) {
          response.pause();
          entry.once('drain', () => response.resume());
        }
      });
      const broken = () => settle(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      response.on('end', () => {
        // An HTTP/2 stream also ends when its connection breaks.
        if (!isComplete()) broken();
        else if (chain.length === 0) settle();
        else chain[0]!.end();
      });
      response.on('error', settle);
      response.on('close', () => {
        if (!isComplete()) broken();
      });
    });
  }

  #take(chunk: Uint8Array): boolean {
    this.#sizeBytes += chunk.length;
    const room = this.#limits.maxStoredBytes - this.#stored;
    if (room > 0) {
      const kept = chunk.length <= room ? chunk : chunk.subarray(0, room);
      this.#chunks.push(kept);
      this.#stored += kept.length;
      this.#limits.events?.onBytes?.(kept);
    }
    if (this.#counter?.take(chunk)) {
      this.#endedBy = 'events';
      return false;
    }
    return this.#sizeBytes <= this.#limits.maxDownloadBytes;
  }
}

/** Counts the events of an event stream: blocks with a `data` line, ended by an empty line. */
class EventCounter {
  count = 0;
  readonly #max: number | undefined;
  readonly #elapsedMs: () => number;
  #first = 0;
  #last = 0;
  #shortest = Number.POSITIVE_INFINITY;
  #longest = 0;
  #line = '';
  #hasData = false;
  #afterCarriageReturn = false;

  constructor({ max, elapsedMs }: { max: number | undefined; elapsedMs: () => number }) {
    this.#max = max;
    this.#elapsedMs = elapsedMs;
  }

  get times(): Pick<StreamResult, 'firstEventMs' | 'between'> {
    if (this.count === 0) return {};
    const firstEventMs = this.#first;
    if (this.count === 1) return { firstEventMs };
    const averageMs = (this.#last - this.#first) / (this.count - 1);
    return { firstEventMs, between: { shortestMs: this.#shortest, averageMs, longestMs: this.#longest } };
  }

  #note(): void {
    const now = this.#elapsedMs();
    this.count += 1;
    if (this.count === 1) this.#first = now;
    else {
      const gap = now - this.#last;
      this.#shortest = Math.min(this.#shortest, gap);
      this.#longest = Math.max(this.#longest, gap);
    }
    this.#last = now;
  }

  /** Returns whether the last requested event has ended. */
  take(chunk: Uint8Array): boolean {
    for (const byte of chunk) {
      const isPairEnd = byte === 10 && this.#afterCarriageReturn;
      this.#afterCarriageReturn = byte === 13;
      if (isPairEnd) continue;
      if (byte !== 10 && byte !== 13) {
        // Only the field name of a line matters.
        if (this.#line.length < 6) this.#line += String.fromCharCode(byte);
      } else if (this.#endLine()) return true;
    }
    return false;
  }

  #endLine(): boolean {
    const line = this.#line;
    this.#line = '';
    if (line !== '') {
      if (/^data(:|$)/.test(line)) this.#hasData = true;
      return false;
    }
    if (this.#hasData) this.#note();
    this.#hasData = false;
    return this.#max !== undefined && this.count >= this.#max;
  }
}

/** contentDecoders lists the codings to undo, outermost first; with an unknown one the body stays as received. */
export function contentDecoders(contentEncoding: string | undefined): string[] {
  if (contentEncoding === undefined || contentEncoding === '') return [];
  const encodings = contentEncoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const known = encodings.every((name) => /^(x-)?gzip$|^deflate$|^br$|^zstd$/.test(name));
  return known && encodings.length <= 5 ? encodings.reverse() : [];
}

function decoderFor(encoding: string, first: Uint8Array): Transform {
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding === 'zstd') return createZstdDecompress();
  if (encoding !== 'deflate') return createGunzip();
  // Servers send "deflate" with and without the zlib wrapper (RFC 9110 §8.4.1.2 requires it).
  return (first[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

function brokenEncoding(encodings: readonly string[]): HttpError {
  const names = encodings.join(', ');
  const message = `The response says that it is compressed with ${names}, but it cannot be decompressed. Check the server.`;
  return new HttpError('PROTOCOL', message);
}
