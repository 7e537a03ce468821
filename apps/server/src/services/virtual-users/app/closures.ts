import { newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { purse } from '../domain/ledger.ts';
import { openBook } from '../store/book.ts';
import { walletsStore } from '../store/wallets.store.ts';
import type { WalletUser } from './virtual-users.ts';
import type { Wallets } from './wallets.ts';

/**
 * createClosures closes the shared wallet of a deleted workspace: its paid virtual users move to the private wallet of
 * the user who deleted it. A no-op if the workspace never had a wallet.
 */
export function createClosures({ platform, wallets }: { platform: Platform; wallets: Wallets }) {
  return {
    async close(user: WalletUser, workspaceId: string): Promise<void> {
      const shared = await walletsStore.find(platform.database.sql, workspaceId);
      if (shared?.kind !== 'SHARED') return;
      const { id } = await wallets.open(user, undefined, 'own');
      await walletsStore.close(platform.database.sql, workspaceId, id);
      await emptyClosedWallets(platform, workspaceId);
    },
  };
}

/**
 * emptyClosedWallets forwards the balance of closed wallets, one or all of them. They may still receive: held virtual
 * users when their run ends, bought ones when their invoice is paid.
 */
export async function emptyClosedWallets({ database, clock }: Platform, walletId?: string): Promise<void> {
  for (const { id, organizationId, closedTo } of await walletsStore.listClosed(database.sql, walletId))
    await database.transaction(async (db, client) => {
      const [from, to] = [purse(id, 'paid'), purse(closedTo, 'paid')];
      const book = await openBook(client, [from, to]);
      const amount = book.balance(from);
      if (amount === 0) return;
      const transactionId = newId();
      await walletsStore.insertTransaction(db, {
        id: transactionId,
        organizationId,
        walletId: id,
        toWalletId: closedTo,
        type: 'TRANSFER',
        status: 'COMPLETED',
        virtualUsers: amount,
        createdAt: clock.now(),
      });
      await book.post(transactionId, [{ from, to, amount }]);
    });
}
