import { AppError } from '@touchstone/kernel';
import { auditEntries, type TestServer, type TestUser } from '@touchstone/testing';
import type { Actor } from '../app/actor.ts';

/** actorFor returns a test user as an actor for use cases. */
export const actorFor = (user: TestUser, given: Partial<Actor> = {}): Actor => ({
  userId: user.userId,
  email: user.email,
  name: 'Ada Admin',
  role: 'ROLE_ADMIN',
  organizationId: user.organizationId,
  plan: 'PRO',
  teamIds: [user.teamId],
  teamId: user.teamId,
  requestId: 'request-1',
  address: '192.0.2.1',
  ...given,
});

/** refusalOf returns the error of a use case that must fail. */
export async function refusalOf(work: Promise<unknown>): Promise<Pick<AppError, 'code' | 'message' | 'details'>> {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof AppError) {
    const { code, message, details } = outcome;
    return { code, message, details };
  }
  if (outcome instanceof Error) throw outcome;
  throw new Error('The use case succeeded.');
}

/** auditOf returns what was recorded about a target, oldest first. */
export const auditOf = async (server: TestServer, target: string) =>
  (await auditEntries(server, { targets: [target] })).map(({ action, userId, detail }) => ({ action, userId, detail }));
