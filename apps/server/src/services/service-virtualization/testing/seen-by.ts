import { collaborationRoutes } from '@touchstone/contracts/collaboration';
import type { TestServer, TestUser } from '@touchstone/testing';
import { failureOf } from '../../api-testing/testing/builders.ts';

/** The product's code of an error of this service, such as `ASSET_NOT_FOUND`. */
const prefix = 'SERVICE_VIRTUALIZATION_';

/** refusalOf returns status, code and message of a call that must be refused. */
export async function refusalOf(call: Promise<unknown>): Promise<[status: number, code: string, message: string]> {
  const { status, code, message } = await failureOf(call);
  return [status, code.startsWith(prefix) ? code.slice(prefix.length) : code, message];
}

/** auditOf returns what this service wrote down about a target, the oldest first. */
export async function auditOf({ platform }: TestServer, target: string) {
  const { rows } = await platform.database.pool.query<{ action: string; detail: unknown; user_id: string }>(
    `select action, detail, user_id from platform.audit
     where target = $1 and action <> 'project.created' order by id`,
    [target],
  );
  return rows.map(({ action, detail, user_id: userId }) => ({ action, detail, userId }));
}

/** newViewer returns a colleague who may see a private project, and nothing else. */
export async function newViewer(server: TestServer, owner: TestUser, projectId: string): Promise<TestUser> {
  const viewer = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Vera', lastName: 'Viewer' });
  const { invited } = await owner.client.call(collaborationRoutes.sendInvite, {
    body: { projectId, userEmails: [viewer.email], role: 'VIEWER' },
  });
  const collaborationId = invited[0]?.collaborationId ?? '';
  await viewer.client.call(collaborationRoutes.acceptInvite, { body: { collaborationId } });
  return viewer;
}

/** whileHeld runs `work` while rows are locked by `lock`, lets it wait for them, and then carries out `meanwhile`. */
export async function whileHeld<T>(
  { platform }: TestServer,
  { lock, meanwhile, values, waiting = 1 }: { lock: string; meanwhile?: string; values: unknown[]; waiting?: number },
  work: () => Promise<T>,
): Promise<T> {
  const { pool } = platform.database;
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(lock, values);
    const result = work();
    result.catch(() => undefined);
    const blocked = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    for (let count = 0; count < waiting; ) {
      const { rows } = await pool.query<{ count: number }>(blocked);
      count = rows[0]?.count ?? 0;
    }
    if (meanwhile !== undefined) await holder.query(meanwhile, values);
    await holder.query('commit');
    return await result;
  } finally {
    holder.release();
  }
}
