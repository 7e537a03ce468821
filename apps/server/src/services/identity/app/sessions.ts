import { type JWTPayload, jwtVerify } from 'jose';
import type { Authenticate, Principal } from '../../../platform/http/caller.ts';
import type { UserManagement, UserRecord } from '../../user-management/index.ts';
import { webClientId } from '../domain/clients.ts';
import type { SessionInfo, SessionStore } from '../store/session.store.ts';
import type { Issuer } from './issuer.ts';

/** How long another process may still accept an ended session. */
const cacheMs = 5000;
const cacheSize = 10_000;

/** Sessions tells who an access token belongs to, and ends sessions. */
export interface Sessions {
  authenticate: Authenticate;
  list(userId: string): Promise<SessionInfo[]>;
  end(sessionId: string, userId: string): Promise<void>;
  /** Ends the other browser sessions; automation keeps its own. */
  endOthers(sessionId: string, userId: string): Promise<number>;
  endAllOf(userId: string): Promise<void>;
  /** Ends every session of the user but the one named, those of automation too. */
  endOthersOf(userId: string, sessionId: string): Promise<void>;
}

interface Entry {
  principal: Principal;
  until: number;
}

export function createSessions(options: {
  users: UserManagement;
  store: SessionStore;
  getIssuer: () => Promise<Issuer>;
}): Sessions {
  const { users, store, getIssuer } = options;
  const cache = new Map<string, Entry>();
  // An answer that was being prepared while its session ended must not enter the cache.
  let endings = 0;

  const forget = (matches: (principal: Principal) => boolean) => {
    endings += 1;
    for (const [token, entry] of cache) if (matches(entry.principal)) cache.delete(token);
  };

  const end = async (sessionId: string, userId: string) => {
    const ended = await store.end(sessionId, userId);
    forget((principal) => ended.includes(principal.sessionId));
  };

  return {
    list: store.listAlive,
    end,
    async endOthers(sessionId, userId) {
      const others = (await store.listAlive(userId)).filter(
        (session) => session.clientId === webClientId && session.grantId !== sessionId,
      );
      for (const other of others) await end(other.grantId, userId);
      return others.length;
    },
    async authenticate(token) {
      const cached = cache.get(token);
      if (cached && cached.until > Date.now()) return cached.principal;
      cache.delete(token);
      const endingsBefore = endings;
      const payload = await verifyToken(token, await getIssuer());
      if (!payload?.sub || typeof payload.sid !== 'string') return undefined;
      const [alive, user] = await Promise.all([store.isAlive(payload.sid), users.findUser(payload.sub)]);
      if (!alive || !user?.active) return undefined;
      const principal = toPrincipal(user, payload.sid);
      if (endings !== endingsBefore) return principal;
      if (cache.size >= cacheSize) cache.delete(cache.keys().next().value as string);
      cache.set(token, { principal, until: Math.min(Date.now() + cacheMs, Number(payload.exp) * 1000) });
      return principal;
    },
    async endAllOf(userId) {
      await store.endAllOf(userId);
      forget((principal) => principal.userId === userId);
    },
    async endOthersOf(userId, sessionId) {
      const others = (await store.listAlive(userId)).filter(({ grantId }) => grantId !== sessionId);
      for (const other of others) await end(other.grantId, userId);
    },
  };
}

async function verifyToken(token: string, issuer: Issuer): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, issuer.verificationKey, {
      issuer: issuer.url,
      audience: issuer.audience,
      typ: 'at+jwt',
      algorithms: ['RS256'],
    });
    return payload;
  } catch {
    return undefined;
  }
}

const toPrincipal = (user: UserRecord, sessionId: string): Principal => ({
  userId: user.userId,
  sessionId,
  email: user.email,
  name: `${user.firstName} ${user.lastName}`.trim(),
  role: user.role,
  organizationId: user.organizationId,
  organizationName: user.organizationName,
  plan: user.plan,
  teamIds: user.teams.map((team) => team.teamId),
});
