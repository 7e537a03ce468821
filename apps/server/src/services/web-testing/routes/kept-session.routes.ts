import { keptSessionCalls } from '@touchstone/contracts/web-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { KeptSessions } from '../app/kept-sessions.ts';

export function addKeptSessionRoutes(
  registrar: Registrar,
  sessions: Pick<KeptSessions, 'list' | 'delete' | 'deleteAll'>,
): void {
  registrar.add(keptSessionCalls.listKeptSessions, async ({ caller, query }) => ({
    sessions: await sessions.list(caller, query.projectUUID),
  }));
  registrar.add(keptSessionCalls.deleteKeptSession, async ({ caller, params }) => {
    await sessions.delete(caller, params.id);
    return { message: 'Session deleted' };
  });
  registrar.add(keptSessionCalls.deleteKeptSessions, async ({ caller, query }) => {
    await sessions.deleteAll(caller, query.projectUUID);
    return { message: 'Sessions deleted' };
  });
}
