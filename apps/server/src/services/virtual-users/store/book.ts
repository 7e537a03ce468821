import type { PoolClient } from '../../../platform/database/pool.ts';
import { deltas, type Move } from '../domain/ledger.ts';

/** Book is a set of accounts, locked until the transaction ends. */
export interface Book {
  balance(accountId: string): number;
  /**
   * Writes the entries of a transaction and the balances they change. Throws if an account would fall below its floor.
   */
  post(transactionId: string, moves: Move[]): Promise<void>;
}

/** openBook locks accounts, always in the order of their ids, which prevents deadlocks. */
export async function openBook(client: PoolClient, accountIds: string[]): Promise<Book> {
  const locked = await client.query<{ id: string; balance: number }>(
    'select id, balance from virtual_users.account where id = any($1) order by id for update',
    [accountIds],
  );
  const balances = new Map(locked.rows.map((row) => [row.id, row.balance]));
  const balance = (accountId: string): number => {
    const value = balances.get(accountId);
    if (value === undefined) throw new Error(`Account ${accountId} was not opened.`);
    return value;
  };
  return {
    balance,
    async post(transactionId, moves) {
      const changes = deltas(moves);
      const ids = [...changes.keys()];
      for (const [id, delta] of changes) balances.set(id, balance(id) + delta);
      await client.query(
        `update virtual_users.account a set balance = balance + d.delta
         from unnest($1::text[], $2::bigint[]) as d(id, delta) where a.id = d.id`,
        [ids, [...changes.values()]],
      );
      await client.query(
        `insert into virtual_users.entry (transaction_id, account_id, amount)
         select $1, m.account, m.amount from unnest($2::text[], $3::bigint[]) as m(account, amount) where m.amount <> 0`,
        [transactionId, moves.flatMap(({ from, to }) => [from, to]), moves.flatMap(({ amount }) => [-amount, amount])],
      );
    },
  };
}
