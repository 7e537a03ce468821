import type { Authenticate, Principal } from '../../../platform/http/caller.ts';
import type { UserRecord } from '../../user-management/index.ts';
import { webClientId } from '../domain/clients.ts';
import type { SessionInfo, SessionStore } from '../store/session.store.ts';
import { type AccessTokens, type ExternalTokens, isExternalSession, type OpenSession } from './issuer/access-tokens.ts';

/** How long another process may still accept an ended session. */
const cacheMs = 5000;
const cacheSize = 10_000;

/** Sessions resolves the owner of an access token, and ends sessions. */
export interface Sessions {
  authenticate: Authenticate;
  list(userId: string): Promise<SessionInfo[]>;
  end(sessionId: string, userId: string): Promise<void>;
  /** Ends the other browser sessions; automation sessions stay. */
  endOthers(sessionId: string, userId: string): Promise<number>;
  endAllOf(userId: string): Promise<void>;
  /** Drops cached tokens of a session that ended elsewhere. */
  forget(sessionId: string): void;
  /** Drops cached tokens of the external issuer. */
  forgetExternal(): void;
  /** Of the open sessions, the ids of those that have ended. */
  findEnded(open: OpenSession[]): Promise<Set<string>>;
  /** Ends every other session of the user, including those of automation. */
  endOthersOf(userId: string, sessionId: string): Promise<void>;
}

interface Entry {
  principal: Principal;
  until: number;
}

export function createSessions(options: {
  store: SessionStore;
  ownTokens: AccessTokens;
  /** Only set with an external issuer. */
  externalTokens: ExternalTokens | undefined;
}): Sessions {
  const { store, ownTokens, externalTokens } = options;
  const cache = new Map<string, Entry>();
  /** Pending lookups, shared by concurrent calls with the same token. */
  const lookups = new Map<string, Promise<Principal | undefined>>();
  // A result computed while its session ended must not be cached.
  let endings = 0;

  const forget = (matches: (principal: Principal) => boolean) => {
    endings += 1;
    // Calls after the end must not share a lookup started before it.
    lookups.clear();
    for (const [token, entry] of cache) if (matches(entry.principal)) cache.delete(token);
  };

  const end = async (sessionId: string, userId: string) => {
    const isExternal = await externalTokens?.end(sessionId);
    const ended = isExternal ? [sessionId] : await store.end(sessionId, userId);
    forget((principal) => ended.includes(principal.sessionId));
  };

  const findPrincipal = async (token: string): Promise<Principal | undefined> => {
    const endingsBefore = endings;
    const tokens = externalTokens?.claims(token) ? externalTokens : ownTokens;
    const owner = await tokens.findOwner(token);
    if (!owner?.user.active) return undefined;
    const principal = toPrincipal(owner.user, owner.sessionId);
    if (endings !== endingsBefore) return principal;
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value as string);
    cache.set(token, { principal, until: Math.min(Date.now() + cacheMs, owner.expiresAtMs) });
    return principal;
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
      const inFlight = lookups.get(token);
      if (inFlight !== undefined) return inFlight;
      const lookup = findPrincipal(token).finally(() => {
        if (lookups.get(token) === lookup) lookups.delete(token);
      });
      lookups.set(token, lookup);
      return lookup;
    },
    async endAllOf(userId) {
      await store.endAllOf(userId);
      forget((principal) => principal.userId === userId);
    },
    forget: (ended) => forget(({ sessionId }) => sessionId === ended),
    forgetExternal: () => forget(({ sessionId }) => isExternalSession(sessionId)),
    async findEnded(open) {
      const alive = new Set(await store.listAliveOf(open.map(({ sessionId }) => sessionId)));
      const ended = new Set<string>();
      for (const session of open) {
        if (alive.has(session.sessionId)) continue;
        if ((await externalTokens?.isEnded(session)) ?? true) ended.add(session.sessionId);
      }
      return ended;
    },
    async endOthersOf(userId, sessionId) {
      const others = (await store.listAlive(userId)).filter(({ grantId }) => grantId !== sessionId);
      for (const other of others) await end(other.grantId, userId);
    },
  };
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
