import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { type BodyBytes, type HeaderList, ResponseView } from '@touchstone/engine-assert/core';
import { contentDecoders, fromWire } from '@touchstone/engine-http';
import { HttpError } from '@touchstone/engine-http/core';
import type { ScriptResponse } from '@touchstone/engine-script/core';
import type { JsonScanner } from './json-scanner.ts';
import { defaultLimits, type ResponseReader } from './response-reader.ts';

const maxDecodedBytes = 100 * 1024 * 1024;

/**
 * LoadResponse is the response that checks and extractors read: bytes where they suffice, the engine's `ResponseView`
 * where they don't. One object serves all responses of a thread, one after another.
 */
export class LoadResponse {
  durationMs = 0;
  #reader: ResponseReader | undefined;
  #scanner: JsonScanner | undefined;
  #scan: 'none' | 'json' | 'other' = 'none';
  #view: ResponseView | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  #isTruncated = false;
  #sizeBytes = 0;
  #textType = '';
  #isUtf8Text = true;

  /** Points to a response. Throws an HttpError if its body can't be decompressed. */
  use(
    reader: ResponseReader,
    durationMs: number,
    reading: { keepsBody: boolean; scanner: JsonScanner | undefined },
  ): void {
    this.#reader = reader;
    this.durationMs = durationMs;
    this.#scanner = reading.scanner;
    this.#scan = 'none';
    this.#view = undefined;
    this.#bytes = reader.body;
    this.#start = reader.bodyStart;
    this.#end = reader.bodyEnd;
    this.#sizeBytes = reader.bodySize;
    this.#isTruncated = reader.isTruncated;
    if (reading.keepsBody && reader.head.hasContentEncoding && reader.bodySize > 0) this.#decode(reader);
  }

  get status(): number {
    return this.#reader!.head.status;
  }

  /** Value of a header in the form of `ResponseHead.value`; `name` is in lower case. */
  header(name: string, before?: string): string | undefined {
    return this.#reader!.head.value(name, before);
  }

  /** The body if it is UTF-8 text, so that bytes can be compared; undefined if it must be decoded first. */
  utf8(): { bytes: Buffer; start: number; end: number } | undefined {
    if (!this.#hasUtf8Text()) return undefined;
    return { bytes: this.#bytes, start: this.#start, end: this.#end };
  }

  /** Runs the step's scanner over the body, once. False if the engine has to read the body itself. */
  scanJson(): boolean {
    if (this.#scan === 'none') {
      const isJson =
        this.#scanner !== undefined && this.#hasUtf8Text() && this.#scanner.scan(this.#bytes, this.#start, this.#end);
      this.#scan = isJson ? 'json' : 'other';
    }
    return this.#scan === 'json';
  }

  /** Raw JSON text at a path found by `scanJson`; undefined if it is missing. */
  jsonText(slot: number): string | undefined {
    const start = this.#scanner!.starts[slot]!;
    return start < 0 ? undefined : this.#bytes.toString('utf8', start, this.#scanner!.ends[slot]);
  }

  /**
   * Whether the value at a path found by `scanJson` is certainly equal to what the user typed; false for a missing
   * value.
   */
  isWrittenAs(slot: number, value: string | number): boolean {
    const expected = String(value);
    const bytes = this.#bytes;
    let start = this.#scanner!.starts[slot]!;
    let end = this.#scanner!.ends[slot]!;
    if (start < 0) return false;
    if (bytes[start] === 34) {
      if (typeof value === 'number') return false;
      start += 1;
      end -= 1;
    }
    if (end - start !== expected.length) return false;
    for (let index = 0; index < expected.length; index += 1) {
      const code = expected.charCodeAt(index);
      // Escapes and multi-byte characters must be decoded first.
      if (code !== bytes[start + index] || code === 92 || code > 126) return false;
    }
    return true;
  }

  /** The response as the `http` engine sees it. Valid only as long as the response itself. */
  view(): ResponseView {
    this.#view ??= new ResponseView({
      status: this.status,
      headers: this.headers(),
      body: this.body(),
      durationMs: this.durationMs,
    });
    return this.#view;
  }

  /** The response as scripts see it; doesn't point into buffers. */
  forScript(): ScriptResponse {
    const { status, durationMs } = this;
    const text = this.view().text();
    const statusText = this.#reader!.head.statusText();
    return { status, statusText, headers: this.headers(), text, durationMs, sizeBytes: this.#sizeBytes };
  }

  headers(): HeaderList {
    return this.#reader!.head.fields().map(([name, value]) => [name, fromWire(value)]);
  }

  body(): BodyBytes {
    return {
      bytes: this.#bytes.subarray(this.#start, this.#end),
      contentType: this.#contentType(),
      sizeBytes: this.#sizeBytes,
      truncated: this.#isTruncated,
    };
  }

  #contentType(): string | undefined {
    const value = this.header('content-type');
    return value === undefined ? undefined : fromWire(value.split('\n', 1)[0]!);
  }

  #hasUtf8Text(): boolean {
    const type = this.header('content-type', this.#textType) ?? '';
    if (type !== this.#textType) {
      this.#textType = type;
      const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
      // The engine reads an event stream as the list of its events.
      this.#isUtf8Text = (charset === undefined || /^utf-?8$/i.test(charset)) && !/event-stream/i.test(type);
    }
    return this.#isUtf8Text;
  }

  #decode(reader: ResponseReader): void {
    const encodings = contentDecoders(reader.head.value('content-encoding')?.split('\n', 1)[0]);
    if (encodings.length === 0) return;
    let bytes = reader.body.subarray(reader.bodyStart, reader.bodyEnd);
    try {
      for (const encoding of encodings) bytes = decompress(encoding, bytes);
    } catch {
      const names = encodings.join(', ');
      throw new HttpError(
        'PROTOCOL',
        `The response says that it is compressed with ${names}, but it cannot be decompressed. Check the server.`,
      );
    }
    const kept = Math.min(bytes.length, defaultLimits.maxBodyBytes);
    this.#bytes = bytes;
    this.#start = 0;
    this.#end = kept;
    this.#sizeBytes = bytes.length;
    this.#isTruncated = kept < bytes.length;
  }
}

function decompress(encoding: string, bytes: Buffer): Buffer {
  const options = { maxOutputLength: maxDecodedBytes };
  if (encoding === 'br') return brotliDecompressSync(bytes, options);
  if (encoding === 'zstd') return zstdDecompressSync(bytes, options);
  if (encoding !== 'deflate') return gunzipSync(bytes, options);
  // Servers send "deflate" with and without the zlib wrapper (RFC 9110 §8.4.1.2 requires it).
  return (bytes[0]! & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
}
