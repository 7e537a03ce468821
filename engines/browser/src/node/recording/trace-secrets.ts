import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { SecretFilter } from './secret-filter.ts';

const inflate = promisify(inflateRaw);
const endBytes = 22;
const maxComment = 0xffff;
const endMark = 0x06054b50;
const rowMark = 0x02014b50;
const headMark = 0x04034b50;
/** Maximum size of a part of a trace that is searched, in bytes. */
const maxPartBytes = 256 * 1024 * 1024;
const pictures = /\.(jpe?g|png)$/i;

interface Part {
  name: string;
  isPacked: boolean;
  packedSize: number;
  offset: number;
}

/** traceHoldsSecret searches everything in a trace except its pictures. Throws if it can't be read. */
export async function traceHoldsSecret(path: string, filter: SecretFilter): Promise<boolean> {
  const file = await open(path);
  try {
    for (const part of await partsOf(file)) {
      if (filter.isIn(part.name)) return true;
      if (pictures.test(part.name)) continue;
      if (filter.isIn((await readPart(file, part)).toString('utf8'))) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, at);
  return bytes.subarray(0, bytesRead);
}

/** A zip ends with the list of its parts. */
async function partsOf(file: FileHandle): Promise<Part[]> {
  const { size } = await file.stat();
  const tailSize = Math.min(size, endBytes + maxComment);
  const tail = await bytesAt(file, size - tailSize, tailSize);
  let at = tail.length - endBytes;
  while (at >= 0 && tail.readUInt32LE(at) !== endMark) at -= 1;
  if (at < 0) throw new Error('The trace is no zip.');
  const [listSize, listAt] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  const list = await bytesAt(file, listAt, listSize);
  const parts: Part[] = [];
  for (let row = 0; row < list.length; ) {
    if (list.readUInt32LE(row) !== rowMark) throw new Error('The list of the trace is damaged.');
    const [nameSize, extra, comment] = [28, 30, 32].map((place) => list.readUInt16LE(row + place)) as [
      number,
      number,
      number,
    ];
    parts.push({
      name: list.toString('utf8', row + 46, row + 46 + nameSize),
      isPacked: list.readUInt16LE(row + 10) !== 0,
      packedSize: list.readUInt32LE(row + 20),
      offset: list.readUInt32LE(row + 42),
    });
    row += 46 + nameSize + extra + comment;
  }
  return parts;
}

async function readPart(file: FileHandle, { isPacked, packedSize, offset }: Part): Promise<Buffer> {
  const head = await bytesAt(file, offset, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== headMark) throw new Error('A part of the trace is damaged.');
  const from = offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const packed = await bytesAt(file, from, packedSize);
  return isPacked ? inflate(packed, { maxOutputLength: maxPartBytes }) : packed;
}
