import { AppError, newId } from '@touchstone/kernel';
import type { PoolClient, Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { graceDays, graceLimit, purse } from '../domain/ledger.ts';
import { virtualUserErrors } from '../errors.ts';
import { type Book, openBook } from '../store/book.ts';
import { type WalletRow, walletsStore } from '../store/wallets.store.ts';
import type { WalletUser } from './virtual-users.ts';
import type { Wallets } from './wallets.ts';

const dayMs = 24 * 3600_000;

interface Holder {
  walletId: string;
  organizationId: string;
}
const holderOf = ({ id, organizationId }: WalletRow): Holder => ({ walletId: id, organizationId });

/**
 * createGrace lends virtual users to a private wallet while its invoice is open. Unused ones are taken back when the
 * grace ends; used ones are owed, and deducted from the next purchase. Nothing is lent to a wallet that owes.
 */
export function createGrace({ platform, wallets }: { platform: Platform; wallets: Wallets }) {
  const { database, clock } = platform;
  const accountsOf = (walletId: string) => [purse(walletId, 'paid'), purse(walletId, 'grace')];

  const post = async (
    db: Sql,
    book: Book,
    { walletId, organizationId }: Holder,
    type: 'GRACE' | 'GRACE_END',
    amount: number,
  ): Promise<void> => {
    const [paid, lent] = [purse(walletId, 'paid'), purse(walletId, 'grace')];
    const id = newId();
    const common = { organizationId, walletId, status: 'COMPLETED', createdAt: clock.now() } as const;
    await walletsStore.insertTransaction(db, { id, ...common, type, virtualUsers: amount });
    const way = type === 'GRACE' ? { from: lent, to: paid } : { from: paid, to: lent };
    await book.post(id, [{ ...way, amount }]);
  };

  /** Takes back what the wallet still has of what it owes. */
  const takeBack = async (db: Sql, book: Book, holder: Holder): Promise<void> => {
    const owed = 0 - book.balance(purse(holder.walletId, 'grace'));
    const amount = Math.min(owed, book.balance(purse(holder.walletId, 'paid')));
    if (amount > 0) await post(db, book, holder, 'GRACE_END', amount);
  };

  const end = async (db: Sql, client: PoolClient, holder: Holder): Promise<void> => {
    await takeBack(db, await openBook(client, accountsOf(holder.walletId)), holder);
    await walletsStore.setGraceUntil(db, holder.walletId, null);
  };

  return {
    accountsOf,
    takeBack,
    end,
    /** Lends for a purchase; returns how many, 0 if nothing is lent. */
    lend: (wallet: WalletRow, bought: number): Promise<number> =>
      database.transaction(async (db, client) => {
        const book = await openBook(client, accountsOf(wallet.id));
        if (wallet.kind === 'SHARED' || book.balance(purse(wallet.id, 'grace')) < 0) return 0;
        const amount = Math.min(bought, graceLimit);
        await post(db, book, holderOf(wallet), 'GRACE', amount);
        await walletsStore.setGraceUntil(db, wallet.id, new Date(clock.now().getTime() + graceDays * dayMs));
        return amount;
      }),
    async deactivate(user: WalletUser) {
      const wallet = await wallets.open(user, undefined, 'edit');
      if (!wallet.graceUntil) throw new AppError(virtualUserErrors.noGrace);
      await database.transaction((db, client) => end(db, client, holderOf(wallet)));
      return wallets.view(wallet.id);
    },
    /** Ends every grace whose time has expired. */
    async endOverdue(): Promise<void> {
      for (const wallet of await walletsStore.listGraceOver(database.sql, clock.now()))
        await database.transaction((db, client) => end(db, client, holderOf(wallet)));
    },
  };
}
export type Grace = ReturnType<typeof createGrace>;
