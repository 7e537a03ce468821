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

/** Signatures that a key which everybody may read can check; never `none`, never a shared secret. */
export const signatureAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const toleranceSeconds = 10;
const keyTimes = { timeoutDuration: 5000, cooldownDuration: 30_000, cacheMaxAge: 10 * 60_000 };

/** The key set could not be had; everything else that jose throws is about the token. */
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
 * TokenVerifier checks tokens of one provider: signature by its published keys, issuer, audience, times, type. Keys are
 * kept for ten minutes; an unknown key is looked for at most every thirty seconds. Both answer undefined for a token that
 * is not good, and throw IDENTITY_ISSUER_UNREACHABLE when the keys cannot be had.
 */
export interface TokenVerifier {
  accessToken(token: string, audience: string): Promise<VerifiedClaims | undefined>;
  /** By OpenID Connect Back-Channel Logout 1.0 §2.6, but for the replay, which needs a memory. */
  logoutToken(token: string): Promise<LogoutClaims | undefined>;
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** failedByTime tells whether a token was refused for its times alone, as it is where a clock is wrong. */
export const failedByTime = (error: unknown): boolean =>
  error instanceof errors.JWTExpired ||
  (error instanceof errors.JWTClaimValidationFailed &&
    error.reason === 'check_failed' &&
    (error.claim === 'nbf' || error.claim === 'iat'));

/** createTokenVerifier tells `onTimeFailure`, with the address of the keys, of tokens that were refused for their times. */
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
      // Keycloak calls every token JWT in the header, and says in the claims what it is.
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
