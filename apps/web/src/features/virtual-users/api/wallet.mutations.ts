import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallInput, routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';
import { walletKeys } from './wallet.queries.ts';

const { virtualUsers } = routes;

/** useWalletMutations buy packs, move virtual users and end a grace. */
export function useWalletMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: walletKeys.all });
  return {
    buy: useMutation({
      mutationFn: (body: CallInput<typeof virtualUsers.initiateVirtualUserPurchase>['body']) =>
        api.call(virtualUsers.initiateVirtualUserPurchase, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof virtualUsers.updateVirtualUserTransaction>['body']) =>
        api.call(virtualUsers.updateVirtualUserTransaction, { body }),
      onSuccess,
    }),
    transfer: useMutation({
      mutationFn: (body: CallInput<typeof virtualUsers.transferPaidVirtualUsers>['body']) =>
        api.call(virtualUsers.transferPaidVirtualUsers, { body }),
      onSuccess,
    }),
    endGrace: useMutation({
      mutationFn: () => api.call(virtualUsers.deactivateGraceStatus, {}),
      onSuccess,
    }),
  };
}
