import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { api } from '../../../shared/api.ts';
import { walletKeys } from './wallet.queries.ts';

/** useWalletMutations buys packs, moves virtual users and ends a grace period. */
export function useWalletMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: walletKeys.all });
  return {
    buy: useMutation({
      mutationFn: (body: CallInput<typeof virtualUserRoutes.initiateVirtualUserPurchase>['body']) =>
        api.call(virtualUserRoutes.initiateVirtualUserPurchase, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof virtualUserRoutes.updateVirtualUserTransaction>['body']) =>
        api.call(virtualUserRoutes.updateVirtualUserTransaction, { body }),
      onSuccess,
    }),
    transfer: useMutation({
      mutationFn: (body: CallInput<typeof virtualUserRoutes.transferPaidVirtualUsers>['body']) =>
        api.call(virtualUserRoutes.transferPaidVirtualUsers, { body }),
      onSuccess,
    }),
    endGrace: useMutation({
      mutationFn: () => api.call(virtualUserRoutes.deactivateGraceStatus, {}),
      onSuccess,
    }),
  };
}
