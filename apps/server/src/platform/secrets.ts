import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from './errors.ts';

/**
 * SecretBox seals texts with AES-256-GCM. `place` (table, column, organization, row) is authenticated with the text, so
 * a sealed value moved to another row can't be opened. Format: `v1:<key id>:<base64url of iv, tag, ciphertext>`.
 */
export interface SecretBox {
  seal(text: string, place: string): string;
  open(sealed: string, place: string): string;
  /** Like `seal`, of all texts together in bounded pieces of work: for content of any length. */
  sealPieces(texts: Iterable<string>, place: string): Generator<undefined, string>;
  /** Like `open`, in bounded pieces of work. */
  openPieces(sealed: string, place: string): Generator<undefined, string>;
  /** A keyed hash (HMAC-SHA-256) that allows finding a secret text without revealing it. */
  fingerprint(text: string, place: string): string;
}

const ivLength = 12;
const authTagLength = 16;
/** Characters and bytes of a piece: divisible by the groups of Base64. */
const pieceLength = 768 * 1024;

export function createSecretBox(key: Buffer): SecretBox {
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);
  function* sealPieces(texts: Iterable<string>, place: string): Generator<undefined, string> {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength }).setAAD(Buffer.from(place));
    const parts: Buffer[] = [];
    for (const text of texts) {
      for (let at = 0; at < text.length; ) {
        const end = endOfPiece(text, at);
        parts.push(cipher.update(text.slice(at, end), 'utf8'));
        at = end;
        yield;
      }
    }
    parts.push(cipher.final());
    const bytes = Buffer.concat([iv, cipher.getAuthTag(), ...parts]);
    let sealed = `v1:${keyId}:`;
    for (let at = 0; at < bytes.length; at += pieceLength) {
      sealed += bytes.toString('base64url', at, at + pieceLength);
      yield;
    }
    return sealed;
  }
  function* openPieces(sealed: string, place: string): Generator<undefined, string> {
    const [version, id] = sealed.split(':', 2);
    try {
      const start = sealed.indexOf(':', 3) + 1;
      if (version !== 'v1' || id !== keyId || start === 0)
        throw new Error(`sealed with key ${id}, present key is ${keyId}`);
      const parts: Buffer[] = [];
      for (let at = start; at < sealed.length; at += pieceLength) {
        parts.push(Buffer.from(sealed.slice(at, at + pieceLength), 'base64url'));
        yield;
      }
      const bytes = Buffer.concat(parts);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), { authTagLength });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(ivLength, ivLength + authTagLength));
      const decoder = new StringDecoder('utf8');
      let text = '';
      for (let at = ivLength + authTagLength; at < bytes.length; at += pieceLength) {
        text += decoder.write(decipher.update(bytes.subarray(at, at + pieceLength)));
        yield;
      }
      decipher.final();
      return text + decoder.end();
    } catch (cause) {
      throw new AppError(platformErrors.secretUnreadable, { cause, detail: place });
    }
  }
  return {
    sealPieces,
    openPieces,
    seal: (text, place) => resultOf(sealPieces([text], place)),
    open: (sealed, place) => resultOf(openPieces(sealed, place)),
    fingerprint: (text, place) => createHmac('sha256', key).update(`${place}\0${text}`).digest('base64url'),
  };
}

/** Makes sure that a piece never ends within a surrogate pair. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(start + pieceLength, text.length);
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}

function resultOf<Result>(pieces: Generator<unknown, Result>): Result {
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
  }
}

/** findSecretKey returns the configured key, or that of the key file; undefined if there is neither. */
export async function findSecretKey(dataDir: string, configured: string | undefined): Promise<Buffer | undefined> {
  return configured ? Buffer.from(configured, 'base64') : readKeyFile(join(dataDir, 'secret.key'));
}

/** loadSecretKey returns the configured key, or the key file of the data folder, which the first start creates. */
export async function loadSecretKey(dataDir: string, configured: string | undefined): Promise<Buffer> {
  const existing = await findSecretKey(dataDir, configured);
  if (existing) return existing;
  const path = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  const part = `${path}.${randomUUID()}`;
  await writeFile(part, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
  try {
    // A link never replaces a file: of two concurrently starting processes, both use the first one's key.
    await link(part, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(part, { force: true });
  }
  const made = await readKeyFile(path);
  if (!made) throw new Error(`The key file ${path} could not be made.`);
  return made;
}

/** Undefined only if the file doesn't exist: an unreadable key must never be replaced by a new one. */
async function readKeyFile(path: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(
      `The key file ${path} cannot be read: ${(cause as Error).message}. Start as the user that made it.`,
      { cause },
    );
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32)
    throw new Error(`The key file ${path} is damaged. Restore it from a backup; without it stored secrets are lost.`);
  return key;
}
