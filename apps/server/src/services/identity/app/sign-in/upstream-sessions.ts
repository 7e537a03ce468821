import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import type { UpstreamClient, UpstreamSignIn } from '../../clients/upstream.client.ts';
import { externalIssuerAlias } from '../../domain/clients.ts';
import type { UpstreamSessionStore } from '../../store/upstream-session.store.ts';
import type { UsedChallengeStore } from '../../store/used-challenge.store.ts';
import type { Sessions } from '../sessions.ts';
import type { Origin } from './rate-limit.ts';

/** UpstreamSessions links our sessions to the provider sessions they started from: either may end the other. */
export interface UpstreamSessions {
  /** Records the session at the provider before the sign-in is complete here. */
  note(flow: { alias: string; interaction: string }, signIn: UpstreamSignIn, userId: string): Promise<void>;
  /** Records which session an interaction became; a no-op for a sign-in with a password. */
  bind(interaction: string, sessionId: string): Promise<void>;
  /** Where the browser is sent to sign out of the external issuer too; undefined if there is none. */
  signOutUrl(sessionId: string): Promise<string | undefined>;
  /** Ends what a provider's logout token names; false if the token is invalid or was seen before. */
  endByToken(alias: string, token: string, origin: Origin): Promise<boolean>;
}

export function createUpstreamSessions(options: {
  platform: Platform;
  users: UserManagement;
  clients: ReadonlyMap<string, UpstreamClient>;
  store: UpstreamSessionStore;
  usedTokens: UsedChallengeStore;
  sessions: Sessions;
}): UpstreamSessions {
  const { platform, users, clients, store, usedTokens, sessions } = options;
  const { clock, secrets, config, audit, log } = platform;
  const placeOf = (interaction: string) => `identity.upstream_session.id_token.${interaction}`;

  const endAll = async (ended: { grantId: string; userId: string }[], alias: string, origin: Origin) => {
    for (const { grantId, userId } of ended) {
      // After a sign-out here, the issuer's logout token names a session that has already ended.
      if (!(await sessions.list(userId)).some((open) => open.grantId === grantId)) continue;
      await sessions.end(grantId, userId);
      const user = await users.findUser(userId);
      await audit(
        { ...origin, userId, organizationId: user?.organizationId },
        { action: 'identity.session-ended-by-provider', target: grantId, detail: { provider: alias } },
      );
    }
  };

  return {
    async note({ alias, interaction }, { person, sid, idToken }, userId) {
      const kept = alias === externalIssuerAlias ? secrets.seal(idToken, placeOf(interaction)) : null;
      await store.add({
        interaction,
        alias,
        userId,
        subject: person.subject,
        sid: sid ?? null,
        sealedIdToken: kept,
        createdAt: clock.now(),
      });
    },
    bind: store.bind,
    async signOutUrl(sessionId) {
      const issuer = clients.get(externalIssuerAlias);
      if (!issuer) return undefined;
      const upstream = await store.findByGrant(sessionId);
      const idToken = upstream?.sealedIdToken
        ? secrets.open(upstream.sealedIdToken, placeOf(upstream.interaction))
        : undefined;
      try {
        const url = await issuer.signOutUrl({ idToken, returnTo: `${config.publicUrl}/login` });
        return url?.href;
      } catch (error) {
        // Signing out here succeeds, whatever the issuer does.
        log.warn({ err: error }, 'sign-out at the external issuer');
        return undefined;
      }
    },
    async endByToken(alias, token, origin) {
      const claims = await clients.get(alias)?.verifier.logoutToken(token);
      if (!claims || !(await usedTokens.use(`logout:${alias}:${claims.jti}`, claims.expiresAt))) return false;
      const { sid, sub } = claims;
      const name = sid
        ? { alias, kind: 'sid' as const, value: sid }
        : { alias, kind: 'sub' as const, value: sub ?? '' };
      await store.end(name, clock.now());
      await endAll(await store.takeOf(name), alias, origin);
      sessions.forgetExternal();
      return true;
    },
  };
}
