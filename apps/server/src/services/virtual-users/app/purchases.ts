import { AppError, newId } from '@touchstone/kernel';
import type { PoolClient, Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Notify } from '../../notifications/index.ts';
import type { PaymentProvider, Purchase } from '../clients/payment.ts';
import { counterpart, purse } from '../domain/ledger.ts';
import { packsOf } from '../domain/packs.ts';
import { virtualUserErrors } from '../errors.ts';
import { openBook } from '../store/book.ts';
import { type Paging, type PurchaseFilter, type TransactionRow, walletsStore } from '../store/wallets.store.ts';
import type { Grace } from './grace.ts';
import type { WalletUser } from './virtual-users.ts';
import { toTransaction, type Wallets } from './wallets.ts';

type Outcome = 'COMPLETED' | 'FAILED' | 'CANCELLED';
const isSuperAdmin = (user: WalletUser) => user.role === 'ROLE_SUPERADMIN';

/** createPurchases sells packs: initiated, then completed by a confirmed payment (which changes the wallet), or cancelled or failed. */
export function createPurchases(needs: {
  platform: Platform;
  wallets: Wallets;
  grace: Grace;
  payment: PaymentProvider;
  notify: Notify;
}) {
  const { platform, wallets, grace, payment, notify } = needs;
  const { database, config } = platform;
  const packs = packsOf(config.VIRTUAL_USER_PACKS, config.CURRENCY);

  const createPayment = async (purchase: Purchase) => {
    try {
      return await payment.createPayment(purchase);
    } catch (cause) {
      await walletsStore.setStatus(database.sql, purchase.transactionId, 'FAILED');
      throw new AppError(virtualUserErrors.paymentLinkFailed, { cause });
    }
  };

  /** The wallet gets what was paid for, and gives back what was lent to it. */
  const complete = async (db: Sql, client: PoolClient, user: WalletUser, row: TransactionRow): Promise<void> => {
    if (!(await payment.isPaid(toPurchase(row), user))) throw new AppError(virtualUserErrors.notPaid);
    const { walletId } = row;
    const sold = counterpart(row.organizationId, 'sold');
    const book = await openBook(client, [sold, ...grace.accountsOf(walletId)]);
    await book.post(row.id, [{ from: sold, to: purse(walletId, 'paid'), amount: row.virtualUsers }]);
    await grace.takeBack(db, book, row);
    if (book.balance(purse(walletId, 'grace')) === 0) await walletsStore.setGraceUntil(db, walletId, null);
  };

  const close = (user: WalletUser, transactionId: string, status: Outcome): Promise<TransactionRow> =>
    database.transaction(async (db, client) => {
      const row = await walletsStore.lockPurchase(db, user.organizationId, transactionId);
      if (!row || (row.createdBy !== user.userId && !isSuperAdmin(user)))
        throw new AppError(virtualUserErrors.transactionNotFound);
      if (row.status === status) return row;
      if (row.status !== 'INITIATED')
        throw new AppError(virtualUserErrors.transactionClosed, { params: { status: row.status.toLowerCase() } });
      if (status === 'COMPLETED') await complete(db, client, user, row);
      else await grace.end(db, client, row);
      await walletsStore.setStatus(db, row.id, status);
      return { ...row, status };
    });

  return {
    packs: () => ({ packs }),
    async initiate(user: WalletUser, input: { packId: string; sharedWalletId?: string | undefined }) {
      const pack = packs.find((candidate) => candidate.packId === input.packId);
      if (!pack) throw new AppError(virtualUserErrors.packNotFound);
      const wallet = await wallets.open(user, input.sharedWalletId, 'edit');
      const transactionId = newId();
      const createdAt = platform.clock.now();
      const invoiceNumber = `VU-${createdAt.getUTCFullYear()}-${transactionId.slice(-8).toUpperCase()}`;
      const { virtualUsers, price, currency } = pack;
      await walletsStore.insertTransaction(database.sql, {
        id: transactionId,
        organizationId: user.organizationId,
        walletId: wallet.id,
        type: 'PURCHASE',
        status: 'INITIATED',
        virtualUsers,
        invoiceNumber,
        priceCents: Math.round(price * 100),
        currency,
        createdBy: user.userId,
        createdByName: user.name,
        createdAt,
      });
      const { paymentLink } = await createPayment({ transactionId, invoiceNumber, price, currency, virtualUsers });
      const graceVirtualUsers = payment.isDeferred ? await grace.lend(wallet, virtualUsers) : 0;
      await platform.audit(user, { action: 'virtual-users.purchase-initiated', target: transactionId });
      return {
        transactionId,
        status: 'INITIATED' as const,
        virtualUsers,
        price,
        currency,
        invoiceNumber,
        paymentMethod: payment.method,
        paymentLink,
        graceVirtualUsers,
      };
    },
    /** Completes, cancels or fails a purchase; repeating it changes nothing. Buyers see their own, super administrators all of the organization. */
    async update(user: WalletUser, transactionId: string, status: Outcome) {
      const row = await close(user, transactionId, status);
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
    async listInvoices(user: WalletUser, filter: PurchaseFilter, paging: Paging) {
      const scope = { organizationId: user.organizationId, ...(!isSuperAdmin(user) && { createdBy: user.userId }) };
      const { rows, totalElements } = await walletsStore.listPurchases(database.sql, { ...scope, ...filter }, paging);
      return {
        content: rows.map(({ transaction, walletKind, paidChange }) => ({
          ...toTransaction(transaction, { paidChange }),
          price: (transaction.priceCents ?? 0) / 100,
          currency: transaction.currency ?? config.CURRENCY,
          walletId: transaction.walletId,
          walletKind,
        })),
        totalElements,
        page: paging.pageNumber,
        size: paging.pageSize,
      };
    },
  };
}
export type Purchases = ReturnType<typeof createPurchases>;

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
