import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { HttpError } from '../core/http-error.ts';

/** What was read of a body, so far or to its end. */
export class BodyReader {
  readonly #chunks: Uint8Array[] = [];
  readonly #maxStoredBytes: number;
  readonly #maxDownloadBytes: number;
  #stored = 0;
  #sizeBytes = 0;
  #wireBytes = 0;
  #stoppedEarly = false;

  constructor(limits: { maxStoredBytes: number; maxDownloadBytes: number }) {
    this.#maxStoredBytes = limits.maxStoredBytes;
    this.#maxDownloadBytes = limits.maxDownloadBytes;
  }

  get bytes(): Uint8Array {
    // Always a copy: a chunk is a window of a much larger buffer that would stay in memory with it.
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

  /** Reads to the end, or to the download limit; rejects where the body breaks off or cannot be decompressed. */
  read(response: IncomingMessage, encodings: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const chain: Transform[] = [];
      let isSettled = false;
      const settle = (error?: Error) => {
        if (isSettled) return;
        isSettled = true;
        for (const transform of chain) transform.destroy();
        if (error === undefined) resolve();
        else reject(error);
      };
      const stop = () => {
        this.#stoppedEarly = true;
        settle();
        response.destroy();
      };
      const take = (chunk: Uint8Array) => {
        if (!isSettled && !this.#take(chunk)) stop();
      };
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
        if (this.#wireBytes > this.#maxDownloadBytes) return stop();
        if (chain.length === 0) begin(chunk);
        const entry = chain[0]!;
        if (!isSettled && !entry.write(chunk)) {
          response.pause();
          entry.once('drain', () => response.resume());
        }
      });
      response.on('end', () => {
        if (chain.length === 0) settle();
        else chain[0]!.end();
      });
      response.on('error', settle);
      response.on('close', () => {
        if (!response.complete) settle(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      });
    });
  }

  #take(chunk: Uint8Array): boolean {
    this.#sizeBytes += chunk.length;
    const room = this.#maxStoredBytes - this.#stored;
    if (room > 0) {
      const kept = chunk.length <= room ? chunk : chunk.subarray(0, room);
      this.#chunks.push(kept);
      this.#stored += kept.length;
    }
    return this.#sizeBytes <= this.#maxDownloadBytes;
  }
}

/** contentDecoders lists the codings to undo, outermost first; an unknown one leaves the body as it came. */
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
  // Servers send "deflate" with and without the zlib wrapper (RFC 9110 §8.4.1.2 wants it).
  return (first[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

function brokenEncoding(encodings: readonly string[]): HttpError {
  const names = encodings.join(', ');
  const message = `The response says that it is compressed with ${names}, but it cannot be decompressed. Check the server.`;
  return new HttpError('PROTOCOL', message);
}
