import type { TestServer } from './test-server.ts';

/** Counts the transactions that wait for a process, directly or behind each other. */
const countWaiting = `with recursive waiting(pid) as (
    select $1::int
    union
    select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid))
      where a.datname = current_database() and a.wait_event_type = 'Lock'
  ) select count(*)::int - 1 as count from waiting`;

/**
 * race runs works that each write to a table, and returns the reasons of those that fail. None may write before all of
 * them have got as far as writing, unless a lock makes them wait for each other: what they check before they write,
 * they check at the same time. `held` is the table, or statements that lock what all works need first.
 */
export async function race(
  { platform: { database } }: Pick<TestServer, 'platform'>,
  held: string,
  works: readonly (() => Promise<unknown>)[],
): Promise<unknown[]> {
  let ended = 0;
  const settle = (work: () => Promise<unknown>) =>
    work().finally(() => {
      ended += 1;
    });
  const { settled } = await database.transaction(async (_sql, holder) => {
    await holder.query(held.includes(' ') ? held : `lock table ${held} in share mode`);
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const all = Promise.allSettled(works.map(settle));
    for (let waiting = 0; ended + waiting < works.length; )
      waiting = (await database.pool.query<{ count: number }>(countWaiting, [rows[0]?.pid])).rows[0]?.count ?? 0;
    return { settled: all };
  });
  return (await settled).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
}
