import type { TestServer, TestUser } from '@touchstone/testing';

/** auditedBy returns what a user did, oldest first, as the audit has it; sign-ins are left out. */
export async function auditedBy(
  server: TestServer,
  user: TestUser,
): Promise<{ action: string; target: string; detail: unknown }[]> {
  const { rows } = await server.platform.database.pool.query(
    `select action, target, detail from platform.audit
      where user_id = $1 and action not like 'identity.%' and action not like 'project.created' order by at, id`,
    [user.userId],
  );
  return rows;
}
