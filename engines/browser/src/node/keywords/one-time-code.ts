import { createHmac } from 'node:crypto';
import { StepFailure } from '../failures.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const plain = text.toUpperCase().replace(/[\s=-]/g, '');
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of plain) {
    const value = alphabet.indexOf(letter);
    if (value < 0) throw new StepFailure('error', 'The secret of the one-time code is not written in base 32.');
    bits = ((bits << 5) | value) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  if (bytes.length === 0) throw new StepFailure('error', 'The secret of the one-time code is empty.');
  return Buffer.from(bytes);
}

/** Algorithms that authenticator apps support (RFC 6238). */
const algorithms: Record<string, string> = { SHA1: 'sha1', SHA256: 'sha256', SHA512: 'sha512' };

/**
 * oneTimeCode returns the code of a secret at a time in milliseconds (RFC 6238); an otpauth URI may set digits, period
 * and algorithm.
 */
export function oneTimeCode(secret: string, atMs: number): string {
  const address = secret.startsWith('otpauth:') ? URL.parse(secret)?.searchParams : undefined;
  const key = fromBase32(address?.get('secret') ?? secret);
  const digits = Number(address?.get('digits') ?? 6);
  const period = Number(address?.get('period') ?? 30);
  const algorithm = algorithms[(address?.get('algorithm') ?? 'SHA1').toUpperCase()];
  if (!algorithm || ![6, 7, 8].includes(digits) || !(period >= 1 && period <= 3600))
    throw new StepFailure(
      'error',
      'The otpauth address has digits, a period or an algorithm that no authenticator uses.',
    );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 1000 / period)));
  const hash = createHmac(algorithm, key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const code = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(code).padStart(digits, '0');
}
