import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
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
}

export function createSecretBox(key: Buffer): SecretBox {
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return {
    seal(text, place) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1:${keyId}:${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, id, payload] = sealed.split(':');
      try {
        if (version !== 'v1' || id !== keyId || payload === undefined)
          throw new Error(`sealed with key ${id}, present key is ${keyId}`);
        const bytes = Buffer.from(payload, 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new AppError(platformErrors.secretUnreadable, { cause, detail: place });
      }
    },
  };
}

/** loadSecretKey takes the configured key, else the key file of the data folder, which the first start makes. */
export async function loadSecretKey(dataDir: string, configured: string | undefined): Promise<Buffer> {
  if (configured) return Buffer.from(configured, 'base64');
  const path = join(dataDir, 'secret.key');
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  if (existing) return Buffer.from(existing.trim(), 'base64');
  const key = randomBytes(32);
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${path}.new`, key.toString('base64'), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return key;
}
