import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { ValuesOf } from '../../../platform/settings.ts';
import type { Notify } from '../../notifications/index.ts';
import type { PaymentProvider, Purchase } from '../clients/payment.ts';
import type { virtualUserSettings } from '../config.ts';
import { packsOf } from '../domain/packs.ts';
import { virtualUserErrors } from '../errors.ts';
import { type Paging, type PurchaseFilter, walletsStore } from '../store/wallets.store.ts';
import type { Grace } from './grace.ts';
import { createPurchaseOutcomes, isSuperAdmin } from './purchase-outcomes.ts';
import type { WalletUser } from './virtual-users.ts';
import { toTransaction, type Wallets } from './wallets.ts';

/**
 * createPurchases sells packs: initiated, then completed by a confirmed payment (which changes the wallet), or
 * cancelled or failed.
 */
export function createPurchases(needs: {
  platform: Platform;
  config: ValuesOf<typeof virtualUserSettings>;
  wallets: Wallets;
  grace: Grace;
  payment: PaymentProvider;
  notify: Notify;
}) {
  const { platform, config, wallets, grace, payment } = needs;
  const { database } = platform;
  const packs = packsOf(config.VIRTUAL_USER_PACKS, platform.config.CURRENCY);

  const createPayment = async (purchase: Purchase) => {
    try {
      return await payment.createPayment(purchase);
    } catch (cause) {
      await walletsStore.setStatus(database.sql, purchase.transactionId, 'FAILED');
      throw new AppError(virtualUserErrors.paymentLinkFailed, { cause });
    }
  };

  return {
    ...createPurchaseOutcomes(needs),
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
    async listInvoices(user: WalletUser, filter: PurchaseFilter, paging: Paging) {
      const scope = { organizationId: user.organizationId, ...(!isSuperAdmin(user) && { createdBy: user.userId }) };
      const { rows, totalElements } = await walletsStore.listPurchases(database.sql, { ...scope, ...filter }, paging);
      return {
        content: rows.map(({ transaction, walletKind, paidChange }) => ({
          ...toTransaction(transaction, { paidChange }),
          price: (transaction.priceCents ?? 0) / 100,
          currency: transaction.currency ?? platform.config.CURRENCY,
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
