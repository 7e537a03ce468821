export const photoLimitBytes = 2 * 1024 * 1024;

const ascii = (text: string): number[] => [...new TextEncoder().encode(text)];
/** The signatures of image types; a WebP has its length between the two words. */
const signatures: [type: string, ...parts: [offset: number, bytes: number[]][]][] = [
  ['image/png', [0, [0x89, ...ascii('PNG\r\n\x1a\n')]]],
  ['image/jpeg', [0, [0xff, 0xd8, 0xff]]],
  ['image/gif', [0, ascii('GIF8')]],
  ['image/webp', [0, ascii('RIFF')], [8, ascii('WEBP')]],
];

/** imageTypeOf returns the media type of an image by its first bytes; undefined if it is none of these types. */
export function imageTypeOf(content: Uint8Array): string | undefined {
  const found = signatures.find(([, ...parts]) =>
    parts.every(([offset, bytes]) => bytes.every((byte, index) => content[offset + index] === byte)),
  );
  return found?.[0];
}

/** photoOwner returns the owner under which the photo of a user is stored. */
export const photoOwner = (userId: string): string => `user:${userId}`;
