import { and, count, desc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Sql } from '../../../platform/database/pool.ts';
import { counterpart, counterpartFloors, purse, purseFloors } from '../domain/ledger.ts';
import { openBook } from './book.ts';
import { account, transaction, wallet } from './tables.ts';

export type WalletRow = typeof wallet.$inferSelect;
export type TransactionRow = typeof transaction.$inferSelect;
export type NewTransaction = typeof transaction.$inferInsert;
export interface PurchaseFilter {
  status?: TransactionRow['status'] | undefined;
  invoiceNumber?: string | undefined;
}
export interface Paging {
  pageNumber: number;
  pageSize: number;
}

const sumOf = (name: 'free' | 'paid', walletId: SQL) =>
  sql<number>`(select coalesce(sum(e.amount), 0)::int8 from virtual_users.entry e where e.transaction_id = "transaction"."id" and e.account_id = ${walletId} || ${`/${name}`})`;

export const walletsStore = {
  async find(db: Sql, walletId: string): Promise<WalletRow | undefined> {
    return (await db.select().from(wallet).where(eq(wallet.id, walletId)))[0];
  },
  async balances(db: Sql, walletIds: string[]): Promise<Map<string, number>> {
    const ids = walletIds.flatMap((id) => Object.keys(purseFloors).map((name) => `${id}/${name}`));
    const rows = await db.select().from(account).where(inArray(account.id, ids));
    return new Map(rows.map((row) => [row.id, row.balance]));
  },
  /** Creates a wallet with its accounts and its free virtual users, once. */
  async create(
    database: Database,
    values: { id: string; organizationId: string; kind: WalletRow['kind'] },
    grant: { transactionId: string; virtualUsers: number },
  ): Promise<void> {
    await database.transaction(async (db, client) => {
      const made = await db.insert(wallet).values(values).onConflictDoNothing().returning({ id: wallet.id });
      if (!made.length) return;
      const { id, organizationId } = values;
      const floors = [
        ...Object.entries(purseFloors).map(([name, floor]) => [`${id}/${name}`, floor] as const),
        ...Object.entries(counterpartFloors).map(([name, floor]) => [`${organizationId}/${name}`, floor] as const),
      ];
      await db
        .insert(account)
        .values(floors.map(([accountId, floor]) => ({ id: accountId, organizationId, floor })))
        .onConflictDoNothing();
      const [from, to] = [counterpart(organizationId, 'granted'), purse(id, 'free')];
      const book = await openBook(client, [from, to]);
      await walletsStore.insertTransaction(db, {
        id: grant.transactionId,
        organizationId,
        walletId: id,
        type: 'GRANT',
        status: 'COMPLETED',
        virtualUsers: grant.virtualUsers,
      });
      await book.post(grant.transactionId, [{ from, to, amount: grant.virtualUsers }]);
    });
  },
  async insertTransaction(db: Sql, values: NewTransaction): Promise<void> {
    await db.insert(transaction).values(values);
  },
  /** Locks a purchase of the organization until the transaction ends. */
  async lockPurchase(db: Sql, organizationId: string, transactionId: string): Promise<TransactionRow | undefined> {
    const where = and(
      eq(transaction.id, transactionId),
      eq(transaction.organizationId, organizationId),
      eq(transaction.type, 'PURCHASE'),
    );
    return (await db.select().from(transaction).where(where).for('update'))[0];
  },
  async setStatus(db: Sql, transactionId: string, status: TransactionRow['status']): Promise<void> {
    await db.update(transaction).set({ status }).where(eq(transaction.id, transactionId));
  },
  async hasOpenPurchase(db: Sql, walletId: string): Promise<boolean> {
    const where = and(
      eq(transaction.walletId, walletId),
      eq(transaction.type, 'PURCHASE'),
      eq(transaction.status, 'INITIATED'),
    );
    return (await db.select({ id: transaction.id }).from(transaction).where(where).limit(1)).length > 0;
  },
  async setGraceUntil(db: Sql, walletId: string, graceUntil: Date | null): Promise<void> {
    await db.update(wallet).set({ graceUntil }).where(eq(wallet.id, walletId));
  },
  async listGraceOver(db: Sql, now: Date): Promise<WalletRow[]> {
    return db.select().from(wallet).where(lt(wallet.graceUntil, now)).limit(500);
  },
  async close(db: Sql, walletId: string, closedTo: string): Promise<void> {
    await db.update(wallet).set({ closedTo }).where(eq(wallet.id, walletId));
  },
  /** Closed wallets that have paid virtual users. */
  async listClosed(db: Sql, walletId?: string): Promise<(WalletRow & { closedTo: string })[]> {
    const rows = await db
      .select({ wallet, closedTo: sql<string>`${wallet.closedTo}` })
      .from(wallet)
      .innerJoin(account, eq(account.id, sql`${wallet.id} || '/paid'`))
      .where(and(isNotNull(wallet.closedTo), gt(account.balance, 0), walletId ? eq(wallet.id, walletId) : undefined))
      .limit(500);
    return rows.map((row) => ({ ...row.wallet, closedTo: row.closedTo }));
  },
  async listTransactions(db: Sql, walletId: string, { pageNumber, pageSize }: Paging) {
    const where = or(eq(transaction.walletId, walletId), eq(transaction.toWalletId, walletId));
    const id = sql`${walletId}::text`;
    const [rows, [total]] = await Promise.all([
      db
        .select({ transaction, freeChange: sumOf('free', id), paidChange: sumOf('paid', id) })
        .from(transaction)
        .where(where)
        .orderBy(desc(transaction.id))
        .limit(pageSize)
        .offset((pageNumber - 1) * pageSize),
      db.select({ value: count() }).from(transaction).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async listPurchases(
    db: Sql,
    filter: PurchaseFilter & { organizationId: string; createdBy?: string },
    { pageNumber, pageSize }: Paging,
  ) {
    const where = and(
      eq(transaction.organizationId, filter.organizationId),
      eq(transaction.type, 'PURCHASE'),
      filter.createdBy ? eq(transaction.createdBy, filter.createdBy) : undefined,
      filter.status ? eq(transaction.status, filter.status) : undefined,
      filter.invoiceNumber ? eq(transaction.invoiceNumber, filter.invoiceNumber) : undefined,
    );
    const [rows, [total]] = await Promise.all([
      db
        .select({
          transaction,
          walletKind: wallet.kind,
          paidChange: sumOf('paid', sql`"transaction"."wallet_id"::text`),
        })
        .from(transaction)
        .innerJoin(wallet, eq(wallet.id, transaction.walletId))
        .where(where)
        .orderBy(desc(transaction.id))
        .limit(pageSize)
        .offset((pageNumber - 1) * pageSize),
      db.select({ value: count() }).from(transaction).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
};
