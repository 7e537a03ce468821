/** A picture of a film. */
export interface FilmFrame {
  /** Milliseconds since the start of the film. */
  at: number;
  /** JPEG or PNG. */
  bytes: Uint8Array;
}

/** A film, ready to be played. */
export interface Film {
  width: number;
  height: number;
  durationMs: number;
  /** In order; each is shown until the next one. */
  frames: FilmFrame[];
}

/** A picture's place in a film being written. */
export interface FilmPlace {
  /** The film's tick that shows it first, from 0. */
  tick: number;
  /** In bytes. */
  size: number;
}

/** Codec of a film's pictures: JPEG or PNG. */
export type FilmCodec = 'MJPG' | 'MPNG';

interface Head {
  width: number;
  height: number;
  ticks: number;
  codec: FilmCodec;
  largest: number;
  movieBytes: number;
}

/** Milliseconds per tick of a film. */
export const filmTickMs = 100;

const pictures = '00dc';
const hasIndex = 0x10;
const keyFrame = 0x10;
const headBytes = 224;
const chunkHead = 8;
const indexRow = 16;

const padded = (size: number): number => size + (size % 2);

/** Writes numbers and names one after the other, little-endian. */
class Bytes {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.#view = new DataView(this.bytes.buffer);
  }
  name(text: string): this {
    for (const char of text) this.#view.setUint8(this.#at++, char.charCodeAt(0));
    return this;
  }
  long(...numbers: number[]): this {
    for (const number of numbers) {
      this.#view.setUint32(this.#at, number, true);
      this.#at += 4;
    }
    return this;
  }
  /** Ticks without a picture of their own. */
  empty(count: number): this {
    for (let left = count; left > 0; left -= 1) this.name(pictures).long(0);
    return this;
  }
  short(...numbers: number[]): this {
    for (const number of numbers) {
      this.#view.setUint16(this.#at, number, true);
      this.#at += 2;
    }
    return this;
  }
}

/**
 * filmParts yields an AVI with motion JPEG or PNG, which common players play, in parts: bytes as they are, and a place
 * where the bytes of its picture go. Each tick has a chunk, which is empty while the previous picture is still shown.
 */
export function* filmParts<Place extends FilmPlace>(
  places: readonly Place[],
  { width, height, ticks, codec }: { width: number; height: number; ticks: number; codec: FilmCodec },
): Generator<Uint8Array | Place> {
  const largest = places.reduce((most, { size }) => Math.max(most, size), 0);
  const movieBytes = 4 + ticks * chunkHead + places.reduce((sum, { size }) => sum + padded(size), 0);
  yield headOf({ width, height, ticks, codec, largest, movieBytes });
  let tick = 0;
  for (const place of places) {
    yield new Bytes((place.tick - tick + 1) * chunkHead)
      .empty(place.tick - tick)
      .name(pictures)
      .long(place.size).bytes;
    yield place;
    if (place.size % 2 === 1) yield new Uint8Array(1);
    tick = place.tick + 1;
  }
  yield new Bytes((ticks - tick) * chunkHead).empty(ticks - tick).bytes;
  yield indexOf(places, ticks);
}

function headOf(film: Head) {
  const { width, height, ticks, codec, largest, movieBytes } = film;
  const perSecond = 1000 / filmTickMs;
  const out = new Bytes(headBytes);
  out.name('RIFF').long(headBytes - 8 - 4 + movieBytes + chunkHead + ticks * indexRow);
  out.name('AVI ').name('LIST').long(192).name('hdrl');
  out.name('avih').long(56);
  out.long(filmTickMs * 1000, largest * perSecond, 0, hasIndex, ticks, 0, 1, largest, width, height, 0, 0, 0, 0);
  out.name('LIST').long(116).name('strl');
  out.name('strh').long(56).name('vids').name(codec).long(0).short(0, 0).long(0, 1, perSecond, 0, ticks, largest);
  out.long(0xffffffff, 0).short(0, 0, width, height);
  out
    .name('strf')
    .long(40)
    .long(40, width, height)
    .short(1, 24)
    .name(codec)
    .long(width * height * 3, 0, 0, 0, 0);
  return out.name('LIST').long(movieBytes).name('movi').bytes;
}

function indexOf(places: readonly FilmPlace[], ticks: number): Uint8Array {
  const out = new Bytes(chunkHead + ticks * indexRow).name('idx1').long(ticks * indexRow);
  let next = 0;
  let at = 4;
  for (let tick = 0; tick < ticks; tick += 1) {
    const place = places[next]?.tick === tick ? places[next++] : undefined;
    out.name(pictures).long(place ? keyFrame : 0, at, place?.size ?? 0);
    at += chunkHead + padded(place?.size ?? 0);
  }
  return out.bytes;
}

/** readFilm reads the pictures of a film that `filmParts` wrote. Throws if it isn't one. */
export function readFilm(bytes: Uint8Array): Film {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < headBytes || nameAt(0) !== 'RIFF' || nameAt(8) !== 'AVI ') throw new Error('This is no film.');
  const [width, height] = [view.getUint32(64, true), view.getUint32(68, true)];
  const end = Math.min(bytes.length, headBytes - 4 + view.getUint32(headBytes - 8, true));
  const frames: FilmFrame[] = [];
  let tick = 0;
  for (let at = headBytes; at + chunkHead <= end && nameAt(at) === pictures; tick += 1) {
    const size = view.getUint32(at + 4, true);
    const from = at + chunkHead;
    if (size > 0) frames.push({ at: tick * filmTickMs, bytes: bytes.subarray(from, from + size) });
    at = from + padded(size);
  }
  return { width, height, durationMs: tick * filmTickMs, frames };
}
