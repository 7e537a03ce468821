import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture in memory: four bytes per pixel (red, green, blue, opacity), row by row. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Maximum number of pixels of a picture. */
export const maxPixels = 40_000_000;

/** PictureError says why a file isn't a readable picture. */
export class PictureError extends Error {}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples per pixel, by colour type. */
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Chunks {
  width: number;
  height: number;
  type: number;
  palette: Buffer | undefined;
  opacity: Buffer | undefined;
  data: Buffer[];
}

function readChunks(file: Buffer): Chunks {
  if (!file.subarray(0, 8).equals(signature)) throw new PictureError('The file is no PNG picture.');
  const chunks: Chunks = { width: 0, height: 0, type: -1, palette: undefined, opacity: undefined, data: [] };
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') readHeader(body, chunks);
    else if (name === 'PLTE') chunks.palette = body;
    else if (name === 'tRNS') chunks.opacity = body;
    else if (name === 'IDAT') chunks.data.push(body);
    else if (name === 'IEND') break;
    at += 12 + length;
  }
  if (chunks.type < 0) throw new PictureError('The picture has no header.');
  return chunks;
}

function readHeader(body: Buffer, chunks: Chunks): void {
  if (body.length < 13) throw new PictureError('The header of the picture is cut off.');
  const [depth, type, interlace] = [body[8], body[9] ?? -1, body[12]];
  chunks.width = body.readUInt32BE(0);
  chunks.height = body.readUInt32BE(4);
  if (depth !== 8 || interlace !== 0 || channelsOf[type] === undefined)
    throw new PictureError('Only PNG pictures with 8 bits a colour and without interlacing can be read.');
  chunks.type = type;
  if (chunks.width === 0 || chunks.height === 0) throw new PictureError('The picture is empty.');
  if (chunks.width * chunks.height > maxPixels)
    throw new PictureError(`The picture has ${chunks.width} × ${chunks.height} pixels, more than can be compared.`);
}

/**
 * The value that a filter adds to a byte: the one on the left, above, both, or whichever is nearest (PNG specification,
 * 9.4).
 */
function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      throw new PictureError('The picture is damaged.');
  }
}

/** Reverses the filter of each row. */
function unfiltered(data: Buffer, height: number, rowBytes: number, channels: number): Uint8Array {
  const plain = new Uint8Array(height * rowBytes);
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowBytes + 1);
    const filter = data[from] ?? 0;
    const to = row * rowBytes;
    for (let at = 0; at < rowBytes; at += 1) {
      const left = at >= channels ? (plain[to + at - channels] ?? 0) : 0;
      const up = row > 0 ? (plain[to + at - rowBytes] ?? 0) : 0;
      const corner = row > 0 && at >= channels ? (plain[to + at - rowBytes - channels] ?? 0) : 0;
      plain[to + at] = (data[from + 1 + at] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return plain;
}

/** Returns the colour of the pixel whose samples start at an offset, according to the colour type. */
type Colour = (plain: Uint8Array, from: number) => [red: number, green: number, blue: number, opacity: number];

function colourOf({ type, palette, opacity }: Chunks): Colour {
  const at = (bytes: Uint8Array | undefined, index: number, missing = 0) => bytes?.[index] ?? missing;
  const inPalette = (index: number, part: number) => at(palette, index * 3 + part);
  const colours: Record<number, Colour> = {
    0: (plain, from) => [at(plain, from), at(plain, from), at(plain, from), 255],
    2: (plain, from) => [at(plain, from), at(plain, from + 1), at(plain, from + 2), 255],
    3: (plain, from) => {
      const index = at(plain, from);
      return [inPalette(index, 0), inPalette(index, 1), inPalette(index, 2), at(opacity, index, 255)];
    },
    4: (plain, from) => [at(plain, from), at(plain, from), at(plain, from), at(plain, from + 1)],
  };
  return colours[type] as Colour;
}

function toPixels(plain: Uint8Array, chunks: Chunks, count: number): Uint8Array {
  // The usual output of browsers needs no conversion.
  if (chunks.type === 6) return plain;
  const pixels = new Uint8Array(count * 4);
  const channels = channelsOf[chunks.type] ?? 1;
  const colour = colourOf(chunks);
  for (let pixel = 0; pixel < count; pixel += 1) pixels.set(colour(plain, pixel * channels), pixel * 4);
  return pixels;
}

/** readPng decodes a PNG picture as written by browsers; it throws a `PictureError` if it can't. */
export function readPng(file: Uint8Array): Picture {
  const chunks = readChunks(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const { width, height, type } = chunks;
  const channels = channelsOf[type] ?? 1;
  const rowBytes = width * channels;
  const size = height * (rowBytes + 1);
  let data: Buffer;
  try {
    data = inflateSync(Buffer.concat(chunks.data), { maxOutputLength: size });
  } catch {
    throw new PictureError('The picture is damaged.');
  }
  if (data.length < size) throw new PictureError('The picture is cut off.');
  return { width, height, pixels: toPixels(unfiltered(data, height, rowBytes, channels), chunks, width * height) };
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** writePng encodes a picture as PNG. */
export function writePng({ width, height, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rowBytes = width * 4;
  const rows = Buffer.alloc(height * (rowBytes + 1));
  for (let row = 0; row < height; row += 1)
    rows.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  const body = deflateSync(rows);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}
