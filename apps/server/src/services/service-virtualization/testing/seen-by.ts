import { collaborationRoutes } from '@touchstone/contracts/collaboration';
import { auditEntries, type TestServer, type TestUser } from '@touchstone/testing';
import { failureOf } from '../../api-testing/testing/builders.ts';

/** The product's code of an error of this service, such as `ASSET_NOT_FOUND`. */
const prefix = 'SERVICE_VIRTUALIZATION_';

/** refusalOf returns the status, code and message of a call that must fail. */
export async function refusalOf(call: Promise<unknown>): Promise<[status: number, code: string, message: string]> {
  const { status, code, message } = await failureOf(call);
  return [status, code.startsWith(prefix) ? code.slice(prefix.length) : code, message];
}

/** auditOf returns what this service recorded about a target, oldest first. */
export const auditOf = async (server: TestServer, target: string) =>
  (await auditEntries(server, { targets: [target] })).flatMap(({ action, detail, userId }) =>
    action === 'project.created' ? [] : [{ action, detail, userId }],
  );

/** newViewer creates a colleague with only the viewer role in a private project. */
export async function newViewer(server: TestServer, owner: TestUser, projectId: string): Promise<TestUser> {
  const viewer = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Vera', lastName: 'Viewer' });
  const { invited } = await owner.client.call(collaborationRoutes.sendInvite, {
    body: { projectId, userEmails: [viewer.email], role: 'VIEWER' },
  });
  const collaborationId = invited[0]?.collaborationId ?? '';
  await viewer.client.call(collaborationRoutes.acceptInvite, { body: { collaborationId } });
  return viewer;
}

/** whileHeld runs `work` against rows locked by `lock`; once it waits for them, runs `meanwhile` and unlocks. */
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
