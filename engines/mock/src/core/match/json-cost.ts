const [quote, colon, comma, bracket, brace, backslash, space] = [0x22, 0x3a, 0x2c, 0x5b, 0x7b, 0x5c, 0x20];
/** Milliseconds of parsing time on a typical machine, fitted to texts of 8 to 15 MB. */
const costs = { character: 2.2e-6, value: 3e-5, container: 9e-5, name: 7e-4, exactValue: 1e-3 };
const maxReadingMs = 80;
/** Shorter texts are parsed within two milliseconds, whatever they contain. */
const shortLength = 2000;

/**
 * jsonReadingMs estimates how long parsing a text as JSON takes, in milliseconds: `JSON.parse` can't be interrupted,
 * and distinct member names cost a hundred times as much as their characters. The estimate takes a tenth of that time.
 */
export function jsonReadingMs(text: string): number {
  if (text.length <= shortLength) return 0;
  let values = 0;
  let containers = 0;
  const names = new NameCount();
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === comma) values += 1;
    else if (code === bracket || code === brace) containers += 1;
    else if (code === colon) names.add(text, at);
  }
  // Numbers that JavaScript would round are parsed individually.
  const isExact = /\d{16}/.test(text);
  return (
    text.length * costs.character +
    values * (isExact ? costs.exactValue : costs.value) +
    containers * costs.container +
    names.count * costs.name
  );
}

/** Whether parsing a text as JSON would block the event loop for too long. */
export const isCostlyJson = (text: string): boolean => jsonReadingMs(text) > maxReadingMs;

/** Counts distinct member names; with very many, some are counted as the same. */
class NameCount {
  readonly #seen = new Uint32Array(1 << 13);
  count = 0;

  /** Counts the name before a colon, if there is one. */
  add(text: string, colonAt: number): void {
    let at = colonAt - 1;
    while (at >= 0 && text.charCodeAt(at) <= space) at -= 1;
    if (text.charCodeAt(at) !== quote) return;
    let hash = 0;
    for (at -= 1; at >= 0; at -= 1) {
      const code = text.charCodeAt(at);
      if (code === quote && text.charCodeAt(at - 1) !== backslash) break;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    const bit = (hash ^ (hash >>> 15)) & 0x3ffff;
    const mask = 1 << (bit & 31);
    const word = this.#seen[bit >>> 5] ?? 0;
    if ((word & mask) !== 0) return;
    this.#seen[bit >>> 5] = word | mask;
    this.count += 1;
  }
}
