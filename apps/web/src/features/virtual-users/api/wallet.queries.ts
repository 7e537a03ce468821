import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { api } from '../../../shared/api.ts';

export const walletKeys = { all: ['virtual-users'] as const };

/** Balances of the private wallet and the workspace's shared wallet. */
export const walletQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...walletKeys.all, 'wallet', projectId],
    queryFn: ({ signal }) =>
      api.call(virtualUserRoutes.getVirtualUserWallet, { query: { sharedWalletId: projectId } }, { signal }),
  });

export const packsQuery = () =>
  queryOptions({
    queryKey: [...walletKeys.all, 'packs'],
    queryFn: async ({ signal }) => (await api.call(virtualUserRoutes.listVirtualUserPacks, {}, { signal })).packs,
    staleTime: 600_000,
  });

/** A page of the history; pages are 1-based. */
export const historyQuery = (sharedWalletId: string | undefined, pageNumber: number) =>
  queryOptions({
    queryKey: [...walletKeys.all, 'history', sharedWalletId ?? 'private', pageNumber],
    queryFn: ({ signal }) =>
      api.call(virtualUserRoutes.listVirtualUserTransactions, { query: { sharedWalletId, pageNumber } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const invoicesQuery = (query: CallInput<typeof virtualUserRoutes.listVirtualUserInvoices>['query']) =>
  queryOptions({
    queryKey: [...walletKeys.all, 'invoices', query],
    queryFn: ({ signal }) => api.call(virtualUserRoutes.listVirtualUserInvoices, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
