/** md4 hashes bytes with MD4 (RFC 1320), which NTLM needs and OpenSSL no longer has. It is not secure on its own. */
export function md4(message: Uint8Array): Buffer {
  const words = paddedWords(message);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < words.length; block += 16) {
    const [a0, b0, c0, d0] = state as [number, number, number, number];
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (const { mix, constant, order, shifts } of rounds) {
      for (let step = 0; step < 16; step += 1) {
        const sum = (a + mix(b, c, d) + words[block + order[step]!]! + constant) | 0;
        const shift = shifts[step % 4]!;
        [a, b, c, d] = [d, (sum << shift) | (sum >>> (32 - shift)), b, c];
      }
    }
    for (const [index, value] of [a, b, c, d].entries()) state[index] = (state[index]! + value) | 0;
  }
  const out = Buffer.alloc(16);
  for (const [index, value] of state.entries()) out.writeInt32LE(value | 0, index * 4);
  return out;
}

type Mix = (x: number, y: number, z: number) => number;

const choice: Mix = (x, y, z) => (x & y) | (~x & z);
const majority: Mix = (x, y, z) => (x & y) | (x & z) | (y & z);
const parity: Mix = (x, y, z) => x ^ y ^ z;

/** The three rounds of RFC 1320 §3.4. */
const rounds = [
  { mix: choice, constant: 0, order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], shifts: [3, 7, 11, 19] },
  {
    mix: majority,
    constant: 0x5a827999,
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    shifts: [3, 5, 9, 13],
  },
  {
    mix: parity,
    constant: 0x6ed9eba1,
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    shifts: [3, 9, 11, 15],
  },
];

function paddedWords(message: Uint8Array): Int32Array {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const padded = Buffer.alloc(length);
  padded.set(message);
  padded[message.length] = 0x80;
  padded.writeBigUInt64LE(BigInt(message.length) * 8n, length - 8);
  return Int32Array.from({ length: length / 4 }, (_, index) => padded.readInt32LE(index * 4));
}
