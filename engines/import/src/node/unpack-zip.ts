import { inflateRawSync } from 'node:zlib';

/** A file in the directory of a ZIP archive. */
export interface ZipEntry {
  name: string;
  /** Unpacked size in bytes, as declared by the archive. */
  size: number;
  packedSize: number;
  /** 0: stored, 8: deflated. */
  method: number;
  isEncrypted: boolean;
  /** Offset of its local header. */
  at: number;
}

/** zipEntries reads the directory of a ZIP archive; undefined if the bytes aren't one. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.byteLength - 22;
  const least = Math.max(0, end - 65_535);
  while (end >= least && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < least || end < 0) return undefined;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.byteLength || view.getUint32(at, true) !== 0x02014b50) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** UnreadableZip says why the files of an archive can't be read. Its message is for the user. */
export class UnreadableZip extends Error {
  override readonly name = 'UnreadableZip';
}

/** Limits for unpacking an archive. */
export interface UnpackLimits {
  files: number;
  megabytes: number;
}

/**
 * unpackZip returns the files of a ZIP archive, without folders. Throws UnreadableZip if that fails or a limit is
 * exceeded.
 */
export function unpackZip(
  bytes: Uint8Array,
  { files, megabytes }: UnpackLimits,
): { fileName: string; bytes: Uint8Array }[] {
  const entries = zipEntries(bytes)?.filter(({ name }) => !name.endsWith('/') && !name.startsWith('__MACOSX/'));
  if (entries === undefined) throw new UnreadableZip('The archive is damaged, or no ZIP archive.');
  if (entries.length > files) throw new UnreadableZip(`The archive has more than ${files} files. Pack fewer.`);
  let left = megabytes * 1024 * 1024;
  return entries.map((entry) => {
    if (entry.size > left) throw new UnreadableZip(`The archive is larger than ${megabytes} MB when it is unpacked.`);
    const content = contentOf(bytes, entry);
    left -= content.length;
    return { fileName: entry.name, bytes: content };
  });
}

function contentOf(bytes: Uint8Array, { name, at, method, isEncrypted, packedSize, size }: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isEncrypted) throw new UnreadableZip(`${name} of the archive is encrypted. Pack it without a password.`);
  const begin =
    at + 30 > bytes.byteLength ? -1 : at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (begin < 0 || begin + packedSize > bytes.byteLength) throw new UnreadableZip(`${name} of the archive is damaged.`);
  const packed = bytes.subarray(begin, begin + packedSize);
  if (method === 0) return packed;
  if (method !== 8)
    throw new UnreadableZip(`${name} is packed in a way that is not read. Pack it as an ordinary ZIP archive.`);
  try {
    // One byte more than declared, so that larger content is detected.
    return inflateRawSync(packed, { maxOutputLength: size + 1 });
  } catch (error) {
    throw new UnreadableZip(`${name} of the archive is damaged.`, { cause: error });
  }
}
