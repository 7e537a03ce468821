import { useMutation, useQueryClient } from '@tanstack/react-query';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { planQuery } from '../../../shared/access/access.queries.ts';
import { api } from '../../../shared/api.ts';
import { toastError } from '../../../shared/toasts.ts';

/** useDismissPopup tells the server that the popup about the expired plan was seen; with `continueFree` the free edition begins. */
export function useDismissPopup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: { continueFree?: 'true'; confirmFewerSeats?: 'true' }) =>
      api.call(subscriptionRoutes.updatePopupStatus, { query: choice }),
    // Whoever goes on with the free edition is asked about fewer licences first.
    onError: (error, { continueFree }) => continueFree ?? toastError(error),
    onSuccess: (plan, { continueFree }) => {
      client.setQueryData(planQuery.queryKey, plan);
      // Plan and licences hold again: nothing that was read before is sure.
      if (continueFree) void client.invalidateQueries();
    },
  });
}
