import type { RequestView } from '../request/request-view.ts';
import type { CompiledStub } from './compiled-stub.ts';

/** A word that more stubs have doesn't help to identify the intended one. */
const maxStubsOfWord = 256;
/** Words that count per part of a stub, and of a request. */
const maxWords = { stub: 64, request: 1000 };
/** Only this many characters of a body are examined. */
const longestBody = 32_000;
/** Headers that have the same value in nearly every request. */
const uniform = new Set(['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'user-agent']);
/** Parts of stubs whose words are looked for in the body. */
const ofBody = new Set(['bodyPatterns', 'formParameters', 'graphql', 'multipartPatterns']);

/**
 * WordIndex finds the stubs that a request was most likely meant for, whatever their address: those that share rare
 * words with it in the same part. Its results are candidates that still have to be compared.
 */
export class WordIndex {
  /** By hash of part and word; a single stub isn't wrapped in an array, because most words have only one. */
  readonly #stubs = new Map<number, CompiledStub | CompiledStub[]>();

  add(stub: CompiledStub): void {
    for (const word of wordsOfStub(stub)) {
      const known = this.#stubs.get(word);
      if (known === undefined) this.#stubs.set(word, stub);
      else if (!Array.isArray(known)) this.#stubs.set(word, [known, stub]);
      else if (known.length <= maxStubsOfWord) known.push(stub);
    }
  }

  remove(stub: CompiledStub): void {
    for (const word of wordsOfStub(stub)) {
      const known = this.#stubs.get(word);
      if (known === stub) this.#stubs.delete(word);
      if (!Array.isArray(known)) continue;
      const at = known.indexOf(stub);
      if (at >= 0) known.splice(at, 1);
      if (known.length === 0) this.#stubs.delete(word);
    }
  }

  /** At most `limit` stubs, those that share the most and rarest words first. */
  near(request: RequestView, limit: number): CompiledStub[] {
    const scores = new Map<CompiledStub, number>();
    for (const word of wordsOfRequest(request)) {
      const found = this.#stubs.get(word);
      if (found === undefined) continue;
      const stubs = Array.isArray(found) ? found : [found];
      if (stubs.length > maxStubsOfWord) continue;
      for (const stub of stubs) scores.set(stub, (scores.get(stub) ?? 0) + 1 / Math.sqrt(stubs.length));
    }
    const ranked = [...scores].sort(([, a], [, b]) => b - a);
    return ranked.slice(0, limit).map(([stub]) => stub);
  }
}

function wordsOfStub({ matcher: { url, checks } }: CompiledStub): Set<number> {
  const words = new Set<number>();
  if (url.kind !== 'any') {
    const cut = url.kind === 'url' ? url.expected.indexOf('?') : -1;
    addWords(cut < 0 ? url.expected : url.expected.slice(0, cut), seeds.path, maxWords.stub, words);
    if (cut >= 0)
      for (const pair of url.expected.slice(cut + 1).split('&')) {
        const [name = '', value = ''] = pair.split('=');
        addWords(value, seedOf('queryParameters', name), maxWords.stub, words);
      }
  }
  for (const { part, name, expected } of checks) {
    if (part === 'headers' && uniform.has(name.toLowerCase())) continue;
    const seed = ofBody.has(part) ? seeds.body : seedOf(part, part === 'headers' ? name.toLowerCase() : name);
    addWords(expected, seed, words.size + maxWords.stub, words);
  }
  return words;
}

function wordsOfRequest(request: RequestView): Set<number> {
  const words = new Set<number>();
  addWords(request.path, seeds.path, maxWords.request, words);
  const named = { queryParameters: request.allQuery, headers: request.allHeaders, cookies: request.allCookies };
  for (const [part, values] of Object.entries(named))
    for (const [name, list] of values)
      for (const value of part === 'headers' && uniform.has(name) ? [] : list)
        addWords(value, seedOf(part, name), maxWords.request, words);
  addWords(request.soapAction ?? '', seedOf('soapAction', ''), maxWords.request, words);
  addWords((request.body.text ?? '').slice(0, longestBody), seeds.body, maxWords.request, words);
  return words;
}

/** Adds the hash of each word of a text, up to a maximum number. */
function addWords(text: string, seed: number, most: number, into: Set<number>): void {
  let hash = seed;
  for (let at = 0; at <= text.length && into.size < most; at += 1) {
    const code = at === text.length ? 0 : text.charCodeAt(at);
    if (isOfWord(code)) hash = hashOn(hash, code);
    else if (hash !== seed) {
      into.add(hash);
      hash = seed;
    }
  }
}

/** Digits, letters, `_` and all non-ASCII characters. */
const isOfWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code > 127;

/** FNV-1a: a collision only makes a stub look likelier than it is. */
const hashOn = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

function seedOf(part: string, name: string): number {
  let hash = 0x811c9dc5 | 0;
  for (const text of [part, ' ', name])
    for (let at = 0; at < text.length; at += 1) hash = hashOn(hash, text.charCodeAt(at));
  return hash;
}

const seeds = { path: seedOf('path', ''), body: seedOf('body', '') };
