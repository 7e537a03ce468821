/** How the end of a body is found (RFC 9112 §6.3). */
export type BodyFraming = 'none' | 'length' | 'chunked' | 'close';

const CR = 13;
const LF = 10;
const COLON = 58;
/** Special results of the scanning functions, besides a position. */
const incomplete = -1;
const invalid = -2;

const tokenBytes = byteTable((byte) => /[!#$%&'*+.^_`|~0-9A-Za-z-]/.test(String.fromCharCode(byte)));
const valueBytes = byteTable((byte) => byte === 9 || (byte >= 32 && byte !== 127));

function byteTable(isMember: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isMember(byte) ? 1 : 0));
}

/** Heads are parsed and judged one after another; one that must wait for its body gets a copy. */
const sharedOffsets = new Int32Array(4 * 128);

/**
 * ResponseHead is the status line and the fields of a response, in the bytes that they arrived in. It stores what
 * framing needs; other fields are looked up on demand. It is reused for each response of a connection.
 */
export class ResponseHead {
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  /** After the empty line. */
  end = 0;
  status = 0;
  framing: BodyFraming = 'none';
  contentLength = 0;
  keepsAlive = true;
  hasSetCookie = false;
  hasContentEncoding = false;
  hasLocation = false;
  isEventStream = false;
  /** What is wrong with the head, for a message. */
  problem = '';
  #isChunked = false;
  #hasTransferEncoding = false;
  #hasLength = false;
  #fieldsStart = 0;
  /** Four positions per field: start and end of name and value. */
  #offsets = sharedOffsets;
  #fieldCount = 0;

  /**
   * Reads a head that starts at `start`. True if it is complete and valid; false if `problem` says what is wrong or,
   * with an empty `problem`, if bytes are missing.
   */
  read(bytes: Buffer, start: number, limit: number, method: string): boolean {
    this.#reset(bytes, start);
    let position = this.#readStatusLine(limit);
    if (position < 0) return this.#fail(position, 'the status line is not valid');
    this.#fieldsStart = position;
    for (;;) {
      if (position + 1 >= limit) return false;
      if (bytes[position] === CR) break;
      position = this.#readField(position, limit);
      if (position < 0) return this.#fail(position, 'a header is not valid');
    }
    if (bytes[position + 1] !== LF) return this.#fail(invalid, 'a line does not end with CR LF');
    this.end = position + 2;
    return this.#decideFraming(method);
  }

