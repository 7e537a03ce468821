export const photoLimitBytes = 2 * 1024 * 1024;

const signatures: [type: string, offset: number, bytes: number[]][] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];

/** imageTypeOf tells the media type of a picture by its first bytes; undefined for anything that is no such picture. */
export function imageTypeOf(content: Uint8Array): string | undefined {
  const found = signatures.find(([, offset, bytes]) => bytes.every((byte, index) => content[offset + index] === byte));
  return found?.[0];
}
