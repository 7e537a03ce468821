import type { Buffer } from 'node:buffer';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
/** Maximum length of the comment after the end of the directory. */
const longestComment = 65_535;

/** Sum of the sizes that a zip archive declares for its files; infinite if the declaration isn't supported. */
export function uncompressedBytes(archive: Buffer): number {
  let end = archive.length - 22;
  const furthest = Math.max(0, end - longestComment);
  while (end >= furthest && archive.readUInt32LE(end) !== endOfDirectory) end -= 1;
  if (end < furthest) throw new Error('The file is not an Excel file. Give an .xlsx file.');
  const entries = archive.readUInt16LE(end + 10);
  let place = archive.readUInt32LE(end + 16);
  let total = 0;
  for (let index = 0; index < entries; index += 1) {
    if (place + 46 > archive.length || archive.readUInt32LE(place) !== directoryEntry) return Number.POSITIVE_INFINITY;
    total += archive.readUInt32LE(place + 24);
    place +=
      46 + archive.readUInt16LE(place + 28) + archive.readUInt16LE(place + 30) + archive.readUInt16LE(place + 32);
  }
  return total;
}
