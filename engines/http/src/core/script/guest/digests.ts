/** A digest: bytes in, bytes out, with the block size that HMAC needs. */
export interface Digest {
  blockBytes: number;
  digest: (message: Uint8Array) => Uint8Array;
}

const rotateLeft = (value: number, by: number) => (value << by) | (value >>> (32 - by));
const rotateRight = (value: number, by: number) => (value >>> by) | (value << (32 - by));

const md5Shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const md5Constants = Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32) | 0);

/** MD5 (RFC 1321). */
export const md5: Digest = {
  blockBytes: 64,
  digest(message) {
    const view = padded(message, 64, true);
    const state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
    for (let block = 0; block < view.byteLength; block += 64) {
      let [a, b, c, d] = state as [number, number, number, number];
      for (let round = 0; round < 64; round += 1) {
        const [mixed, word] = md5Round(round, b, c, d);
        const sum = (a + mixed + md5Constants[round]! + view.getInt32(block + word * 4, true)) | 0;
        const shift = md5Shifts[(round >> 4) * 4 + (round & 3)]!;
        [a, d, c, b] = [d, c, b, (b + rotateLeft(sum, shift)) | 0];
      }
      add(state, [a, b, c, d]);
    }
    return fromWords(state, true);
  },
};

function md5Round(round: number, b: number, c: number, d: number): [mixed: number, word: number] {
  if (round < 16) return [(b & c) | (~b & d), round];
  if (round < 32) return [(d & b) | (~d & c), (5 * round + 1) & 15];
  if (round < 48) return [b ^ c ^ d, (3 * round + 5) & 15];
  return [c ^ (b | ~d), (7 * round) & 15];
}

/** SHA-1 (FIPS 180-4). */
export const sha1: Digest = {
  blockBytes: 64,
  digest(message) {
    const view = padded(message, 64, false);
    const state = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0];
    const words = new Int32Array(80);
    for (let block = 0; block < view.byteLength; block += 64) {
      for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(block + index * 4);
      for (let index = 16; index < 80; index += 1) {
        words[index] = rotateLeft(words[index - 3]! ^ words[index - 8]! ^ words[index - 14]! ^ words[index - 16]!, 1);
      }
      let [a, b, c, d, e] = state as [number, number, number, number, number];
      for (let round = 0; round < 80; round += 1) {
        const next = (rotateLeft(a, 5) + sha1Mix(round, b, c, d) + e + words[round]!) | 0;
        [e, d, c, b, a] = [d, c, rotateLeft(b, 30), a, next];
      }
      add(state, [a, b, c, d, e]);
    }
    return fromWords(state, false);
  },
};

function sha1Mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return (((b & c) | (~b & d)) + 0x5a827999) | 0;
  if (round < 40) return ((b ^ c ^ d) + 0x6ed9eba1) | 0;
  if (round < 60) return (((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc) | 0;
  return ((b ^ c ^ d) + 0xca62c1d6) | 0;
}

interface Sha2Constants {
  rounds512: bigint[];
  start512: bigint[];
  rounds256: number[];
  start256: number[];
}

let constants: Sha2Constants | undefined;

/** SHA-2 takes its constants from the fractions of roots of primes; made at the first use, as most scripts need none. */
function sha2Constants(): Sha2Constants {
  if (constants !== undefined) return constants;
  const primes = firstPrimes(80);
  const rounds512 = primes.map((prime) => rootFraction(BigInt(prime), 3n));
  const start512 = primes.slice(0, 8).map((prime) => rootFraction(BigInt(prime), 2n));
  const upper = (value: bigint) => Number(value >> 32n) | 0;
  constants = { rounds512, start512, rounds256: rounds512.slice(0, 64).map(upper), start256: start512.map(upper) };
  return constants;
}

/** SHA-256 (FIPS 180-4). */
export const sha256: Digest = {
  blockBytes: 64,
  digest(message) {
    const view = padded(message, 64, false);
    const { start256, rounds256 } = sha2Constants();
    const state = [...start256];
    const words = new Int32Array(64);
    for (let block = 0; block < view.byteLength; block += 64) {
      for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(block + index * 4);
      for (let index = 16; index < 64; index += 1) {
        const early = words[index - 15]!;
        const late = words[index - 2]!;
        const low = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
        const high = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
        words[index] = words[index - 16]! + low + words[index - 7]! + high;
      }
      add(state, sha256Block(state, words, rounds256));
    }
    return fromWords(state, false);
  },
};

function sha256Block(state: readonly number[], words: Int32Array, rounds: readonly number[]): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let round = 0; round < 64; round += 1) {
    const high = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + rounds[round]! + words[round]!) | 0;
    const low = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h];
}

