import { ChunkFraming } from './chunk-framing.ts';
import { ResponseHead } from './response-head.ts';

/** ReaderLimits in bytes. */
export interface ReaderLimits {
  /** Of a head; equal to the http engine's. */
  maxHeadBytes: number;
  /** Of a kept body; the rest is only counted. */
  maxBodyBytes: number;
}

export const defaultLimits: ReaderLimits = { maxHeadBytes: 256 * 1024, maxBodyBytes: 5 * 1024 * 1024 };

const headEnd = Buffer.from('\r\n\r\n');
const nothing = Buffer.alloc(0);

export type ReaderState = 'idle' | 'head' | 'body' | 'complete' | 'failed';

/**
 * ResponseReader reads the responses of one connection from the bytes as they arrive (RFC 9112). Data in one piece
 * isn't copied: `head` and `body…` may point into the caller's buffer and are valid only until its next use. Bytes of a
 * chunked body may be moved within it.
 */
export class ResponseReader {
  readonly head = new ResponseHead();
  state: ReaderState = 'idle';
  /** Why the response can't be read, for a message. */
  problem = '';
  /** Kept bytes of the body: `body` from `bodyStart` to `bodyEnd`, still compressed. */
  body: Buffer = nothing;
  bodyStart = 0;
  bodyEnd = 0;
  /** Bytes of the body after transfer decoding, including those that aren't kept. */
  bodySize = 0;
  readonly #limits: ReaderLimits;
  #chunks: ChunkFraming | undefined;
  #method = 'GET';
  #keepsBody = true;
  #left = 0;
  /** The start of a head whose end hasn't arrived. */
  #pending: Buffer = nothing;
  /** Whether the body was copied out of the caller's buffer. */
  #ownsBody = false;

  constructor(limits: ReaderLimits = defaultLimits) {
    this.#limits = limits;
  }

