import { describe, expect, test } from 'vitest';
import { type FilmCodec, filmParts, readFilm } from './film.ts';

interface Picture {
  tick: number;
  size: number;
  bytes: Uint8Array;
}

const picture = (tick: number, ...bytes: number[]): Picture => ({
  tick,
  size: bytes.length,
  bytes: Uint8Array.from(bytes),
});

interface Shot {
  width: number;
  height: number;
  ticks: number;
  codec: FilmCodec;
}

const shot: Shot = { width: 640, height: 480, ticks: 6, codec: 'MJPG' };
const pictures = [picture(1, 11, 12, 13), picture(2, 21, 22), picture(5, 51)];

function written(places: readonly Picture[], options: Partial<Shot> = {}): Uint8Array {
  const parts = [...filmParts(places, { ...shot, ...options })];
  return Uint8Array.from(parts.flatMap((part) => [...(part instanceof Uint8Array ? part : part.bytes)]));
}

/** A chunk of a RIFF file: a list's chunks under their own names, all others with their bytes. */
interface Chunk {
  name: string;
  /** Offset of its name in the file. */
  at: number;
  bytes: Uint8Array;
  chunks: Chunk[];
}

const nameIn = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
const longIn = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
const shortIn = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint16(at, true);
const longsOf = (bytes: Uint8Array) => Array.from({ length: bytes.length / 4 }, (_, index) => longIn(bytes, index * 4));

