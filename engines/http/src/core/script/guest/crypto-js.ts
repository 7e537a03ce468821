import { type Digest, hmac, joined, md5, sha1, sha256, sha512 } from './digests.ts';
import {
  base64Bytes,
  base64Text,
  hexBytes,
  hexText,
  latin1Bytes,
  latin1Text,
  utf8Bytes,
  utf8Text,
} from './encoding.ts';

interface Encoder {
  parse(text: string): WordArray;
  stringify(words: WordArray): string;
}

/** Bytes as CryptoJS gives them: `toString()` is hexadecimal, `words` are 32-bit big-endian. */
class WordArray {
  bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get sigBytes(): number {
    return this.bytes.length;
  }

  get words(): number[] {
    const view = new DataView(new ArrayBuffer(Math.ceil(this.bytes.length / 4) * 4));
    new Uint8Array(view.buffer).set(this.bytes);
    return Array.from({ length: view.byteLength / 4 }, (_, index) => view.getInt32(index * 4));
  }

  toString(encoder: Encoder = Hex): string {
    return encoder.stringify(this);
  }

  concat(other: WordArray): this {
    this.bytes = joined(this.bytes, other.bytes);
    return this;
  }

  clone(): WordArray {
    return new WordArray(this.bytes.slice());
  }
}

const Hex = encoder(hexBytes, hexText);

function encoder(parse: (text: string) => Uint8Array, stringify: (bytes: Uint8Array) => string): Encoder {
  return {
    parse: (text) => new WordArray(parse(String(text))),
    stringify: (words) => stringify(words.bytes),
  };
}

function bytesOf(input: unknown): Uint8Array {
  if (input instanceof WordArray) return input.bytes;
  return utf8Bytes(String(input ?? ''));
}

const hash = (digest: Digest) => (message: unknown) => new WordArray(digest.digest(bytesOf(message)));
const keyed = (digest: Digest) => (message: unknown, key: unknown) =>
  new WordArray(hmac(digest, bytesOf(message), bytesOf(key)));

function create(input: number[] | Uint8Array = [], sigBytes?: number): WordArray {
  if (input instanceof Uint8Array) return new WordArray(input.slice(0, sigBytes));
  const view = new DataView(new ArrayBuffer(input.length * 4));
  input.forEach((word, index) => {
    view.setInt32(index * 4, word);
  });
  return new WordArray(new Uint8Array(view.buffer).slice(0, sigBytes));
}

const parts: Record<string, unknown> = {
  MD5: hash(md5),
  SHA1: hash(sha1),
  SHA256: hash(sha256),
  SHA512: hash(sha512),
  HmacMD5: keyed(md5),
  HmacSHA1: keyed(sha1),
  HmacSHA256: keyed(sha256),
  HmacSHA512: keyed(sha512),
  enc: {
    Hex,
    Base64: encoder(base64Bytes, base64Text),
    Base64url: encoder(base64Bytes, (bytes) =>
      base64Text(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, ''),
    ),
    Utf8: encoder(utf8Bytes, utf8Text),
    Latin1: encoder(latin1Bytes, latin1Text),
  },
  lib: {
    WordArray: {
      create,
      random: (bytes: number) => new WordArray(Uint8Array.from({ length: bytes }, () => Math.random() * 256)),
    },
  },
};

/** The part of CryptoJS that collections use: digests, HMAC, encoders. Another part is an error that says so. */
export const CryptoJS: unknown = new Proxy(parts, {
  get(target, name) {
    if (typeof name === 'symbol' || name in target) return Reflect.get(target, name);
    throw new Error(
      `CryptoJS.${name} is not available in scripts. Available: MD5, SHA1, SHA256, SHA512, HmacMD5, HmacSHA1, HmacSHA256, HmacSHA512, enc, lib.WordArray.`,
    );
  },
});
