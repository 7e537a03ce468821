const shownInstead = '••••••';
/** Shorter values match too many places where they aren't secret. */
const minLength = 4;

/** Steps between two yields of a mask: far less than a turn of an event loop should take. */
const stepsPerPiece = 100_000;
/** What one text may cost; normally, each character costs a step. */
const maxSteps = 50_000_000;
/** Characters compared per step. */
const comparedPerStep = 16;

/** Masks secrets in texts. A text in which finding them is too expensive is hidden entirely. */
export interface Mask {
  (text: string): string;
  /** Like calling the mask, in bounded pieces of work: for texts of any length. */
  pieces(text: string): Generator<undefined, string>;
}

/** createMask creates a mask that replaces each secret, even if it is URL-encoded, Base64-encoded or escaped. */
export function createMask(secrets: readonly string[]): Mask {
  const variants = new Set(secrets.filter((secret) => secret.length >= minLength).flatMap(variantsOf));
  const finder = variants.size === 0 ? undefined : new Finder([...variants]);
  return maskOf(function* (text) {
    return finder === undefined ? text : yield* finder.replace(text);
  });
}

/** joinMasks combines masks, applied one after the other. */
export function joinMasks(...masks: Mask[]): Mask {
  return maskOf(function* (text) {
    let masked = text;
    for (const mask of masks) masked = yield* mask.pieces(masked);
    return masked;
  });
}

function maskOf(pieces: Mask['pieces']): Mask {
  const whole = (text: string) => {
    const work = pieces(text);
    for (;;) {
      const piece = work.next();
      if (piece.done) return piece.value;
    }
  };
  return Object.assign(whole, { pieces });
}

/** Finds many strings in one pass: candidates with the same prefix are only tried where it occurs. */
class Finder {
  readonly #byHead: Map<string, string[]>;
  /** Nonzero for the existing prefixes, and for a few others. */
  readonly #marks: Uint8Array;

  constructor(texts: readonly string[]) {
    const longestFirst = texts.toSorted((a, b) => b.length - a.length);
    this.#byHead = Map.groupBy(longestFirst, (text) => text.slice(0, minLength));
    this.#marks = new Uint8Array(2 ** Math.ceil(Math.log2(Math.max(256, this.#byHead.size) * 16)));
    for (const head of this.#byHead.keys()) this.#marks[this.#place(head, 0)] = 1;
  }

  *replace(text: string): Generator<undefined, string> {
    let masked = '';
    let kept = 0;
    let steps = 0;
    let yieldAt = stepsPerPiece;
    for (let at = 0; at <= text.length - minLength; ) {
      let length = 1;
      steps += 1;
      if (this.#marks[this.#place(text, at)] !== 0) {
        for (const candidate of this.#byHead.get(text.slice(at, at + minLength)) ?? []) {
          steps += 1 + candidate.length / comparedPerStep;
          if (text.startsWith(candidate, at)) {
            masked += text.slice(kept, at) + shownInstead;
            length = candidate.length;
            kept = at + length;
            break;
          }
        }
      }
      at += length;
      if (steps < yieldAt) continue;
      if (steps > maxSteps) return shownInstead;
      yieldAt = steps + stepsPerPiece;
      yield;
    }
    return kept === 0 ? text : masked + text.slice(kept);
  }

  #place(text: string, at: number): number {
    let sum = 0;
    for (let index = at; index < at + minLength; index += 1) sum = Math.imul(sum, 31) + text.charCodeAt(index);
    return sum & (this.#marks.length - 1);
  }
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
    // A plain-text signature of OAuth 1.0 is encoded once more in its header.
    percentEncoded(strictlyEncoded),
    jsonEscaped,
    jsonEscaped.replaceAll('/', '\\/'),
    xmlEscaped,
    xmlEscaped.replaceAll('"', '&quot;'),
    ...base64Variants(secret),
  ];
}

/** As in RFC 3986 §2.3: characters left alone by URL encoding are encoded too. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * A secret inside a longer encoded text (`Basic user:secret`) starts at one of three bit offsets; each encodes to
 * different characters.
 */
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
    if (inner.length > minLength) variants.push(inner);
  }
  return variants.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')]);
}

function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
