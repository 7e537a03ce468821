import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { purse } from '../domain/ledger.ts';
import { virtualUserErrors } from '../errors.ts';
import { openBook } from '../store/book.ts';
import { walletsStore } from '../store/wallets.store.ts';
import type { WalletUser } from './virtual-users.ts';
import type { Wallets } from './wallets.ts';

/** createTransfers moves paid virtual users between wallets. Lent ones can't be moved. */
export function createTransfers({ platform, wallets }: { platform: Platform; wallets: Wallets }) {
  const { database } = platform;
  return {
    /** The owner of a workspace may take out of its shared wallet; its editors may put in. */
    async transfer(
      user: WalletUser,
      input: { virtualUsers: number; fromSharedWalletId?: string | undefined; toSharedWalletId?: string | undefined },
    ) {
      const { virtualUsers, fromSharedWalletId, toSharedWalletId } = input;
      if (fromSharedWalletId === toSharedWalletId) throw new AppError(virtualUserErrors.sameWallet);
      const from = await wallets.open(user, fromSharedWalletId, 'own');
      const to = await wallets.open(user, toSharedWalletId, 'edit');
      const transactionId = newId();
      await database.transaction(async (db, client) => {
        const [source, target, lent] = [purse(from.id, 'paid'), purse(to.id, 'paid'), purse(from.id, 'grace')];
        const book = await openBook(client, [source, target, lent]);
        const available = Math.max(0, book.balance(source) + book.balance(lent));
        if (virtualUsers > available) throw new AppError(virtualUserErrors.transferShort, { params: { available } });
        await walletsStore.insertTransaction(db, {
          id: transactionId,
          organizationId: from.organizationId,
          walletId: from.id,
          toWalletId: to.id,
          type: 'TRANSFER',
          status: 'COMPLETED',
          virtualUsers,
          createdBy: user.userId,
          createdByName: user.name,
          createdAt: platform.clock.now(),
        });
        await book.post(transactionId, [{ from: source, to: target, amount: virtualUsers }]);
      });
      await platform.audit(user, {
        action: 'virtual-users.transferred',
        target: transactionId,
        detail: { from: from.id, to: to.id, virtualUsers },
      });
      return { transactionId, from: await wallets.view(from.id), to: await wallets.view(to.id) };
    },
  };
}
export type Transfers = ReturnType<typeof createTransfers>;
