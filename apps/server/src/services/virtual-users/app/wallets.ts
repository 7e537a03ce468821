import type { VirtualUserTransaction, VirtualUserWallet } from '@touchstone/contracts/virtual-users';
import { AppError, newId } from '@touchstone/kernel';
import { derivedId } from '../../../platform/derived-id.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { LimitOf } from '../../subscription/index.ts';
import { purse } from '../domain/ledger.ts';
import { freeAllowance } from '../domain/plan-limit.ts';
import { virtualUserErrors } from '../errors.ts';
import { type Paging, type TransactionRow, type WalletRow, walletsStore } from '../store/wallets.store.ts';
import type { WalletUser } from './virtual-users.ts';

/** OpenWorkspace throws if the user's role in a workspace is insufficient: 404 for a workspace the user can't see. */
export type OpenWorkspace = (user: WalletUser, projectId: string, need: 'view' | 'edit' | 'own') => Promise<unknown>;

/** createWallets opens wallets for a user. The single place that decides whose wallet may be used. */
export function createWallets(needs: { platform: Platform; openWorkspace: OpenWorkspace; limitOf: LimitOf }) {
  const { platform, openWorkspace, limitOf } = needs;
  /** The most virtual users that one run may have; null: no limit, 0: no runs. */
  const limitPerRun = async (user: WalletUser): Promise<number | null> =>
    user.plan === 'EXPIRED' ? 0 : limitOf(user.organizationId, 'VIRTUAL_USERS');

  const { database } = platform;

  /**
   * Opens the private wallet of the user in the organization, or the shared wallet of a workspace; creates it if it
   * doesn't exist yet. Only super administrators have several private ones: one for each organization they act for.
   */
  const open = async (
    user: WalletUser,
    sharedWalletId: string | undefined,
    need: 'view' | 'edit' | 'own',
  ): Promise<WalletRow> => {
    if (sharedWalletId) {
      await openWorkspace(user, sharedWalletId, need).catch((cause: unknown) => {
        if (cause instanceof AppError && cause.status === 404)
          throw new AppError(virtualUserErrors.invalidWallet, { cause });
        throw cause;
      });
    }
    const { userId, organizationId } = user;
    if (sharedWalletId) return findOrCreate({ id: sharedWalletId, organizationId, kind: 'SHARED' });
    const first = await findOrCreate({ id: userId, organizationId, kind: 'PRIVATE' });
    if (first.organizationId === organizationId) return first;
    return findOrCreate({ id: derivedId([userId, organizationId]), organizationId, kind: 'PRIVATE' });
  };

  const findOrCreate = async (values: Pick<WalletRow, 'id' | 'organizationId' | 'kind'>): Promise<WalletRow> => {
    const { id } = values;
    const found = await walletsStore.find(database.sql, id);
    if (found) return found;
    await walletsStore.create(database, values, { transactionId: newId(), virtualUsers: freeAllowance });
    const made = await walletsStore.find(database.sql, id);
    if (!made) throw new AppError(virtualUserErrors.invalidWallet);
    return made;
  };

  const view = async (walletId: string): Promise<VirtualUserWallet> => {
    const [row, balances] = await Promise.all([
      walletsStore.find(database.sql, walletId),
      walletsStore.balances(database.sql, [walletId]),
    ]);
    if (!row) throw new AppError(virtualUserErrors.invalidWallet);
    const balance = (name: Parameters<typeof purse>[1]) => balances.get(purse(walletId, name)) ?? 0;
    const owed = 0 - balance('grace');
    return {
      walletId,
      kind: row.kind,
      freeVirtualUsers: balance('free'),
      paidVirtualUsers: balance('paid'),
      reservedVirtualUsers: balance('heldFree') + balance('heldPaid'),
      graceStatus: row.graceUntil ? 'ACTIVE' : owed ? 'OWED' : 'NONE',
      graceVirtualUsers: owed,
      graceUntil: row.graceUntil?.toISOString() ?? null,
    };
  };

  return {
    open,
    view,
    limitPerRun,
    async get(user: WalletUser, sharedWalletId: string | undefined) {
      const own = await open(user, undefined, 'view');
      const shared = sharedWalletId ? await open(user, sharedWalletId, 'view') : undefined;
      return {
        privateWallet: await view(own.id),
        sharedWallet: shared ? await view(shared.id) : null,
        limitPerRun: await limitPerRun(user),
      };
    },
    async history(user: WalletUser, sharedWalletId: string | undefined, paging: Paging) {
      const { id } = await open(user, sharedWalletId, 'view');
      const { rows, totalElements } = await walletsStore.listTransactions(database.sql, id, paging);
      return {
        content: rows.map((row) => toTransaction(row.transaction, row)),
        totalElements,
        page: paging.pageNumber,
        size: paging.pageSize,
      };
    },
  };
}
export type Wallets = ReturnType<typeof createWallets>;

/** toTransaction maps a row to the contract's transaction. */
export const toTransaction = (
  row: TransactionRow,
  { freeChange = 0, paidChange = 0 }: { freeChange?: number; paidChange?: number },
): VirtualUserTransaction => ({
  transactionId: row.id,
  type: row.type,
  status: row.status,
  virtualUsers: row.virtualUsers,
  freeChange,
  paidChange,
  runId: row.runId,
  invoiceNumber: row.invoiceNumber,
  price: row.priceCents === null ? null : row.priceCents / 100,
  currency: row.currency,
  createdBy: row.createdByName,
  createdAt: row.createdAt.toISOString(),
});
