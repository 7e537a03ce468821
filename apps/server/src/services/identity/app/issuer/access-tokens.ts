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

/** Whose a valid access token is. */
export interface TokenOwner {
  user: UserRecord;
  sessionId: string;
  expiresAtMs: number;
}

/** A session for which something is open, such as a stream of events. */
export interface OpenSession {
  sessionId: string;
  userId: string;
  since: Date;
}

/** AccessTokens answers the owner of a token of one issuer; undefined when the token is not good or its session has ended. */
export interface AccessTokens {
  findOwner(token: string): Promise<TokenOwner | undefined>;
}

/** createOwnTokens knows the tokens of the embedded issuer. */
export function createOwnTokens(options: {
  users: UserManagement;
  store: SessionStore;
  getIssuer: () => Promise<Issuer>;
  /** Told of tokens that are refused for their times. */
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

/** ExternalTokens knows the access tokens of the external issuer. */
export interface ExternalTokens extends AccessTokens {
  /** Whether a token claims to be of that issuer; nothing is verified. */
  claims(token: string): boolean;
  /** Ends what such a session id stands for; false for the id of a session of our own. */
  end(sessionId: string): Promise<boolean>;
  /** Whether such a session has ended; undefined for the id of a session of our own. */
  isEnded(session: OpenSession): Promise<boolean | undefined>;
}

const prefix = `${externalIssuerAlias}:`;

/** Ids of our own sessions have no colon. */
export const isExternalSession = (sessionId: string): boolean => sessionId.startsWith(prefix);
/** The narrowest name that a token gives is what signing out ends. */
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
