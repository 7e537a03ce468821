import type { TestServer } from './test-server.ts';

/** AuditEntry is one recorded action. */
export interface AuditEntry {
  action: string;
  target: string;
  userId: string | null;
  detail: unknown;
}

/** auditEntries returns the recorded actions on any of the targets, or by a user, oldest first. */
export async function auditEntries(
  { platform }: Pick<TestServer, 'platform'>,
  { targets, userId }: { targets?: readonly string[]; userId?: string },
): Promise<AuditEntry[]> {
  const { rows } = await platform.database.pool.query<AuditEntry>(
    `select action, target, user_id as "userId", detail from platform.audit
      where ($1::text[] is null or target = any($1)) and ($2::uuid is null or user_id = $2) order by at, id`,
    [targets ?? null, userId ?? null],
  );
  return rows;
}
