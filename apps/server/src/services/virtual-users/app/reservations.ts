import { splitCost } from '@touchstone/contracts/virtual-users';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { counterpart, purse, settlementMoves } from '../domain/ledger.ts';
import { virtualUserErrors } from '../errors.ts';
import { openBook } from '../store/book.ts';
import { reservationsStore } from '../store/reservations.store.ts';
import { walletsStore } from '../store/wallets.store.ts';
import type { Reservation, VirtualUsers } from './virtual-users.ts';
import type { Wallets } from './wallets.ts';

/** createReservations holds virtual users for runs and ends the holds, each once. */
export function createReservations({ platform, wallets }: { platform: Platform; wallets: Wallets }) {
  const { database, clock } = platform;

  const reserve: VirtualUsers['reserve'] = async (user, { runId, virtualUsers, sharedWalletId, until }) => {
    assertLimit(await wallets.limitPerRun(user), virtualUsers);
    const wallet = await wallets.open(user, sharedWalletId, 'edit');
    return database.transaction(async (db, client): Promise<Reservation> => {
      const of = (name: Parameters<typeof purse>[1]) => purse(wallet.id, name);
      const book = await openBook(client, [of('free'), of('paid'), of('heldFree'), of('heldPaid')]);
      // Also if it is in another wallet: a run holds its virtual users once.
      const existing = await reservationsStore.find(db, runId);
      if (existing?.status === 'held') return existing;
      const available = { freeVirtualUsers: book.balance(of('free')), paidVirtualUsers: book.balance(of('paid')) };
      const { free, paid, missing } = splitCost(virtualUsers, available);
      if (missing)
        throw new AppError(virtualUserErrors.tooFew, { params: { needed: virtualUsers, available: free + paid } });
      const { organizationId } = wallet;
      // A run that was given up before it started, and is planned again, holds its virtual users again.
      const hold = { runId, organizationId, walletId: wallet.id, free, paid, until };
      if (!(await reservationsStore.hold(db, hold))) {
        // A concurrent call held them in another wallet.
        const other = await reservationsStore.find(db, runId);
        if (other) return other;
      }
      const transactionId = newId();
      await walletsStore.insertTransaction(db, {
        id: transactionId,
        organizationId,
        walletId: wallet.id,
        type: 'RESERVE',
        status: 'COMPLETED',
        virtualUsers,
        runId,
        createdBy: user.userId,
        createdByName: user.name,
        createdAt: clock.now(),
      });
      await book.post(transactionId, [
        { from: of('free'), to: of('heldFree'), amount: free },
        { from: of('paid'), to: of('heldPaid'), amount: paid },
      ]);
      return { runId, walletId: wallet.id, free, paid };
    });
  };

  const end = (runId: string, used: number | undefined): Promise<void> =>
    database.transaction(async (db, client) => {
      const hold = await reservationsStore.end(db, runId, used === undefined ? 'released' : 'settled', clock.now());
      if (!hold) return;
      const moves = settlementMoves(hold, used ?? 0);
      const names = ['free', 'paid', 'heldFree', 'heldPaid'] as const;
      const accounts = names.map((name) => purse(hold.walletId, name));
      const book = await openBook(client, [...accounts, counterpart(hold.organizationId, 'consumed')]);
      const transactionId = newId();
      await walletsStore.insertTransaction(db, {
        id: transactionId,
        organizationId: hold.organizationId,
        walletId: hold.walletId,
        type: used === undefined ? 'RELEASE' : 'SETTLE',
        status: 'COMPLETED',
        virtualUsers: used === undefined ? hold.free + hold.paid : Math.min(used, hold.free + hold.paid),
        runId,
        createdAt: clock.now(),
      });
      await book.post(transactionId, moves);
    });

  return {
    reserve,
    settle: (runId: string, used: number) => end(runId, used),
    release: (runId: string) => end(runId, undefined),
    /** Releases expired holds: the process that would have ended them has died. Returns how many. */
    async releaseOverdue(): Promise<number> {
      const runIds = await reservationsStore.listOverdue(database.sql, clock.now());
      for (const runId of runIds) await end(runId, undefined);
      return runIds.length;
    },
  };
}
export type Reservations = ReturnType<typeof createReservations>;

function assertLimit(limit: number | null, virtualUsers: number): void {
  if (!Number.isSafeInteger(virtualUsers) || virtualUsers < 1)
    throw new RangeError(`A reservation of ${virtualUsers} virtual users.`);
  if (limit === 0) throw new AppError(virtualUserErrors.planExpired);
  if (limit !== null && virtualUsers > limit) throw new AppError(virtualUserErrors.planLimit, { params: { limit } });
}