  /**
   * Expects the response to a request; without `keepsBody`, its body is only counted, unless its status is an error.
   */
  expect(method: string, keepsBody: boolean): void {
    this.#method = method;
    this.#keepsBody = keepsBody;
    this.state = 'head';
    this.problem = '';
    if (this.#pending.length > 0) this.#pending = nothing;
    this.#dropBody();
  }

  /** Reads what belongs to the response and returns the position after it; `state` says how far the response is. */
  read(bytes: Buffer, start: number, end: number): number {
    let position = start;
    if (this.state === 'head') position = this.#readHead(bytes, start, end);
    if (this.state === 'body') {
      position = this.#readBody(bytes, position, end);
      if (this.state === 'body') this.#retain();
    }
    return position;
  }

  /** The connection ended, which completes a body without a length. */
  end(): void {
    if (this.state === 'body' && this.head.framing === 'close') this.state = 'complete';
    else if (this.state === 'head' || this.state === 'body') {
      this.#fail(this.hasStarted ? 'the connection was closed in the middle of the response' : '');
    }
  }

  /** Whether any byte of the response has arrived. */
  get hasStarted(): boolean {
    return this.state !== 'idle' && (this.state !== 'head' || this.#pending.length > 0);
  }

  get isComplete(): boolean {
    return this.state === 'complete';
  }

  get hasFailed(): boolean {
    return this.state === 'failed';
  }

  /** Frees memory after a response was judged. */
  release(): void {
    this.state = 'idle';
    this.#dropBody();
  }

  get isTruncated(): boolean {
    return this.bodySize > this.bodyEnd - this.bodyStart;
  }

  #dropBody(): void {
    this.bodySize = 0;
    this.bodyStart = 0;
    this.bodyEnd = 0;
    this.body = nothing;
    this.#ownsBody = false;
  }

  #readHead(bytes: Buffer, start: number, end: number): number {
    if (this.#pending.length > 0) return this.#continueHead(bytes, start, end);
    let position = start;
    for (;;) {
      // Empty lines before a response are left over from an earlier one (RFC 9112 §2.2).
      while (position < end && (bytes[position] === 13 || bytes[position] === 10)) position += 1;
      if (position === end) return end;
      if (!this.head.read(bytes, position, end, this.#method)) {
        if (this.head.problem !== '') this.#fail(this.head.problem);
        else this.#keepPending(bytes.subarray(position, end));
        return end;
      }
      position = this.head.end;
      if (this.head.status >= 200 || this.head.status === 101) break;
    }
    this.#beginBody();
    return position;
  }

  /** Bytes of an unfinished head are collected and parsed again only once its end has arrived. */
  #continueHead(bytes: Buffer, start: number, end: number): number {
    const before = this.#pending.length;
    const whole = Buffer.concat([this.#pending, bytes.subarray(start, end)]);
    const found = whole.indexOf(headEnd, Math.max(0, before - 3));
    if (found === -1) {
      this.#pending = nothing;
      this.#keepPending(whole);
      return end;
    }
    this.#pending = nothing;
    const stop = found + headEnd.length;
    const consumed = this.#readHead(whole, 0, stop);
    const isRead = this.state !== 'head' || consumed === stop;
    const next = start + (stop - before);
    // An interim response (1xx) was read; the final one may follow in the same bytes.
    return isRead && this.state === 'head' && next < end ? this.#readHead(bytes, next, end) : next;
  }

  #keepPending(part: Buffer): void {
    if (part.length > this.#limits.maxHeadBytes) this.#fail('its head is too long');
    else this.#pending = Buffer.from(part);
  }

  #beginBody(): void {
    const { framing, contentLength } = this.head;
    this.state = framing === 'none' ? 'complete' : 'body';
    if (this.head.end - this.head.start > this.#limits.maxHeadBytes) this.#fail('its head is too long');
    // The failure sample shows the body of an error.
    if (this.head.status >= 400) this.#keepsBody = true;
    if (framing === 'length') this.#left = contentLength;
    if (framing === 'chunked') {
      this.#chunks ??= new ChunkFraming();
      this.#chunks.reset();
    }
  }

  #readBody(bytes: Buffer, start: number, end: number): number {
    const { framing } = this.head;
    if (framing === 'chunked') return this.#readChunks(bytes, start, end);
    const stop = framing === 'length' ? Math.min(end, start + this.#left) : end;
    this.#take(bytes, start, stop);
    if (framing === 'length') {
      this.#left -= stop - start;
      if (this.#left === 0) this.state = 'complete';
    }
    return stop;
  }

  #readChunks(bytes: Buffer, start: number, end: number): number {
    const chunks = this.#chunks!;
    const stop = chunks.read(bytes, start, end, this.#takePart);
    if (chunks.problem !== '') this.#fail(chunks.problem);
    else if (chunks.isDone) this.state = 'complete';
    return stop;
  }

  readonly #takePart = (bytes: Buffer, start: number, end: number): void => this.#take(bytes, start, end);

  #take(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    this.bodySize += length;
    if (!this.#keepsBody || length === 0) return;
    const kept = this.bodyEnd - this.bodyStart;
    const room = Math.min(length, this.#limits.maxBodyBytes - kept);
    if (room <= 0) return;
    if (kept === 0 && !this.#ownsBody) {
      this.body = bytes;
      this.bodyStart = start;
    } else if (this.#ownsBody) {
      this.#append(bytes, start, start + room);
      return;
    } else {
      // Parts in one piece are moved together; the space between them contained only chunk sizes.
      bytes.copyWithin(this.bodyEnd, start, start + room);
    }
    this.bodyEnd = this.bodyStart + kept + room;
  }

  #append(bytes: Buffer, start: number, end: number): void {
    const needed = this.bodyEnd + (end - start);
    if (needed > this.body.length) {
      const wanted = Math.max(needed, Math.min(this.body.length * 2, this.#limits.maxBodyBytes));
      const grown = Buffer.allocUnsafe(wanted);
      this.body.copy(grown, 0, 0, this.bodyEnd);
      this.body = grown;
    }
    bytes.copy(this.body, this.bodyEnd, start, end);
    this.bodyEnd = needed;
  }

  /** The caller uses its buffer for other connections before the rest arrives. */
  #retain(): void {
    if (this.#ownsBody) return;
    this.head.retain();
    this.#ownsBody = true;
    const kept = this.bodyEnd - this.bodyStart;
    const { framing, contentLength } = this.head;
    const expected = framing === 'length' ? Math.min(contentLength, this.#limits.maxBodyBytes) : kept * 2;
    const own = this.#keepsBody ? Buffer.allocUnsafe(Math.max(expected, kept)) : nothing;
    this.body.copy(own, 0, this.bodyStart, this.bodyEnd);
    this.body = own;
    this.bodyStart = 0;
    this.bodyEnd = kept;
  }

  #fail(problem: string): void {
    this.state = 'failed';
    this.problem = problem;
  }
}
