import type { TestServer } from '@touchstone/testing';

/** auditsOf returns what was recorded about these targets, in chronological order. */
export async function auditsOf(server: TestServer, targets: readonly string[]): Promise<object[]> {
  const { rows } = await server.platform.database.pool.query(
    'select action, target, detail from platform.audit where target = any($1) order by at, id',
    [targets],
  );
  return rows as object[];
}
