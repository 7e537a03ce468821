import { BackupError } from './image.ts';

/** A tar archive (POSIX ustar) of small plain files: any system can list and unpack it. */

const block = 512;
/** Larger than any part that is written: a larger size in a header means damage. */
const longest = 16 * 1024 * 1024;

export interface TarEntry {
  name: string;
  body: Buffer;
}

/** tarEntry returns a file as bytes of an archive. */
export function tarEntry({ name, body }: TarEntry, seconds: number): Buffer[] {
  if (Buffer.byteLength(name) > 100) throw new Error(`Too long a name for the archive: ${name}`);
  const header = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  header.write(name, 0);
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(body.length, 124, 12);
  octal(seconds, 136, 12);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  octal(checksumOf(header), 148, 7);
  return [header, body, Buffer.alloc(-body.length & (block - 1))];
}

/** The end of an archive. */
export const tarEnd: Buffer = Buffer.alloc(2 * block);

/** readTar yields the files of an archive. Throws if a header is damaged or the end is missing. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const chunks = source[Symbol.asyncIterator]();
  const read = reader(chunks);
  try {
    for (;;) {
      const header = await read(block);
      if (header.every((byte) => byte === 0)) break;
      const text = (at: number, length: number) => header.toString('latin1', at, at + length).replace(/[\0 ].*$/s, '');
      const [size, expected] = [Number.parseInt(text(124, 12), 8), Number.parseInt(text(148, 8), 8)];
      header.write('        ', 148);
      if (checksumOf(header) !== expected || !(size <= longest) || header[156] !== 0x30)
        throw new BackupError('the header of an entry is damaged');
      const body = await read(size);
      await read(-size & (block - 1));
      yield { name: text(0, 100), body };
    }
    // Reads to the end, so that the compression's checksum is verified.
    while (!(await chunks.next()).done);
  } finally {
    await chunks.return?.();
  }
}

const checksumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);

function reader(chunks: AsyncIterator<Buffer>): (length: number) => Promise<Buffer> {
  let rest = Buffer.alloc(0) as Buffer;
  return async (length) => {
    const parts = [rest];
    let size = rest.length;
    while (size < length) {
      const { done, value } = await chunks.next();
      if (done) throw new BackupError('the archive is cut off');
      parts.push(value);
      size += value.length;
    }
    const joined = parts.length === 1 ? rest : Buffer.concat(parts);
    rest = joined.subarray(length);
    return joined.subarray(0, length);
  };
}
