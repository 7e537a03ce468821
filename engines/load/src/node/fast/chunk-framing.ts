const CR = 13;
const LF = 10;
const maxLineBytes = 64 * 1024;

type State =
  | 'size'
  | 'extension'
  | 'sizeLineFeed'
  | 'data'
  | 'dataReturn'
  | 'dataLineFeed'
  | 'trailer'
  | 'trailerField'
  | 'trailerLineFeed'
  | 'lastLineFeed'
  | 'done';

/** Takes the bytes `start` to `end` of a chunk's data. */
export type TakeData = (bytes: Buffer, start: number, end: number) => void;

/**
 * ChunkFraming decodes the transfer coding `chunked` (RFC 9112 §7.1), wherever the bytes are split; trailers are read
 * and dropped.
 */
export class ChunkFraming {
  problem = '';
  #state: State = 'size';
  #digits = 0;
  #left = 0;
  /** Bytes of extensions and trailers, which are dropped but limited. */
  #lineBytes = 0;

  reset(): void {
    this.problem = '';
    this.#state = 'size';
    this.#digits = 0;
    this.#left = 0;
    this.#lineBytes = 0;
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  /** Reads up to the end of the body, and returns the position after what was read. */
  read(bytes: Buffer, start: number, end: number, take: TakeData): number {
    let position = start;
    while (position < end && this.#state !== 'done' && this.problem === '') {
      if (this.#state === 'data') {
        const stop = Math.min(end, position + this.#left);
        take(bytes, position, stop);
        this.#left -= stop - position;
        position = stop;
        if (this.#left === 0) this.#state = 'dataReturn';
      } else {
        this.#step(bytes[position]!);
        position += 1;
      }
    }
    return position;
  }

  #step(byte: number): void {
    switch (this.#state) {
      case 'size':
        this.#readSize(byte);
        break;
      case 'extension':
        if (byte === CR) this.#state = 'sizeLineFeed';
        else if (byte === LF) this.problem = 'the line of a chunk does not end with CR LF';
        else this.#countLine();
        break;
      case 'sizeLineFeed':
        this.#expect(byte, LF, this.#left === 0 ? 'trailer' : 'data');
        break;
      case 'dataReturn':
        this.#expect(byte, CR, 'dataLineFeed');
        break;
      case 'dataLineFeed':
        this.#digits = 0;
        this.#expect(byte, LF, 'size');
        break;
      case 'trailer':
        this.#countLine();
        this.#state = byte === CR ? 'lastLineFeed' : 'trailerField';
        break;
      case 'trailerField':
        this.#countLine();
        if (byte === CR) this.#state = 'trailerLineFeed';
        break;
      case 'trailerLineFeed':
        this.#expect(byte, LF, 'trailer');
        break;
      case 'lastLineFeed':
        this.#expect(byte, LF, 'done');
        break;
    }
  }

  #readSize(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      this.#digits += 1;
      if (this.#digits > 12) this.problem = 'a chunk is too large';
      else this.#left = this.#digits === 1 ? digit : this.#left * 16 + digit;
      return;
    }
    if (this.#digits === 0) this.problem = 'the size of a chunk is not a number';
    else if (byte === CR) this.#state = 'sizeLineFeed';
    else if (byte === 59) this.#state = 'extension';
    else this.problem = 'the size of a chunk is not a number';
  }

  #expect(byte: number, wanted: number, next: State): void {
    if (byte === wanted) this.#state = next;
    else this.problem = 'a chunk does not end where its size says';
  }

  #countLine(): void {
    this.#lineBytes += 1;
    if (this.#lineBytes > maxLineBytes) this.problem = 'the chunk extensions or trailers are too long';
  }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
