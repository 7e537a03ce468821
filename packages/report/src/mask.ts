const shownInstead = '••••••';
/** Shorter values stand in too many places where they are no secret. */
const leastLength = 4;

/** createMask gives a function that replaces each secret, also where it is URL-encoded, Base64-encoded or escaped. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const variants = new Set(secrets.filter((secret) => secret.length >= leastLength).flatMap(variantsOf));
  if (variants.size === 0) return (text) => text;
  const longestFirst = [...variants].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'g');
  return (text) => text.replace(pattern, shownInstead);
}

function variantsOf(secret: string): string[] {
  const urlEncoded = encodeURIComponent(secret.toWellFormed());
  const formEncoded = new URLSearchParams({ '': secret }).toString().slice(1);
  const lowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const strictlyEncoded = percentEncoded(secret);
  const jsonEscaped = JSON.stringify(secret).slice(1, -1);
  const xmlEscaped = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    secret,
    urlEncoded,
    lowerHex(urlEncoded),
    formEncoded,
    lowerHex(formEncoded),
    strictlyEncoded,
    // A signature of OAuth 1.0 in plain text is encoded once more in its header.
    percentEncoded(strictlyEncoded),
    jsonEscaped,
    jsonEscaped.replaceAll('/', '\\/'),
    xmlEscaped,
    xmlEscaped.replaceAll('"', '&quot;'),
    ...base64Variants(secret),
  ];
}

/** As RFC 3986 §2.3 has it: the other signs that URL encoding leaves are encoded too. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A secret inside a longer encoded text (`Basic user:secret`) starts at one of three bit offsets; each gives other letters. */
function base64Variants(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const variants: string[] = [];
  for (const offset of [0, 1, 2]) {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    const encoded = base64Of(shifted);
    if (offset === 0) variants.push(encoded);
    const firstWhole = Math.ceil((offset * 8) / 6);
    const wholeLetters = Math.floor((shifted.length * 8) / 6);
    const inner = encoded.slice(firstWhole, wholeLetters);
    if (inner.length > leastLength) variants.push(inner);
  }
  return variants.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')]);
}

function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