const mask = 0xffffffffffffffffn;
const rotate64 = (value: bigint, by: bigint) => ((value >> by) | (value << (64n - by))) & mask;

/** SHA-512 (FIPS 180-4), with bigint: for signatures of short texts. */
export const sha512: Digest = {
  blockBytes: 128,
  digest(message) {
    const view = padded(message, 128, false);
    const { start512, rounds512 } = sha2Constants();
    const state = [...start512];
    for (let block = 0; block < view.byteLength; block += 128) {
      const words = Array.from({ length: 16 }, (_, index) => view.getBigUint64(block + index * 8));
      for (let index = 16; index < 80; index += 1) {
        const early = words[index - 15]!;
        const late = words[index - 2]!;
        const low = rotate64(early, 1n) ^ rotate64(early, 8n) ^ (early >> 7n);
        const high = rotate64(late, 19n) ^ rotate64(late, 61n) ^ (late >> 6n);
        words.push((words[index - 16]! + low + words[index - 7]! + high) & mask);
      }
      const mixed = sha512Block(state, words, rounds512);
      for (let index = 0; index < 8; index += 1) state[index] = (state[index]! + mixed[index]!) & mask;
    }
    const bytes = new DataView(new ArrayBuffer(64));
    state.forEach((word, index) => {
      bytes.setBigUint64(index * 8, word);
    });
    return new Uint8Array(bytes.buffer);
  },
};

function sha512Block(state: readonly bigint[], words: readonly bigint[], rounds: readonly bigint[]): bigint[] {
  let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  for (let round = 0; round < 80; round += 1) {
    const high = rotate64(e, 14n) ^ rotate64(e, 18n) ^ rotate64(e, 41n);
    const first = h + high + ((e & f) ^ (~e & mask & g)) + rounds[round]! + words[round]!;
    const low = rotate64(a, 28n) ^ rotate64(a, 34n) ^ rotate64(a, 39n);
    const second = low + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & mask, c, b, a, (first + second) & mask];
  }
  return [a, b, c, d, e, f, g, h];
}

/** HMAC (RFC 2104) of a message. */
export function hmac({ blockBytes, digest }: Digest, message: Uint8Array, key: Uint8Array): Uint8Array {
  const block = new Uint8Array(blockBytes);
  block.set(key.length > blockBytes ? digest(key) : key);
  const inner = digest(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return digest(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** Both arrays one after the other. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function padded(message: Uint8Array, block: number, littleEndian: boolean): DataView {
  const lengthBytes = block / 8;
  const total = Math.ceil((message.length + 1 + lengthBytes) / block) * block;
  const bytes = new Uint8Array(total);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(total - 8, BigInt(message.length) * 8n, littleEndian);
  return view;
}

function add(state: number[], mixed: readonly number[]): void {
  for (let index = 0; index < state.length; index += 1) state[index] = (state[index]! + mixed[index]!) | 0;
}

function fromWords(words: readonly number[], littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, index) => {
    view.setInt32(index * 4, word, littleEndian);
  });
  return new Uint8Array(view.buffer);
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

/** First 64 bits of the fraction of the square or cube root, by bisection on whole numbers. */
function rootFraction(value: bigint, degree: 2n | 3n): bigint {
  const target = value << (64n * degree);
  let low = 0n;
  let high = value << 64n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** degree <= target) low = middle;
    else high = middle - 1n;
  }
  return low & mask;
}
