import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePictures, type Picture, PictureError, readPng, writePng } from './index.ts';

type Colour = [red: number, green: number, blue: number, opacity?: number];
const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];

function drawn(width: number, height: number, colourAt: (x: number, y: number) => Colour): Picture {
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [red, green, blue, opacity = 255] = colourAt(x, y);
      pixels.set([red, green, blue, opacity], (y * width + x) * 4);
    }
  return { width, height, pixels };
}

/** A PNG with the given row filters and colour type. */
function png(given: {
  width: number;
  height: number;
  type: number;
  rows: number[][];
  more?: [string, number[]][];
  depth?: number;
}) {
  const { width, height, type, rows, more = [], depth = 8 } = given;
  const chunk = (name: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, Buffer.from(name, 'latin1'), body, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...more.map(([name, body]) => chunk(name, Buffer.from(body))),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('PNG', () => {
  it('reads what it wrote', () => {
    const size = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(size, size, fc.infiniteStream(fc.integer({ min: 0, max: 255 })), (width, height, stream) => {
        const pixels = Uint8Array.from({ length: width * height * 4 }, () => stream.next().value as number);
        expect(readPng(writePng({ width, height, pixels }))).toEqual({ width, height, pixels });
      }),
    );
  });

  it.each<[string, Parameters<typeof png>[0], number[]]>([
    ['grey', { width: 2, height: 1, type: 0, rows: [[0, 7, 9]] }, [7, 7, 7, 255, 9, 9, 9, 255]],
    ['grey with opacity', { width: 1, height: 1, type: 4, rows: [[0, 7, 100]] }, [7, 7, 7, 100]],
    ['colours', { width: 1, height: 1, type: 2, rows: [[0, 1, 2, 3]] }, [1, 2, 3, 255]],
    [
      'a palette',
      {
        width: 2,
        height: 1,
        type: 3,
        rows: [[0, 1, 0]],
        more: [
          ['PLTE', [9, 9, 9, 1, 2, 3]],
          ['tRNS', [50]],
        ],
      },
      [1, 2, 3, 255, 9, 9, 9, 50],
    ],
    [
      'rows that lean on the left, above, both and the nearest',
      {
        width: 2,
        height: 5,
        type: 0,
        rows: [
          [0, 10, 20],
          [1, 5, 5],
          [2, 1, 1],
          [3, 2, 2],
          [4, 1, 1],
        ],
      },
      [10, 20, 5, 10, 6, 11, 5, 10, 6, 11].flatMap((grey) => [grey, grey, grey, 255]),
    ],
  ])('reads %s', (_name, given, pixels) => {
    expect([...readPng(png(given)).pixels]).toEqual(pixels);
  });

  it.each<[string, Uint8Array, string]>([
    ['another file', Buffer.from('GIF89a'), 'The file is no PNG picture.'],
    ['no header', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'has no header'],
    ['16 bits', png({ width: 1, height: 1, type: 0, rows: [[0, 0, 0]], depth: 16 }), 'Only PNG pictures with 8 bits'],
    ['nothing', png({ width: 0, height: 1, type: 0, rows: [] }), 'The picture is empty.'],
    ['a huge picture', png({ width: 100_000, height: 100_000, type: 0, rows: [] }), 'more than can be compared'],
    ['too few rows', png({ width: 1, height: 3, type: 0, rows: [[0, 1]] }), 'The picture is cut off.'],
    [
      'too many rows',
      png({
        width: 1,
        height: 1,
        type: 0,
        rows: [
          [0, 1],
          [0, 1],
        ],
      }),
      'The picture is damaged.',
    ],
    ['an unknown filter', png({ width: 1, height: 1, type: 0, rows: [[9, 1]] }), 'The picture is damaged.'],
    ['half a file', writePng(drawn(9, 9, () => black)).subarray(0, 50), 'The picture is'],
  ])('reports what is wrong: %s', (_name, file, message) => {
    expect(() => readPng(file)).toThrow(PictureError);
    expect(() => readPng(file)).toThrow(message);
  });
});

describe('comparePictures', () => {
  const square = (from: number, colour: Colour = black) =>
    drawn(20, 20, (x, y) => (x >= from && x < from + 6 && y >= 5 && y < 11 ? colour : white));

  it.each<[string, Picture, Picture, number]>([
    ['the same', square(5), square(5), 0],
    ['a colour that nobody tells apart', square(5), square(5, [6, 6, 6]), 0],
    ['another colour', square(5), square(5, [255, 0, 0]), 36],
    ['a square that moved by one column', square(5), square(6), 12],
    ['a black square and none', square(5), drawn(20, 20, () => white), 36],
    ['nothing, which is seen as white', drawn(20, 20, () => [0, 0, 0, 0]), drawn(20, 20, () => white), 0],
  ])('counts pixels: %s', (_name, expected, actual, different) => {
    const found = comparePictures(expected, actual);
    expect(found.differentPixels).toBe(different);
    expect(found.percent).toBeCloseTo((different / 400) * 100, 10);
  });

  it('does not count pixels that only smooth an edge', () => {
    // A slanted edge, once with hard pixels and once with grey ones along it.
    const hard = drawn(20, 20, (x, y) => (x > y ? black : white));
    const smooth = drawn(20, 20, (x, y) => (x === y ? [128, 128, 128] : x > y ? black : white));
    expect(comparePictures(hard, smooth).differentPixels).toBeLessThan(3);
  });

  it('does not count pixels in ignored areas, even if these extend beyond the picture', () => {
    const ignored = [{ x: -3.5, y: 4.2, width: 12, height: 100 }];
    expect(
      comparePictures(
        square(5),
        drawn(20, 20, () => white),
        ignored,
      ).differentPixels,
    ).toBe(12);
  });

  it('shows differences in red, and the rest in pale colours', () => {
    const { picture } = comparePictures(square(5), square(6), [{ x: 0, y: 0, width: 2, height: 2 }]);
    const at = (x: number, y: number) => [...picture.pixels.subarray((y * 20 + x) * 4, (y * 20 + x) * 4 + 3)];
    expect(at(5, 7)).toEqual([224, 49, 49]);
    expect(at(8, 7)).toEqual([204, 204, 204]);
    expect(at(15, 15)).toEqual([255, 255, 255]);
    expect(at(0, 0)).toEqual([204, 204, 255]);
  });

  it('accepts only pictures of the same size', () => {
    expect(() =>
      comparePictures(
        drawn(2, 1, () => black),
        drawn(1, 2, () => black),
      ),
    ).toThrow('different sizes');
  });
});
