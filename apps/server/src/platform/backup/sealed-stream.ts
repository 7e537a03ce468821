import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { BackupError } from './image.ts';

/**
 * An encrypted archive consists of this line, 16 bytes of salt, and pieces of 64 KiB, each sealed with AES-256-GCM
 * under a key that scrypt derives from the passphrase. A piece's nonce contains its number and whether it is the last,
 * so swapped, repeated or cut-off pieces are detected.
 */
const header = Buffer.from('touchstone-backup-encrypted 1\n');
const saltLength = 16;
const pieceLength = 64 * 1024;
const tagLength = 16;
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const deriveKey = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

const nonceOf = (piece: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(piece, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

/** isSealed returns whether an archive is encrypted, by its first bytes. */
export const isSealed = (start: Buffer): boolean => start.subarray(0, header.length).equals(header);

/** seal encrypts a stream with a passphrase. */
export async function* seal(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltLength);
  const key = await deriveKey(passphrase.normalize(), salt, 32, cost);
  yield Buffer.concat([header, salt]);
  for await (const { number, bytes, isLast } of pieces(source, pieceLength)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagLength });
    cipher.setAAD(header);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** unseal decrypts a stream from `seal`; yields a piece only after its authentication. */
export async function* unseal(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  let key: Buffer | undefined;
  const sealed = afterHeader(source, async (salt) => {
    key = await deriveKey(passphrase.normalize(), salt, 32, cost);
  });
  for await (const { number, bytes, isLast } of pieces(sealed, pieceLength + tagLength)) {
    if (!key || bytes.length < tagLength) throw new BackupError('the archive is cut off');
    const end = bytes.length - tagLength;
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: tagLength });
    decipher.setAAD(header).setAuthTag(bytes.subarray(end));
    const plain = decipher.update(bytes.subarray(0, end));
    try {
      decipher.final();
    } catch (cause) {
      throw new BackupError(
        number ? 'a piece of it is damaged or missing' : 'the passphrase is wrong, or its start is damaged',
        {
          cause,
        },
      );
    }
    yield plain;
  }
}

async function* afterHeader(
  source: AsyncIterable<Buffer>,
  onSalt: (salt: Buffer) => Promise<void>,
): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of source) {
    if (!start) yield chunk;
    else {
      start = Buffer.concat([start, chunk]);
      const end = header.length + saltLength;
      if (start.length < end) continue;
      await onSalt(start.subarray(header.length, end));
      yield start.subarray(end);
      start = undefined;
    }
  }
}

/** Splits a stream into pieces of equal length; the last may be shorter, and there is always at least one. */
async function* pieces(source: AsyncIterable<Buffer>, length: number) {
  let waiting: Buffer[] = [];
  let size = 0;
  let number = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    size += chunk.length;
    // A full buffer may be the last piece: wait for what follows.
    if (size <= length) continue;
    const joined = Buffer.concat(waiting);
    let at = 0;
    for (; joined.length - at > length; at += length) {
      yield { number, bytes: joined.subarray(at, at + length), isLast: false };
      number += 1;
    }
    waiting = [joined.subarray(at)];
    size = joined.length - at;
  }
  yield { number, bytes: Buffer.concat(waiting), isLast: true };
}
