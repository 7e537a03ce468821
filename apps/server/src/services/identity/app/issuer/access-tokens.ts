import { isShutOut } from '@touchstone/contracts';
import type { Clock } from '@touchstone/kernel';
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import type { UserManagement, UserRecord } from '../../../user-management/index.ts';
import { failedByTime } from '../../clients/token-verifier.ts';
import type { UpstreamClient } from '../../clients/upstream.client.ts';
import type { ExternalIssuer } from '../../config.ts';
import { externalIssuerAlias } from '../../domain/clients.ts';
import type { SessionStore } from '../../store/session.store.ts';
import type { UpstreamName, UpstreamSessionStore } from '../../store/upstream-session.store.ts';
import type { People } from '../accounts/people.ts';
import type { Issuer } from './issuer.ts';

/** The owner of a valid access token. */
export interface TokenOwner {
  user: UserRecord;
  sessionId: string;
  expiresAtMs: number;
}

/** A session with something open, such as an event stream. */
export interface OpenSession {
  sessionId: string;
  userId: string;
  since: Date;
}

/**
 * AccessTokens returns the owner of a token of one issuer; undefined if the token is invalid or its session has ended.
 */
export interface AccessTokens {
  findOwner(token: string): Promise<TokenOwner | undefined>;
}

/** createOwnTokens verifies the tokens of the embedded issuer. */
export function createOwnTokens(options: {
  users: UserManagement;
  store: SessionStore;
  getIssuer: () => Promise<Issuer>;
  /** Called for tokens rejected because of their timestamps. */
  onTimeFailure: () => void;
}): AccessTokens {
  const { users, store, getIssuer, onTimeFailure } = options;
  return {
    async findOwner(token) {
      const payload = await verifyOwn(token, await getIssuer(), onTimeFailure);
      if (!payload?.sub || typeof payload.sid !== 'string') return undefined;
      const [alive, user] = await Promise.all([store.isAlive(payload.sid), users.findUser(payload.sub)]);
      if (!alive || !user) return undefined;
      return { user, sessionId: payload.sid, expiresAtMs: Number(payload.exp) * 1000 };
    },
  };
}

async function verifyOwn(token: string, issuer: Issuer, onTimeFailure: () => void): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, issuer.verificationKey, {
      issuer: issuer.url,
      audience: issuer.audience,
      typ: 'at+jwt',
      algorithms: ['RS256'],
    });
    return payload;
  } catch (error) {
    if (failedByTime(error)) onTimeFailure();
    return undefined;
  }
}

/** ExternalTokens verifies the access tokens of the external issuer. */
export interface ExternalTokens extends AccessTokens {
  /** Whether a token claims to be from that issuer; nothing is verified. */
  claims(token: string): boolean;
  /** Ends what such a session id denotes; false for the id of one of our own sessions. */
  end(sessionId: string): Promise<boolean>;
  /** Whether such a session has ended; undefined for the id of one of our own sessions. */
  isEnded(session: OpenSession): Promise<boolean | undefined>;
}

const prefix = `${externalIssuerAlias}:`;

/** Ids of our own sessions contain no colon. */
export const isExternalSession = (sessionId: string): boolean => sessionId.startsWith(prefix);
/** Signing out ends whatever the narrowest identifier in the token denotes. */
const toSessionId = ({ sid, jti, sub }: { sid: string | undefined; jti: string | undefined; sub: string }) => {
  if (sid) return `${prefix}sid:${sid}`;
  return jti ? `${prefix}jti:${jti}` : `${prefix}sub:${sub}`;
};

function parseSessionId(sessionId: string): UpstreamName | undefined {
  if (!isExternalSession(sessionId)) return undefined;
  const [kind = '', ...value] = sessionId.slice(prefix.length).split(':');
  return { alias: externalIssuerAlias, kind: kind as UpstreamName['kind'], value: value.join(':') };
}

const bareAddress = (address: string) => address.replace(/\/$/, '');

export function createExternalTokens(options: {
  issuer: ExternalIssuer;
  clock: Clock;
  client: UpstreamClient;
  people: People;
  users: UserManagement;
  store: UpstreamSessionStore;
}): ExternalTokens {
  const { issuer, clock, client, people, users, store } = options;
  const alias = externalIssuerAlias;
  return {
    claims(token) {
      try {
        return bareAddress(String(decodeJwt(token).iss)) === bareAddress(issuer.issuer);
      } catch {
        return false;
      }
    },
    async findOwner(token) {
      const claims = await client.verifier.accessToken(token, issuer.audience);
      if (!claims) return undefined;
      const sid = typeof claims.sid === 'string' ? claims.sid : undefined;
      const { sub, jti, iat, exp } = claims;
      if (await store.isEnded(alias, { sid, sub, jti, issuedAt: new Date(iat * 1000) })) return undefined;
      const person = client.toPerson(claims);
      const user = await people.find(alias, person);
      if (typeof user === 'string' || isShutOut(user.role)) return undefined;
      return { user, sessionId: toSessionId({ sid, jti, sub }), expiresAtMs: exp * 1000 };
    },
    async end(sessionId) {
      const name = parseSessionId(sessionId);
      if (name) await store.end(name, clock.now());
      return name !== undefined;
    },
    async isEnded({ sessionId, userId, since }) {
      const name = parseSessionId(sessionId);
      if (!name) return undefined;
      const user = await users.findUser(userId);
      return !user?.active || isShutOut(user.role) || store.isEndedSince(name, userId, since);
    },
  };
}
