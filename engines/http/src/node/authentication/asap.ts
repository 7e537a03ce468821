import { type KeyObject, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '@touchstone/kernel';
import { HttpError } from '../../core/http-error.ts';
import type { AsapToken } from '../../core/signed-authentication.ts';
import { type RequestAuthenticator, type UnsignedRequest, withHeaders } from './authenticator.ts';
import { readPrivateKey } from './private-key.ts';

const signAsync = promisify(sign);
const defaultSeconds = 3600;
const curves: Record<string, string> = { ES256: 'prime256v1', ES384: 'secp384r1', ES512: 'secp521r1' };

/**
 * asapToken creates a signed token (RFC 7519) with the claims required by ASAP. Throws AUTHENTICATION if something is
 * missing.
 */
export async function asapToken(credentials: AsapToken, now: Date): Promise<string> {
  const { algorithm, privateKey } = credentials;
  const claims = claimsOf(credentials, Math.floor(now.getTime() / 1000));
  const { kid, ...payload } = claims;
  const key = readPrivateKey(privateKey, 'ASAP');
  assertFits(key, algorithm);
  const header = { typ: 'JWT', alg: algorithm, kid: kid ?? credentials.keyId.trim() };
  const content = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  // Imported where it is needed: a constant, unlike a function, loads all of Node's cryptography at once.
  const { constants } = await import('node:crypto');
  const signature = await signAsync(`sha${algorithm.slice(2)}`, Buffer.from(content), {
    key,
    ...(algorithm.startsWith('ES') ? { dsaEncoding: 'ieee-p1363' as const } : {}),
    ...(algorithm.startsWith('PS')
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {}),
  });
  return `${content}.${signature.toString('base64url')}`;
}

function claimsOf(credentials: AsapToken, nowSeconds: number): Record<string, unknown> {
  const { keyId, issuer, audience, subject, expiresInSeconds } = credentials;
  const own = furtherClaims(credentials.claims ?? '');
  const seconds = expiresInSeconds?.trim() || String(defaultSeconds);
  if (!/^\d{1,9}$/.test(seconds))
    throw failure('The life of the ASAP token is no number. Enter seconds, such as 3600.');
  const iss = own.iss ?? issuer.trim();
  const aud = own.aud ?? audience.trim();
  if (!iss || !aud || !(own.kid ?? keyId.trim()))
    throw failure('The ASAP authentication needs a key id, an issuer and an audience. Enter them.');
  return {
    iss,
    sub: subject?.trim() || iss,
    aud,
    jti: randomUUID(),
    iat: nowSeconds,
    exp: nowSeconds + Number(seconds),
    ...own,
  };
}

function furtherClaims(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw failure(`The further claims of the ASAP authentication are not valid JSON: ${reason}.`, error);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw failure('The further claims of the ASAP authentication must be a JSON object.');
  return value as Record<string, unknown>;
}

function assertFits({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject, algorithm: AsapToken['algorithm']): void {
  const curve = curves[algorithm];
  const fits =
    curve === undefined
      ? asymmetricKeyType === 'rsa'
      : asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === curve;
  if (fits) return;
  const needed = curve === undefined ? 'an RSA key' : `an EC key on the curve ${curve}`;
  throw failure(`The algorithm ${algorithm} needs ${needed}. Choose the algorithm of your key.`);
}

const failure = (message: string, cause?: unknown): HttpError => new HttpError('AUTHENTICATION', message, cause);

/** AsapAuthenticator sends a new token with every request, because `jti` identifies a single request. */
export class AsapAuthenticator implements RequestAuthenticator {
  readonly hidesCredentials = true;
  readonly #credentials: AsapToken;
  readonly #clock: Clock;

  constructor(credentials: AsapToken, clock: Clock) {
    this.#credentials = credentials;
    this.#clock = clock;
  }

  async sign(request: UnsignedRequest): Promise<UnsignedRequest> {
    return withHeaders(request, ['Authorization', `Bearer ${await asapToken(this.#credentials, this.#clock.now())}`]);
  }

  learn(): boolean {
    return false;
  }
}