/** Parses a file by the RIFF format, as players do. */
function chunksOf(file: Uint8Array, from = 0, end = file.length): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = from; at < end; ) {
    const size = longIn(file, at + 4);
    expect(at + 8 + size).toBeLessThanOrEqual(end);
    const isList = ['RIFF', 'LIST'].includes(nameIn(file, at));
    chunks.push({
      name: nameIn(file, isList ? at + 8 : at),
      at,
      bytes: file.subarray(at + 8, at + 8 + size),
      chunks: isList ? chunksOf(file, at + 12, at + 8 + size) : [],
    });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function partsOf(file: Uint8Array) {
  const [film, ...more] = chunksOf(file);
  expect([film?.name, more]).toEqual(['AVI ', []]);
  const [head, movie, index] = film!.chunks;
  expect([head?.name, movie?.name, index?.name, film!.chunks.length]).toEqual(['hdrl', 'movi', 'idx1', 3]);
  const [main, stream] = head!.chunks;
  expect([main?.name, stream?.name]).toEqual(['avih', 'strl']);
  const [track, format] = stream!.chunks;
  expect([track?.name, format?.name]).toEqual(['strh', 'strf']);
  return { main: main!.bytes, track: track!.bytes, format: format!.bytes, movie: movie!, index: index!.bytes };
}

describe('what a player reads from a film', () => {
  test('its dimensions, duration, frame rate and largest picture', () => {
    const microseconds = 100_000;
    const [perSecond, largest, hasIndex, streams] = [10, 3, 0x10, 1];
    expect(longsOf(partsOf(written(pictures)).main)).toEqual([
      ...[microseconds, largest * perSecond, 0, hasIndex, 6, 0, streams, largest],
      ...[640, 480, 0, 0, 0, 0],
    ]);
  });

  test.each<FilmCodec>(['MJPG', 'MPNG'])('its codec, %s', (codec) => {
    const { track, format } = partsOf(written(pictures, { codec }));
    expect([nameIn(track, 0), nameIn(track, 4), nameIn(format, 16)]).toEqual(['vids', codec, codec]);
  });

  test('one track with ten ticks a second', () => {
    const { track } = partsOf(written(pictures));
    const anyQuality = 0xffffffff;
    expect(longsOf(track.subarray(8, 48))).toEqual([0, 0, 0, 1, 10, 0, 6, 3, anyQuality, 0]);
    expect([48, 50, 52, 54].map((at) => shortIn(track, at))).toEqual([0, 0, 640, 480]);
  });

  test('24-bit pictures', () => {
    const { format } = partsOf(written(pictures));
    expect(longsOf(format.subarray(0, 12))).toEqual([40, 640, 480]);
    expect([shortIn(format, 12), shortIn(format, 14)]).toEqual([1, 24]);
    expect(longsOf(format.subarray(20))).toEqual([640 * 480 * 3, 0, 0, 0, 0]);
    expect(format).toHaveLength(40);
  });

  test('a chunk per tick, empty while the picture stays the same', () => {
    const { movie } = partsOf(written(pictures));
    expect(movie.chunks.map(({ name, bytes }) => [name, ...bytes])).toEqual([
      ['00dc'],
      ['00dc', 11, 12, 13],
      ['00dc', 21, 22],
      ['00dc'],
      ['00dc'],
      ['00dc', 51],
    ]);
  });

  test("each chunk's offset and size, and whether it is a seek point", () => {
    const { movie, index } = partsOf(written(pictures));
    const rows = Array.from({ length: index.length / 16 }, (_, row) => index.subarray(row * 16, row * 16 + 16));
    expect(rows.map((row) => [nameIn(row, 0), ...longsOf(row.subarray(4))])).toEqual(
      movie.chunks.map(({ at, bytes }) => ['00dc', bytes.length > 0 ? 0x10 : 0, at - (movie.at + 8), bytes.length]),
    );
  });
});

test('pictures are requested one by one, in order, between the surrounding bytes', () => {
  const parts = [...filmParts(pictures, shot)];
  expect(parts.filter((part) => !(part instanceof Uint8Array))).toEqual(pictures);
});

describe('reading a film back', () => {
  test('returns its dimensions, its duration and its timed pictures', () => {
    expect(readFilm(written(pictures))).toEqual({
      width: 640,
      height: 480,
      durationMs: 600,
      frames: [
        { at: 100, bytes: Uint8Array.of(11, 12, 13) },
        { at: 200, bytes: Uint8Array.of(21, 22) },
        { at: 500, bytes: Uint8Array.of(51) },
      ],
    });
  });

  test('includes the ticks after the last picture in the duration', () => {
    const { durationMs, frames } = readFilm(written([picture(0, 1)], { ticks: 9 }));
    expect([durationMs, frames.map(({ at }) => at)]).toEqual([900, [0]]);
  });

  test('accepts a film without pictures', () => {
    expect(readFilm(written([]))).toEqual({ width: 640, height: 480, durationMs: 600, frames: [] });
    expect(readFilm(written([], { ticks: 0 }))).toMatchObject({ durationMs: 0, frames: [] });
  });

  test('accepts a film embedded in other bytes', () => {
    const film = written(pictures);
    const around = new Uint8Array(film.length + 10).fill(7);
    around.set(film, 5);
    expect(readFilm(around.subarray(5, 5 + film.length))).toEqual(readFilm(film));
  });

  test.each([
    ['before its first moment', 224, []],
    ['within the head of a moment', 224 + 7, []],
    ['behind a moment', 224 + 8, [0]],
    ['behind a picture', 224 + 8 + 8 + 4, [0, 11]],
  ])('returns what is left of a film cut off %s', (_, length, moments) => {
    const { durationMs, frames } = readFilm(written(pictures).subarray(0, length));
    expect(durationMs).toBe(moments.length * 100);
    expect(frames.map(({ bytes }) => bytes[0])).toEqual(moments.filter((first) => first > 0));
  });

  test('ignores bytes after the pictures, even if they look like one', () => {
    const film = written(pictures);
    const index = film.length - 8 - shot.ticks * 16;
    film.set(new TextEncoder().encode('00dc'), index);
    expect(readFilm(film).durationMs).toBe(600);
  });

  test('stops at the first chunk that is not a picture', () => {
    const film = written(pictures);
    film.set(new TextEncoder().encode('JUNK'), 224 + 8);
    expect(readFilm(film)).toMatchObject({ durationMs: 100, frames: [] });
  });
});

test.each<[what: string, bytes: Uint8Array]>([
  ['nothing', new Uint8Array(0)],
  ['a film without the end of its head', written([], { ticks: 0 }).subarray(0, 223)],
  ['other data of the same length', new Uint8Array(500)],
  ['sound', Uint8Array.from(written(pictures)).fill(0x57, 8, 12)],
  ['a film whose first bytes are lost', Uint8Array.from(written(pictures)).fill(0, 0, 4)],
])('%s is no film', (_, bytes) => {
  expect(() => readFilm(bytes)).toThrow('This is no film.');
});
