const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The browser's `btoa`. */
export function btoa(input: unknown): string {
  const binary = String(input);
  if (/[^\0-\xff]/.test(binary)) throw new Error('btoa: the text holds characters outside Latin-1');
  let text = '';
  for (let index = 0; index < binary.length; index += 3) {
    const [first, second, third] = [0, 1, 2].map((offset) => binary.charCodeAt(index + offset)) as [
      number,
      number,
      number,
    ];
    const has = { second: index + 1 < binary.length, third: index + 2 < binary.length };
    text += alphabet[first >> 2]! + alphabet[((first & 3) << 4) | ((has.second ? second : 0) >> 4)]!;
    text += has.second ? alphabet[((second & 15) << 2) | ((has.third ? third : 0) >> 6)]! : '=';
    text += has.third ? alphabet[third & 63]! : '=';
  }
  return text;
}

/** The browser's `atob`, for base64url too; throws on other characters. */
export function atob(input: unknown): string {
  const clean = String(input)
    .replace(/[\t\n\f\r ]/g, '')
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/={1,2}$/, '');
  let text = '';
  let bits = 0;
  let buffer = 0;
  for (const character of clean) {
    const value = alphabet.indexOf(character);
    if (value < 0) throw new Error('The text to decode is not base64');
    buffer = ((buffer << 6) | value) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    text += String.fromCharCode((buffer >> bits) & 255);
  }
  return text;
}
