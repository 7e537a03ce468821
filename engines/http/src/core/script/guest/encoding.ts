const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** UTF-8 bytes of a text; the sandbox has no TextEncoder. Lone surrogates become U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    let code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(bytes);
}

/** Text of UTF-8 bytes; throws where they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return decodeURIComponent([...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    throw new Error('Malformed UTF-8 data');
  }
}

/** One character per byte. */
export function latin1Text(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** The low byte of each character. */
export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
}

/** Hexadecimal digits of bytes. */
export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes of hexadecimal digits. */
export function hexBytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Base64 with padding (RFC 4648 §4). */
export function base64Text(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = bytes.subarray(index, index + 3);
    text += alphabet[first >> 2]! + alphabet[((first & 3) << 4) | ((second ?? 0) >> 4)]!;
    text += second === undefined ? '=' : alphabet[((second & 15) << 2) | ((third ?? 0) >> 6)]!;
    text += third === undefined ? '=' : alphabet[third & 63]!;
  }
  return text;
}

/** Bytes of base64 or base64url, padding optional; throws on other characters. */
export function base64Bytes(text: string): Uint8Array {
  const clean = text
    .replace(/[\t\n\f\r ]/g, '')
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/={1,2}$/, '');
  const bytes: number[] = [];
  let bits = 0;
  let buffer = 0;
  for (const character of clean) {
    const value = alphabet.indexOf(character);
    if (value < 0) throw new Error('The text to decode is not base64');
    buffer = ((buffer << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 255);
    }
  }
  return Uint8Array.from(bytes);
}

/** The browser's `btoa`. */
export function btoa(text: unknown): string {
  const binary = String(text);
  if (/[^\0-\xff]/.test(binary)) throw new Error('btoa: the text holds characters outside Latin-1');
  return base64Text(latin1Bytes(binary));
}

/** The browser's `atob`. */
export function atob(text: unknown): string {
  return latin1Text(base64Bytes(String(text)));
}
