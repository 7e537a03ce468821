import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from './errors.ts';

/**
 * SecretBox seals texts with AES-256-GCM. `place` (table, column, organization, row) is authenticated with the text, so a
 * sealed value that is moved to another row does not open. Form: `v1:<key id>:<base64url of iv, tag, ciphertext>`.
 */
export interface SecretBox {
  seal(text: string, place: string): string;
  open(sealed: string, place: string): string;
  /** A keyed hash (HMAC-SHA-256) by which a secret text is found again and not told. */
  fingerprint(text: string, place: string): string;
}

const authTagLength = 16;

export function createSecretBox(key: Buffer): SecretBox {
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return {
    seal(text, place) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength }).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1:${keyId}:${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, id, payload] = sealed.split(':');
      try {
        if (version !== 'v1' || id !== keyId || payload === undefined)
          throw new Error(`sealed with key ${id}, present key is ${keyId}`);
        const bytes = Buffer.from(payload, 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength });
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new AppError(platformErrors.secretUnreadable, { cause, detail: place });
      }
    },
    fingerprint: (text, place) => createHmac('sha256', key).update(`${place}\0${text}`).digest('base64url'),
  };
}

/** findSecretKey gives the configured key, else that of the key file; undefined where there is neither. */
export async function findSecretKey(dataDir: string, configured: string | undefined): Promise<Buffer | undefined> {
  return configured ? Buffer.from(configured, 'base64') : readKeyFile(join(dataDir, 'secret.key'));
}

/** loadSecretKey takes the configured key, else the key file of the data folder, which the first start makes. */
export async function loadSecretKey(dataDir: string, configured: string | undefined): Promise<Buffer> {
  const existing = await findSecretKey(dataDir, configured);
  if (existing) return existing;
  const path = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  const part = `${path}.${randomUUID()}`;
  await writeFile(part, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
  try {
    // A link never replaces: of two processes that start together both take the key of the first.
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

/** Undefined only where there is no file: a key that cannot be read must never be replaced by a new one. */
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
