import { AppError } from '@touchstone/kernel';
import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { identityErrors } from '../errors.ts';

/** Signatures verifiable with a public key; never `none`, never a shared secret. */
export const signatureAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const toleranceSeconds = 10;
const keyTimes = { timeoutDuration: 5000, cooldownDuration: 30_000, cacheMaxAge: 10 * 60_000 };

/** The key set couldn't be loaded; all other errors of jose are about the token. */
const unreachable = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);

interface Metadata {
  issuer: string;
  jwks_uri?: string;
}
export type VerifiedClaims = JWTPayload & { sub: string; iat: number; exp: number };
export interface LogoutClaims {
  jti: string;
  expiresAt: Date;
  sid: string | undefined;
  sub: string | undefined;
}

/**
 * TokenVerifier verifies tokens of one provider: signature by its published keys, issuer, audience, timestamps, type.
 * Keys are cached for ten minutes; an unknown key is looked up at most every thirty seconds. Both methods return
 * undefined for an invalid token, and throw IDENTITY_ISSUER_UNREACHABLE if the keys can't be loaded.
 */
export interface TokenVerifier {
  accessToken(token: string, audience: string): Promise<VerifiedClaims | undefined>;
  /** Per OpenID Connect Back-Channel Logout 1.0 §2.6, except for replay detection, which needs state. */
  logoutToken(token: string): Promise<LogoutClaims | undefined>;
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** failedByTime returns whether a token was rejected only because of its timestamps, as with a wrong clock. */
export const failedByTime = (error: unknown): boolean =>
  error instanceof errors.JWTExpired ||
  (error instanceof errors.JWTClaimValidationFailed &&
    error.reason === 'check_failed' &&
    (error.claim === 'nbf' || error.claim === 'iat'));

/**
 * createTokenVerifier creates a verifier; `onTimeFailure` is called with the address of the keys for tokens rejected
 * because of their timestamps.
 */
export function createTokenVerifier(
  clientId: string,
  getMetadata: () => Promise<Metadata>,
  onTimeFailure: (keysAddress: string) => void = () => undefined,
): TokenVerifier {
  let keys: JWTVerifyGetKey | undefined;
  const verify = async (token: string, options: JWTVerifyOptions, types: string[]): Promise<JWTPayload | undefined> => {
    let address: string | undefined;
    try {
      const { issuer, jwks_uri } = await getMetadata();
      address = jwks_uri;
      if (!address) throw new Error(`${issuer} publishes no keys`);
      keys ??= createRemoteJWKSet(new URL(address), keyTimes);
      const common = { issuer, algorithms: signatureAlgorithms, clockTolerance: toleranceSeconds };
      const { payload, protectedHeader } = await jwtVerify(token, keys, { ...common, ...options });
      const type = (protectedHeader.typ ?? 'jwt').toLowerCase().replace('application/', '');
      return types.includes(type) ? payload : undefined;
    } catch (error) {
      if (address && failedByTime(error)) onTimeFailure(address);
      if (error instanceof errors.JOSEError && !unreachable.has(error.code)) return undefined;
      throw new AppError(identityErrors.issuerUnreachable, { cause: error });
    }
  };
  return {
    async accessToken(token, audience) {
      const options = { audience, requiredClaims: ['sub', 'iat', 'exp'] };
      const claims = await verify(token, options, ['jwt', 'at+jwt']);
      // Keycloak types every token as JWT in the header, and states its actual type in the claims.
      if (!claims || (claims.typ !== undefined && claims.typ !== 'Bearer')) return undefined;
      return claims as VerifiedClaims;
    },
    async logoutToken(token) {
      const options = { audience: clientId, requiredClaims: ['iat', 'exp', 'jti', 'events'], maxTokenAge: 600 };
      const claims = await verify(token, options, ['jwt', 'logout+jwt']);
      if (!claims || claims.nonce !== undefined || !isLogoutEvent(claims.events)) return undefined;
      const { jti, exp, sub } = claims;
      const sid = typeof claims.sid === 'string' ? claims.sid : undefined;
      if (typeof jti !== 'string' || (!sid && !sub)) return undefined;
      return { jti, sid, sub, expiresAt: new Date((Number(exp) + toleranceSeconds) * 1000) };
    },
  };
}

const isLogoutEvent = (events: unknown): boolean =>
  typeof events === 'object' && events !== null && typeof (events as Record<string, unknown>)[logoutEvent] === 'object';