  /** Values of a field in order of appearance, as Latin-1; `name` is in lower case. */
  values(name: string): string[] {
    const found: string[] = [];
    for (let index = this.#next(name, 0); index >= 0; index = this.#next(name, index + 1)) {
      found.push(this.#valueOf(index));
    }
    return found;
  }

  /**
   * The only value of a field; several are joined by line feeds, which no value contains; undefined if there is none.
   * `before` is the value in an earlier response: if it is unchanged, it is returned, without creating a string.
   */
  value(name: string, before?: string): string | undefined {
    const first = this.#next(name, 0);
    if (first < 0) return undefined;
    if (this.#next(name, first + 1) >= 0) return this.values(name).join('\n');
    return before !== undefined && this.#isValue(first, before) ? before : this.#valueOf(first);
  }

  /** All fields as received: order, case, duplicates; values as Latin-1. */
  fields(): [name: string, value: string][] {
    return Array.from({ length: this.#fieldCount }, (_, index) => {
      const name = this.bytes.toString('latin1', this.#offsets[index * 4]!, this.#offsets[index * 4 + 1]!);
      return [name, this.#valueOf(index)];
    });
  }

  statusText(): string {
    const line = this.bytes.toString('latin1', this.start, this.#fieldsStart - 2);
    return line.slice(13);
  }

  httpVersion(): string {
    return this.bytes.toString('latin1', this.start + 5, this.start + 8);
  }

  /** Copies the head out of a buffer that is about to be reused. */
  retain(): void {
    const copy = Buffer.from(this.bytes.subarray(this.start, this.end));
    const offsets = this.#offsets.slice(0, this.#fieldCount * 4);
    for (let index = 0; index < offsets.length; index += 1) offsets[index]! -= this.start;
    this.#offsets = offsets;
    this.#fieldsStart -= this.start;
    this.end -= this.start;
    this.start = 0;
    this.bytes = copy;
  }

  #reset(bytes: Buffer, start: number): void {
    this.bytes = bytes;
    this.start = start;
    this.problem = '';
    this.contentLength = 0;
    this.hasSetCookie = false;
    this.hasContentEncoding = false;
    this.hasLocation = false;
    this.isEventStream = false;
    this.#isChunked = false;
    this.#hasTransferEncoding = false;
    this.#hasLength = false;
    this.#offsets = sharedOffsets;
    this.#fieldCount = 0;
  }

  #fail(position: number, problem: string): boolean {
    if (position === invalid && this.problem === '') this.problem = problem;
    return false;
  }

  /** `HTTP/1.1 200 reason`; the reason, and in practice the space before it, may be missing. */
  #readStatusLine(limit: number): number {
    const { bytes, start } = this;
    if (start + 14 > limit) return this.#couldBeStatusLine(limit) ? incomplete : invalid;
    if (!this.#couldBeStatusLine(limit)) return invalid;
    const minor = bytes[start + 7]!;
    const status = (bytes[start + 9]! - 48) * 100 + (bytes[start + 10]! - 48) * 10 + (bytes[start + 11]! - 48);
    this.status = status;
    this.keepsAlive = minor === 49;
    let position = start + 12;
    if (bytes[position] !== 32 && bytes[position] !== CR) return invalid;
    while (position < limit && valueBytes[bytes[position]!] === 1) position += 1;
    return endOfLine(bytes, position, limit);
  }

  #couldBeStatusLine(limit: number): boolean {
    const { bytes, start } = this;
    const length = Math.min(12, limit - start);
    for (let index = 0; index < length; index += 1) {
      const byte = bytes[start + index]!;
      if (index >= 9 ? byte < 48 || byte > 57 : byte !== pattern.charCodeAt(index) && !(index === 7 && byte === 48)) {
        return false;
      }
    }
    return length <= 9 || bytes[start + 9] !== 48;
  }

  #readField(from: number, limit: number): number {
    const { bytes } = this;
    let position = from;
    while (position < limit && tokenBytes[bytes[position]!] === 1) position += 1;
    if (position >= limit) return incomplete;
    if (bytes[position] !== COLON || position === from) return invalid;
    const nameEnd = position;
    position += 1;
    while (position < limit && (bytes[position] === 32 || bytes[position] === 9)) position += 1;
    const valueStart = position;
    while (position < limit && valueBytes[bytes[position]!] === 1) position += 1;
    const next = endOfLine(bytes, position, limit);
    if (next < 0) return next;
    this.#noteOffsets(from, nameEnd, valueStart, position);
    const length = nameEnd - from;
    if (length >= 8 && length <= 17 && !this.#noteField(from, nameEnd, valueStart, position)) return invalid;
    return next;
  }

  #noteField(start: number, end: number, valueStart: number, valueEnd: number): boolean {
    const { bytes } = this;
    switch (end - start) {
      case 8:
        if (isName(bytes, start, 'location')) this.hasLocation = true;
        return true;
      case 10:
        if (isName(bytes, start, 'connection')) this.#noteConnection(valueStart, valueEnd);
        else if (isName(bytes, start, 'set-cookie')) this.hasSetCookie = true;
        return true;
      case 12:
        if (isName(bytes, start, 'content-type')) this.isEventStream = isName(bytes, valueStart, 'text/event-stream');
        return true;
      case 14:
        return !isName(bytes, start, 'content-length') || this.#noteLength(valueStart, valueEnd);
      case 16:
        if (isName(bytes, start, 'content-encoding')) this.hasContentEncoding = true;
        return true;
      case 17:
        if (!isName(bytes, start, 'transfer-encoding')) return true;
        this.#hasTransferEncoding = true;
        this.#isChunked = /(^|,)[ \t]*chunked[ \t]*$/i.test(bytes.toString('latin1', valueStart, valueEnd));
        return true;
      default:
        return true;
    }
  }

  #noteConnection(start: number, end: number): void {
    if (end - start === 10 && isName(this.bytes, start, 'keep-alive')) {
      this.keepsAlive = true;
      return;
    }
    const value = this.bytes.toString('latin1', start, end);
    if (/(^|,)\s*close\s*(,|$)/i.test(value)) this.keepsAlive = false;
    else if (/(^|,)\s*keep-alive\s*(,|$)/i.test(value)) this.keepsAlive = true;
  }

