/** writeVarint appends a whole number from 0 to 2^53 in groups of seven bits, the lowest first (LEB128). */
export function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

/** readVarint reads a number at `place`. Throws a RangeError if the bytes end within it. */
export function readVarint(bytes: Uint8Array, place: number): { value: number; next: number } {
  let value = 0;
  let factor = 1;
  for (let next = place; next < bytes.length; next += 1) {
    const byte = bytes[next]!;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return { value, next: next + 1 };
    factor *= 0x80;
  }
  throw new RangeError('The histogram is damaged: it ends within a number.');
}

/** `String.fromCharCode` takes characters as arguments, whose number is limited. */
const chunk = 8192;

/** encodeBase64 encodes bytes as base64 (RFC 4648 §4). */
export function encodeBase64(bytes: readonly number[]): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += chunk)
    binary += String.fromCharCode(...bytes.slice(start, start + chunk));
  return btoa(binary);
}

/** decodeBase64 decodes base64. Throws a RangeError if the text isn't base64. */
export function decodeBase64(text: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new RangeError('The histogram is damaged: its text is not base64.');
  }
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
