import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const virtualUsers = pgSchema('virtual_users');
const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * A private wallet has the id of its user, a shared one the id of its workspace, so no lookup is needed. The ids of a
 * user's private wallets in further organizations are derived from user and organization.
 */
export const wallet = virtualUsers.table('wallet', {
  id: uuid().primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  kind: text({ enum: ['PRIVATE', 'SHARED'] }).notNull(),
  /** When lent virtual users are taken back; null: none are lent. */
  graceUntil: at('grace_until'),
  /** The wallet that gets what this one still receives: its workspace was deleted. */
  closedTo: uuid('closed_to'),
  createdAt: at('created_at').notNull().default(sql`now()`),
});

/**
 * One side of the book: what a wallet has in one of its purses, or the organization's counterpart of it. `id` is
 * `<holder>/<purse>`. `balance` is the sum of the account's entries; it never falls below `floor` (null: no limit).
 */
export const account = virtualUsers.table(
  'account',
  {
    id: text().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    balance: bigint({ mode: 'number' }).notNull().default(0),
    floor: bigint({ mode: 'number' }),
  },
  (t) => [check('account_floor', sql`${t.floor} is null or ${t.balance} >= ${t.floor}`)],
);

/** One change of wallets. Only a purchase has a status that changes: the wallet changes when it is COMPLETED. */
export const transaction = virtualUsers.table(
  'transaction',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallet.id),
    /** The receiving wallet of a transfer. */
    toWalletId: uuid('to_wallet_id').references(() => wallet.id),
    type: text({
      enum: ['GRANT', 'PURCHASE', 'TRANSFER', 'RESERVE', 'SETTLE', 'RELEASE', 'GRACE', 'GRACE_END'],
    }).notNull(),
    status: text({ enum: ['INITIATED', 'COMPLETED', 'FAILED', 'CANCELLED'] }).notNull(),
    virtualUsers: bigint('virtual_users', { mode: 'number' }).notNull(),
    runId: uuid('run_id'),
    invoiceNumber: text('invoice_number'),
    priceCents: bigint('price_cents', { mode: 'number' }),
    currency: text(),
    createdBy: uuid('created_by'),
    createdByName: text('created_by_name').notNull().default(''),
    createdAt: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('transaction_wallet').on(t.walletId, t.id.desc()),
    index('transaction_to_wallet').on(t.toWalletId, t.id.desc()),
    index('transaction_purchase').on(t.organizationId, t.id.desc()).where(sql`type = 'PURCHASE'`),
  ],
);

/**
 * One half of a pair: what a transaction takes from or adds to an account. Entries of a transaction add up to zero and
 * are never changed.
 */
export const entry = virtualUsers.table(
  'entry',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transaction.id),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('entry_transaction').on(t.transactionId), index('entry_account').on(t.accountId)],
);

/** What a run holds. `held` ends once, as `settled` or `released`. */
export const reservation = virtualUsers.table(
  'reservation',
  {
    runId: uuid('run_id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    walletId: uuid('wallet_id')
      .notNull()
      .references(() => wallet.id),
    free: integer().notNull(),
    paid: integer().notNull(),
    status: text({ enum: ['held', 'settled', 'released'] })
      .notNull()
      .default('held'),
    until: at('until').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [index('reservation_until').on(t.until).where(sql`status = 'held'`)],
);
