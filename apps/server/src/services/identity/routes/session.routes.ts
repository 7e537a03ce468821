import { identityRoutes } from '@touchstone/contracts/identity';
import { AppError } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Sessions } from '../app/sessions.ts';
import { webClientId } from '../domain/clients.ts';
import { identityErrors } from '../errors.ts';
import { forgetSession } from './cookies.ts';

export function bindSessionRoutes(registrar: Registrar, parts: { platform: Platform; sessions: Sessions }): void {
  const { platform, sessions } = parts;

  registrar.add(identityRoutes.getActiveSession, async ({ caller, reply }) => {
    reply.header('cache-control', 'no-store');
    const open = await sessions.list(caller.userId);
    const list = open.map(({ grantId, clientId, address, userAgent, startedAt, lastSeenAt }) => ({
      sessionId: grantId,
      current: grantId === caller.sessionId,
      kind: clientId === webClientId ? ('browser' as const) : ('automation' as const),
      address,
      userAgent,
      startedAt: startedAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }));
    return { multiSession: list.some(({ current, kind }) => !current && kind === 'browser'), sessions: list };
  });

  registrar.add(identityRoutes.deleteCurrentSession, async ({ caller, reply }) => {
    await sessions.end(caller.sessionId, caller.userId);
    await platform.audit(caller, { action: 'identity.session-ended', target: caller.sessionId });
    forgetSession(reply);
    return { message: 'This session has ended.' };
  });

  registrar.add(identityRoutes.deleteOldSession, async ({ caller }) => {
    const count = await sessions.endOthers(caller.sessionId, caller.userId);
    await platform.audit(caller, { action: 'identity.other-sessions-ended', detail: { count } });
    return { message: 'The other sessions have ended.' };
  });

  registrar.add(identityRoutes.deleteSession, async ({ caller, query, reply }) => {
    const open = await sessions.list(caller.userId);
    if (!open.some(({ grantId }) => grantId === query.sessionId)) throw new AppError(identityErrors.sessionNotFound);
    await sessions.end(query.sessionId, caller.userId);
    await platform.audit(caller, { action: 'identity.session-ended', target: query.sessionId });
    if (query.sessionId === caller.sessionId) forgetSession(reply);
    return { message: 'The session has ended.' };
  });
}
