import { secretMask } from '@touchstone/engine-keyword/core';

/** Shorter secrets are part of too many texts to be searched in Base64. */
const shortestEncoded = 4;

/** SecretFilter finds secrets in text: plain, and encoded in forms, URLs, JSON, HTML and Base64. */
export class SecretFilter {
  #plain: string[] = [];
  #encoded: string[] = [];
  #mask: (text: string) => string = (text) => text;

  constructor(secrets: readonly string[]) {
    this.add(...secrets);
  }

  /** Masks further secrets. */
  add(...secrets: readonly string[]): void {
    this.#plain.push(...secrets.filter((secret) => secret.trim() !== ''));
    this.#encoded = this.#plain.filter(({ length }) => length >= shortestEncoded).flatMap(base64Parts);
    this.#mask = secretMask(this.#plain);
  }

  /** The text with its secrets masked; undefined if one is encoded in a way that can't be masked in place. */
  clean(text: string): string | undefined {
    const masked = this.#mask(text);
    return this.#isHiddenIn(masked) ? undefined : masked;
  }

  /** Whether the text contains a secret, in any encoding. */
  isIn(text: string): boolean {
    return this.#mask(text) !== text || this.#isHiddenIn(text);
  }

  #isHiddenIn(text: string): boolean {
    if (this.#plain.length === 0) return false;
    const isRead = readings(text).some((read) => this.#plain.some((secret) => read.includes(secret)));
    return isRead || this.#encoded.some((part) => text.includes(part));
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const charOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
/** A character's bytes are decoded together, so a damaged one leaves the others readable. */
const percentDecoded = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'));

const spellings: readonly ((text: string) => string)[] = [
  percentDecoded,
  (text) => percentDecoded(text.replaceAll('+', ' ')),
  (text) =>
    text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,5}));/gi, (all, hex, decimal, name) => {
      if (name) return entities[name.toLowerCase()] ?? all;
      return charOf(hex ? Number.parseInt(hex, 16) : Number(decimal));
    }),
  (text) =>
    text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|([/"'\\]))/gi, (_all, four, two, char) =>
      char ? char : String.fromCharCode(Number.parseInt(four ?? two, 16)),
    ),
];

/** The decodings of a text; encodings may be nested, such as JSON in a URL. */
function readings(text: string): string[] {
  const once = spellings.map((read) => read(text)).filter((read) => read !== text);
  return [text, ...once, ...once.flatMap((read) => spellings.map((again) => again(read)))];
}

/** What every Base64 text that contains these bytes has in common, for each offset at which they can start. */
function base64Parts(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((ahead) => {
    const whole = Buffer.concat([Buffer.alloc(ahead), bytes]);
    const text = whole.toString('base64').replace(/=+$/, '');
    const inner = text.slice(Math.ceil((ahead * 8) / 6), Math.floor((whole.length * 8) / 6));
    return inner.length < shortestEncoded ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
