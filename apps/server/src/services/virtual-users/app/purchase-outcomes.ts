import { AppError } from '@touchstone/kernel';
import type { PoolClient, Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Notify } from '../../notifications/index.ts';
import type { PaymentProvider, Purchase } from '../clients/payment.ts';
import { counterpart, purse } from '../domain/ledger.ts';
import { virtualUserErrors } from '../errors.ts';
import { openBook } from '../store/book.ts';
import { type TransactionRow, walletsStore } from '../store/wallets.store.ts';
import type { Grace } from './grace.ts';
import type { WalletUser } from './virtual-users.ts';

type Outcome = 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** Super administrators see all purchases in the organization. */
export const isSuperAdmin = (user: WalletUser) => user.role === 'ROLE_SUPERADMIN';

/**
 * createPurchaseOutcomes ends purchases: completed by a confirmed payment, which changes the wallet, or cancelled or
 * failed.
 */
export function createPurchaseOutcomes(needs: {
  platform: Platform;
  grace: Grace;
  payment: PaymentProvider;
  notify: Notify;
}) {
  const { platform, grace, payment, notify } = needs;
  const { database } = platform;

  /** The wallet receives what was paid for, and returns what was lent to it. */
  const complete = async (db: Sql, client: PoolClient, user: WalletUser, row: TransactionRow): Promise<void> => {
    if (!(await payment.isPaid(toPurchase(row), user))) throw new AppError(virtualUserErrors.notPaid);
    const { walletId } = row;
    const sold = counterpart(row.organizationId, 'sold');
    const book = await openBook(client, [sold, ...grace.accountsOf(walletId)]);
    await book.post(row.id, [{ from: sold, to: purse(walletId, 'paid'), amount: row.virtualUsers }]);
    await grace.takeBack(db, book, row);
    if (book.balance(purse(walletId, 'grace')) === 0) await walletsStore.setGraceUntil(db, walletId, null);
  };

  /** The wallet keeps what was lent to it until its last open invoice is cancelled. The book's lock orders concurrent calls. */
  const giveUp = async (db: Sql, client: PoolClient, row: TransactionRow): Promise<void> => {
    await openBook(client, grace.accountsOf(row.walletId));
    if (!(await walletsStore.hasOpenPurchase(db, row.walletId))) await grace.end(db, client, row);
  };

  const close = (
    user: WalletUser,
    transactionId: string,
    status: Outcome,
  ): Promise<{ row: TransactionRow; isNew: boolean }> =>
    database.transaction(async (db, client) => {
      const row = await walletsStore.lockPurchase(db, user.organizationId, transactionId);
      if (!row || (row.createdBy !== user.userId && !isSuperAdmin(user)))
        throw new AppError(virtualUserErrors.transactionNotFound);
      if (row.status === status) return { row, isNew: false };
      if (row.status !== 'INITIATED')
        throw new AppError(virtualUserErrors.transactionClosed, { params: { status: row.status.toLowerCase() } });
      await walletsStore.setStatus(db, row.id, status);
      if (status === 'COMPLETED') await complete(db, client, user, row);
      else await giveUp(db, client, row);
      return { row: { ...row, status }, isNew: true };
    });

  return {
    /**
     * Completes, cancels or fails a purchase; idempotent. Buyers see their own, super administrators all of the
     * organization.
     */
    async update(user: WalletUser, transactionId: string, status: Outcome) {
      const { row, isNew } = await close(user, transactionId, status);
      if (isNew)
        await platform.audit(user, {
          action: `virtual-users.purchase-${status.toLowerCase()}`,
          target: transactionId,
        });
      if (status === 'COMPLETED')
        await notify({
          organizationId: row.organizationId,
          userIds: row.createdBy ? [row.createdBy] : [],
          kind: 'purchase-confirmed',
          title: `${row.virtualUsers} virtual users are yours`,
          text: `Purchase ${row.invoiceNumber ?? ''} is confirmed: they are in the wallet.`,
          link: '/api-testing/billing-history',
          onceKey: `purchase:${transactionId}`,
        });
      return { transactionId, status: row.status, message: outcomes[status](row.virtualUsers) };
    },
  };
}

const outcomes: Record<Outcome, (virtualUsers: number) => string> = {
  COMPLETED: (virtualUsers) => `${virtualUsers} virtual users were added to the wallet.`,
  FAILED: () => 'Purchase failed',
  CANCELLED: () => 'The purchase was cancelled.',
};

const toPurchase = (row: TransactionRow): Purchase => ({
  transactionId: row.id,
  invoiceNumber: row.invoiceNumber ?? '',
  price: (row.priceCents ?? 0) / 100,
  currency: row.currency ?? '',
  virtualUsers: row.virtualUsers,
});
