import { AppError } from '@touchstone/kernel';
import type { TestServer, TestUser } from '@touchstone/testing';
import type { Actor } from '../app/actor.ts';

/** actorFor returns a test user as use cases receive it. */
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

/** refusalOf returns what the caller of a use case that must fail is told. */
export async function refusalOf(work: Promise<unknown>): Promise<Pick<AppError, 'code' | 'message' | 'details'>> {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof AppError) {
    const { code, message, details } = outcome;
    return { code, message, details };
  }
  if (outcome instanceof Error) throw outcome;
  throw new Error('The use case succeeded.');
}

/** auditOf returns what was recorded about a target, the oldest entry first. */
export async function auditOf({ platform }: TestServer, target: string) {
  const { rows } = await platform.database.pool.query<{ action: string; user_id: string; detail: unknown }>(
    'select action, user_id, detail from platform.audit where target = $1 order by at, id',
    [target],
  );
  return rows.map(({ action, user_id: userId, detail }) => ({ action, userId, detail }));
}
