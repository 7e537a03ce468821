import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Platform } from '../../../../platform/platform.ts';
import { getSealedKey } from '../../store/sealed-key.store.ts';

export interface IssuerKeys {
  /** Private signing key, RS256: the one algorithm that every relying party must support. */
  signing: JWK;
  cookies: string;
}

const randomKey = async () => randomBytes(32).toString('base64url');

export async function loadIssuerKeys(platform: Platform): Promise<IssuerKeys> {
  const signing = await getSealedKey(platform, 'signing', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(privateKey);
    return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' });
  });
  return { signing: JSON.parse(signing) as JWK, cookies: await getSealedKey(platform, 'cookies', randomKey) };
}

export const loadBotCheckKey = (platform: Platform): Promise<string> => getSealedKey(platform, 'bot-check', randomKey);

/** Key for hashing recovery codes and mailed codes, which are too short to be hashed without one. */
export const loadCodeKey = (platform: Platform): Promise<string> => getSealedKey(platform, 'codes', randomKey);

/** once caches what was loaded; a failure isn't cached, so the next caller tries again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