  #noteLength(valueStart: number, valueEnd: number): boolean {
    if (this.#hasLength) return this.#refuse('there are several Content-Length headers');
    this.#hasLength = true;
    let end = valueEnd;
    while (end > valueStart && (this.bytes[end - 1] === 32 || this.bytes[end - 1] === 9)) end -= 1;
    if (end === valueStart || end - valueStart > 15) return this.#refuse('the Content-Length is not a number');
    let length = 0;
    for (let index = valueStart; index < end; index += 1) {
      const digit = this.bytes[index]! - 48;
      if (digit < 0 || digit > 9) return this.#refuse('the Content-Length is not a number');
      length = length * 10 + digit;
    }
    this.contentLength = length;
    return true;
  }

  #refuse(problem: string): false {
    this.problem = problem;
    return false;
  }

  #decideFraming(method: string): boolean {
    const { status } = this;
    if (this.#hasTransferEncoding && this.#hasLength) {
      return this.#fail(invalid, 'it has both Content-Length and Transfer-Encoding');
    }
    if (method === 'HEAD' || status === 204 || status === 304 || status < 200) this.framing = 'none';
    else if (this.#isChunked) this.framing = 'chunked';
    else if (this.#hasTransferEncoding || !this.#hasLength) this.framing = 'close';
    else this.framing = this.contentLength === 0 ? 'none' : 'length';
    if (this.framing === 'close') this.keepsAlive = false;
    return true;
  }

  #next(name: string, from: number): number {
    const { bytes } = this;
    const offsets = this.#offsets;
    for (let index = from; index < this.#fieldCount; index += 1) {
      const start = offsets[index * 4]!;
      if (offsets[index * 4 + 1]! - start === name.length && isName(bytes, start, name)) return index;
    }
    return -1;
  }

  #isValue(index: number, text: string): boolean {
    const start = this.#offsets[index * 4 + 2]!;
    const length = text.length;
    if (this.#offsets[index * 4 + 3]! - start !== length) return false;
    for (let at = 0; at < length; at += 1) if (this.bytes[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  #valueOf(index: number): string {
    const { bytes } = this;
    const start = this.#offsets[index * 4 + 2]!;
    let end = this.#offsets[index * 4 + 3]!;
    // Only space and tab are optional whitespace; `trim` would take more.
    while (end > start && (bytes[end - 1] === 32 || bytes[end - 1] === 9)) end -= 1;
    return bytes.toString('latin1', start, end);
  }

  #noteOffsets(start: number, end: number, valueStart: number, valueEnd: number): void {
    const place = this.#fieldCount * 4;
    if (place >= this.#offsets.length) {
      const grown = new Int32Array(this.#offsets.length * 2);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#offsets[place] = start;
    this.#offsets[place + 1] = end;
    this.#offsets[place + 2] = valueStart;
    this.#offsets[place + 3] = valueEnd;
    this.#fieldCount += 1;
  }
}

const pattern = 'HTTP/1.1 ';

function endOfLine(bytes: Buffer, position: number, limit: number): number {
  if (position >= limit) return incomplete;
  if (bytes[position] !== CR) return invalid;
  if (position + 1 >= limit) return incomplete;
  return bytes[position + 1] === LF ? position + 2 : invalid;
}

function isName(bytes: Buffer, start: number, name: string): boolean {
  for (let index = 0; index < name.length; index += 1) {
    if ((bytes[start + index]! | 32) !== name.charCodeAt(index)) return false;
  }
  return true;
}
